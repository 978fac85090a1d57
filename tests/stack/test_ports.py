"""Ports are chosen once, kept, and tested the way the servers open them."""

import socket
from pathlib import Path

from config.stack import ports
from config.stack.state import State


def test_a_port_somebody_listens_on_is_taken_and_then_free_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert ports.obstacle("127.0.0.1", port)
    assert ports.obstacle("127.0.0.1", port) is None


def test_connections_that_fade_away_do_not_take_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        client = socket.create_connection(("127.0.0.1", port))
        ours, _ = server.accept()
        ours.close()  # the side that closes first keeps the port for a minute
        client.close()

    assert ports.obstacle("127.0.0.1", port) is None


def test_the_next_start_gets_the_same_port(tmp_path: Path) -> None:
    state = State(tmp_path)

    first = ports.kept(state, "postgres")

    assert ports.kept(state, "postgres") == first
    assert ports.recorded(state) == {"postgres": first}


def test_a_port_taken_meanwhile_is_replaced_for_good(tmp_path: Path) -> None:
    state = State(tmp_path)
    first = ports.kept(state, "postgres")

    with socket.create_server(("127.0.0.1", first)):
        second = ports.kept(state, "postgres")

    assert second != first
    assert ports.kept(state, "postgres") == second


def test_two_folders_and_two_services_start_looking_at_different_ports(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()

    chosen = {
        ports.kept(State(folder), name) for folder in folders for name in ("postgres", "broker")
    }

    assert len(chosen) == 4
