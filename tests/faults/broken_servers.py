"""Faults of the two servers, and of the connections to them."""

import signal

from tests.faults.breaking import Scene, fault, send_signal
from tests.faults.orders import ProxyOrder

# --- PostgreSQL ---


@fault("postgres-killed", "kill -9 of the postmaster and its children", restarts_database=True)
def _kill_postgres(scene: Scene) -> None:
    scene.children.kill("postgres")


@fault("postgres-stopped", "an immediate stop of PostgreSQL, and a restart", restarts_database=True)
def _stop_postgres(scene: Scene) -> None:
    send_signal(scene.children.pid("postgres"), signal.SIGQUIT)


@fault("backends-terminated", "backends terminated at random")
def _terminate_backends(scene: Scene) -> None:
    for _ in range(10):
        with scene.children.superuser() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                " AND random() < 0.3"
            )
        scene.idle(0.3)


@fault("cut-before-answer", "the connection cut after COMMIT and before the answer")
def _cut_answer(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="cut-answer", share=0.3), scene.lasts(4, 20))


@fault("cut-when-sent", "the connection cut when COMMIT was just sent")
def _cut_sent(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="cut-sent", share=0.3), scene.lasts(4, 20))


@fault("postgres-refused", "connections to PostgreSQL cut and refused")
def _refuse_postgres(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="refuse"), scene.lasts(2, 10))


@fault("postgres-paused", "nothing goes to PostgreSQL or comes from it for a while")
def _pause_postgres(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="pause"), scene.lasts(3, 8))


# --- the broker ---


@fault("broker-killed", "the broker killed, and what it had written lost")
def _kill_broker(scene: Scene) -> None:
    children = scene.children
    children.hold_down("broker")
    for file in (children.folder / "valkey").glob("appendonlydir/*"):
        file.unlink()
    scene.idle(scene.lasts(1, 5))
    children.release("broker")


@fault("broker-flushed", "FLUSHALL in the broker")
def _flush_broker(scene: Scene) -> None:
    with scene.children.broker() as client:
        client.flushall()


@fault("broker-paused", "the broker answers nobody")
def _pause_broker(scene: Scene) -> None:
    _order(scene, "broker", ProxyOrder(mode="pause"), scene.lasts(5, 30))


@fault("messages-doubled", "every message in the broker twice")
def _double_messages(scene: Scene) -> None:
    _order(scene, "broker", ProxyOrder(mode="double"), scene.lasts(5, 30))


@fault("messages-dropped", "every message to the broker lost")
def _drop_messages(scene: Scene) -> None:
    _order(scene, "broker", ProxyOrder(mode="drop"), scene.lasts(5, 60))


def _order(scene: Scene, server: str, order: ProxyOrder, seconds: float) -> None:
    scene.children.orders.tell_proxy(server, order)
    try:
        scene.idle(seconds)
    finally:
        scene.children.orders.tell_proxy(server, ProxyOrder())
