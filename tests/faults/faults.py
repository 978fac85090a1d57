"""The faults: each breaks something in a way of its own, and leaves a whole system to heal.

A fault is a function of the children. Whatever it holds down or changes for a while it puts right
again before it returns; what it killed is started by whoever watches the children.
"""

import contextlib
import os
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from tests.faults.children import OURS, WEB, WORKERS, Children
from tests.faults.orders import Action, FailPoint, ProxyOrder, Step, When

Doing = Callable[["Scene"], None]


@dataclass
class Scene:
    """Where a fault happens."""

    children: Children
    rng: random.Random
    long: bool
    """Whether there is time for the long form of a fault."""
    idle: Callable[[float], None]
    """Passes time while the children are watched and healed."""

    def lasts(self, short: float, long: float) -> float:
        return long if self.long else short


@dataclass(frozen=True)
class Fault:
    """One way to break something."""

    name: str
    text: str
    do: Doing


FAULTS: dict[str, Fault] = {}
"""All of them, by name, in the order in which they are injected."""


SHORT = (
    "web-killed",
    "cut-before-answer",
    "worker-killed",
    "messages-doubled",
    "postgres-killed",
    "pool-child-killed",
    "broker-killed",
    "raise-after-append",
    "exit-before-append",
    "worker-stopped",
    "everything-killed",
)
"""Those of the short set, which is part of `make test`."""


def _fault(name: str, text: str) -> Callable[[Doing], Doing]:
    def register(do: Doing) -> Doing:
        FAULTS[name] = Fault(name, text, do)
        return do

    return register


# --- our own processes ---


@_fault("web-killed", "kill -9 of a web process and its threads")
def _kill_web(scene: Scene) -> None:
    scene.children.kill(scene.rng.choice(WEB))


@_fault("worker-killed", "kill -9 of a worker's main process")
def _kill_worker(scene: Scene) -> None:
    scene.children.kill_main(scene.rng.choice(WORKERS))


@_fault("worker-terminated", "a warm stop of a worker by SIGTERM, with messages on their way")
def _terminate_worker(scene: Scene) -> None:
    _signal(scene.children.pid(scene.rng.choice(WORKERS)), signal.SIGTERM)


@_fault("pool-busy", "every pool child held up, so that no task of a worker is done")
def _keep_pool_busy(scene: Scene) -> None:
    # What is due is swept by the main processes.
    pids = [pid for name in WORKERS for pid in scene.children.family(name)]
    _stopped(scene, pids, scene.lasts(8, 60))


@_fault("handed-out-again", "four workers, and messages handed out again while they are worked on")
def _hand_out_again(scene: Scene) -> None:
    children = scene.children
    more = [children.worker(name, visibility=1) for name in ("worker-3", "worker-4")]
    children.orders.set_fail_point(
        FailPoint(step="append", when="before", action="sleep", share=0.5, seconds=2.5)
    )
    for worker in more:
        children.spawn(worker)
    try:
        scene.idle(scene.lasts(8, 30))
    finally:
        children.orders.set_fail_point(None)
        for worker in more:
            children.dismiss(worker.name)


@_fault("pool-child-killed", "kill -9 of a pool child while it thinks")
def _kill_pool_child(scene: Scene) -> None:
    children = scene.children
    # Asleep between its load and its append it is sure to be at work.
    children.orders.set_fail_point(
        FailPoint(step="append", when="before", action="sleep", share=0.7, seconds=0.4)
    )
    try:
        for _ in range(3):
            scene.idle(0.5)
            family = [pid for name in WORKERS for pid in children.family(name)]
            _signal(scene.rng.choice(family), signal.SIGKILL)
    finally:
        children.orders.set_fail_point(None)


@_fault("beat-killed", "kill -9 of beat, which stays dead for a while")
def _kill_beat(scene: Scene) -> None:
    scene.children.hold_down("beat")
    scene.idle(scene.lasts(5, 30))
    scene.children.release("beat")


@_fault("three-beats", "three beats at one time")
def _three_beats(scene: Scene) -> None:
    children = scene.children
    more = [children.beat(name) for name in ("beat-2", "beat-3")]
    for beat in more:
        children.spawn(beat)
    scene.idle(scene.lasts(6, 60))
    for beat in more:
        children.dismiss(beat.name)


@_fault("worker-stopped", "a worker stopped and continued when its leases are over")
def _stop_worker(scene: Scene) -> None:
    children, name = scene.children, scene.rng.choice(WORKERS)
    # A lease is six seconds long.
    _stopped(scene, [children.pid(name), *children.family(name)], scene.lasts(7, 20))


@_fault("everything-killed", "everything killed at once and started in random order")
def _kill_everything(scene: Scene) -> None:
    names = ["postgres", "broker", *OURS]
    for name in names:
        scene.children.hold_down(name)
    scene.rng.shuffle(names)
    for name in names:
        scene.children.release(name)
        scene.idle(scene.rng.uniform(0, 1))


# --- PostgreSQL ---


@_fault("postgres-killed", "kill -9 of the postmaster and its children")
def _kill_postgres(scene: Scene) -> None:
    scene.children.kill("postgres")


@_fault("postgres-stopped", "an immediate stop of PostgreSQL, and a restart")
def _stop_postgres(scene: Scene) -> None:
    _signal(scene.children.pid("postgres"), signal.SIGQUIT)


@_fault("backends-terminated", "backends terminated at random")
def _terminate_backends(scene: Scene) -> None:
    for _ in range(10):
        with scene.children.superuser() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                " AND random() < 0.3"
            )
        scene.idle(0.3)


@_fault("cut-before-answer", "the connection cut after COMMIT and before the answer")
def _cut_answer(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="cut-answer", share=0.3), scene.lasts(4, 20))


@_fault("cut-when-sent", "the connection cut when COMMIT was just sent")
def _cut_sent(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="cut-sent", share=0.3), scene.lasts(4, 20))


@_fault("postgres-refused", "connections to PostgreSQL cut and refused")
def _refuse_postgres(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="refuse"), scene.lasts(2, 10))


@_fault("postgres-paused", "nothing goes to PostgreSQL or comes from it for a while")
def _pause_postgres(scene: Scene) -> None:
    _order(scene, "postgres", ProxyOrder(mode="pause"), scene.lasts(3, 8))


# --- the broker ---


@_fault("broker-killed", "the broker killed, and what it had written lost")
def _kill_broker(scene: Scene) -> None:
    children = scene.children
    children.hold_down("broker")
    for file in (children.folder / "valkey").glob("appendonlydir/*"):
        file.unlink()
    scene.idle(scene.lasts(1, 5))
    children.release("broker")


@_fault("broker-flushed", "FLUSHALL in the broker")
def _flush_broker(scene: Scene) -> None:
    with scene.children.broker() as client:
        client.flushall()


@_fault("broker-paused", "the broker answers nobody")
def _pause_broker(scene: Scene) -> None:
    _order(scene, "broker", ProxyOrder(mode="pause"), scene.lasts(5, 30))


@_fault("messages-doubled", "every message in the broker twice")
def _double_messages(scene: Scene) -> None:
    _order(scene, "broker", ProxyOrder(mode="double"), scene.lasts(5, 30))


@_fault("messages-dropped", "every message to the broker lost")
def _drop_messages(scene: Scene) -> None:
    _order(scene, "broker", ProxyOrder(mode="drop"), scene.lasts(5, 60))


# --- the command path ---


def _fail_point(step: Step, when: When, action: Action) -> Doing:
    def do(scene: Scene) -> None:
        share = 0.1 if action == "exit" else 0.25
        point = FailPoint(
            step=step,
            when=when,
            action=action,
            share=share,
            seconds=scene.rng.uniform(0.2, 1.5),
        )
        scene.children.orders.set_fail_point(point)
        try:
            scene.idle(scene.lasts(1.5, 5))
        finally:
            scene.children.orders.set_fail_point(None)

    return do


for _step in get_args(Step):
    for _when in get_args(When):
        for _action in get_args(Action):
            _fault(f"{_action}-{_when}-{_step}", f"{_action} {_when} the step {_step}")(
                _fail_point(_step, _when, _action)
            )


def _order(scene: Scene, server: str, order: ProxyOrder, seconds: float) -> None:
    scene.children.orders.tell_proxy(server, order)
    try:
        scene.idle(seconds)
    finally:
        scene.children.orders.tell_proxy(server, ProxyOrder())


def _stopped(scene: Scene, pids: list[int], seconds: float) -> None:
    for pid in pids:
        _signal(pid, signal.SIGSTOP)
    try:
        scene.idle(seconds)
    finally:
        for pid in pids:
            _signal(pid, signal.SIGCONT)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):  # it was faster
        os.kill(pid, number)
