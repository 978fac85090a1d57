"""Faults of our own processes: web, workers and beat."""

import signal

from tests.faults.breaking import Scene, fault, hold_up, send_signal
from tests.faults.children import OURS, WEB, WORKERS
from tests.faults.orders import FailPoint


@fault("web-killed", "kill -9 of a web process and its threads")
def _kill_web(scene: Scene) -> None:
    scene.children.kill(scene.rng.choice(WEB))


@fault("worker-killed", "kill -9 of a worker's main process")
def _kill_worker(scene: Scene) -> None:
    scene.children.kill_main(scene.rng.choice(WORKERS))


@fault("worker-terminated", "a warm stop of a worker by SIGTERM, with messages on their way")
def _terminate_worker(scene: Scene) -> None:
    send_signal(scene.children.pid(scene.rng.choice(WORKERS)), signal.SIGTERM)


@fault("pool-busy", "every pool child held up, so that no task of a worker is done")
def _keep_pool_busy(scene: Scene) -> None:
    # What is due is swept by the main processes.
    pids = [pid for name in WORKERS for pid in scene.children.family(name)]
    hold_up(scene, pids, scene.lasts(8, 60))


@fault("handed-out-again", "four workers, and messages handed out again while they are worked on")
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


@fault("pool-child-killed", "kill -9 of a pool child while it thinks")
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
            send_signal(scene.rng.choice(family), signal.SIGKILL)
    finally:
        children.orders.set_fail_point(None)


@fault("beat-killed", "kill -9 of beat, which stays dead for a while")
def _kill_beat(scene: Scene) -> None:
    scene.children.hold_down("beat")
    scene.idle(scene.lasts(5, 30))
    scene.children.release("beat")


@fault("three-beats", "three beats at one time")
def _three_beats(scene: Scene) -> None:
    children = scene.children
    more = [children.beat(name) for name in ("beat-2", "beat-3")]
    for beat in more:
        children.spawn(beat)
    scene.idle(scene.lasts(6, 60))
    for beat in more:
        children.dismiss(beat.name)


@fault("worker-stopped", "a worker stopped and continued when its leases are over")
def _stop_worker(scene: Scene) -> None:
    children, name = scene.children, scene.rng.choice(WORKERS)
    # A lease is six seconds long.
    hold_up(scene, [children.pid(name), *children.family(name)], scene.lasts(7, 20))


@fault("everything-killed", "everything killed at once and started in random order")
def _kill_everything(scene: Scene) -> None:
    names = ["postgres", "broker", *OURS]
    for name in names:
        scene.children.hold_down(name)
    scene.rng.shuffle(names)
    for name in names:
        scene.children.release(name)
        scene.idle(scene.rng.uniform(0, 1))
