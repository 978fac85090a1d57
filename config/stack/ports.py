"""Ports of the embedded servers: chosen once, kept in the state folder, tested before use."""

import socket
import zlib

from config.stack.console import StackError
from config.stack.state import State, read_json, write_json

# Below the range from which systems take the near end of outgoing connections, so that no such
# connection can sit on a port of ours between two starts.
_FIRST, _LAST = 20_000, 29_999


def obstacle(host: str, port: int) -> OSError | None:
    """Return what keeps us from listening there, or None.

    SO_REUSEADDR, as the servers set it themselves: without it, connections of the last run that
    are still fading away would make the port look taken and the next start would move.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, kind, protocol, _, address in addresses:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        return error
    return None


def kept(state: State, name: str, host: str = "127.0.0.1") -> int:
    """Return the port of service `name`: the one of the last start if it is free."""
    ports = recorded(state)
    if name in ports and not obstacle(host, ports[name]):
        return ports[name]
    ports[name] = _choose(state, name, host)
    write_json(state.folder / "ports.json", ports)
    return ports[name]


def recorded(state: State) -> dict[str, int]:
    """Return the ports chosen so far, by service."""
    ports: dict[str, int] = read_json(state.folder / "ports.json") or {}
    return ports


def _choose(state: State, name: str, host: str) -> int:
    # Every folder starts looking somewhere else, so stacks started side by side do not meet.
    size = _LAST - _FIRST + 1
    start = zlib.crc32(f"{state.folder} {name}".encode()) % size
    for step in range(size):
        port = _FIRST + (start + step) % size
        if not obstacle(host, port):
            return port
    raise StackError(f"No free port from {_FIRST} to {_LAST} on {host} for {name}.")
