"""Controls: a guarantee is taken away on purpose, and the checks must turn red.

A harness that never finds anything proves nothing until it is shown that it would.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.faults import playing
from tests.faults.breaking import Fault, Scene
from tests.faults.caller import Caller, Request, World
from tests.faults.history import Told, Writer, now
from tests.faults.orders import FailPoint
from tests.faults.run import Run
from tests.faults.windows import Window

_LATE = "owed.due_at <= clock_now"
"""How `append_events` sees that a move is late."""
_SECONDS = 2
"""For the decision that is answered too late."""
_UNFLUSHED = 4.0
"""Seconds of commits that a killed server may take with it."""


@dataclass(frozen=True)
class Control:
    """One guarantee to be taken away."""

    text: str
    do: Callable[[Run], None]
    kind: str
    """What must be found then."""


def _commit_in_memory(run: Run) -> None:
    """Play while commits are acknowledged before they are on disk, and kill the postmaster."""
    fault = Fault("postgres-killed", "with commits that are not on disk", _kill_unflushed)
    run.play_and_break([fault])


def _kill_unflushed(scene: Scene) -> None:
    with scene.children.superuser() as connection:
        for setting in ("synchronous_commit = off", "wal_writer_delay = '10s'"):
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
    scene.idle(_UNFLUSHED)
    scene.children.kill("postgres")


def _leave_deadlines_unchecked(run: Run) -> None:
    """Send two moves that reach the log after their deadline: with its check, and without."""
    children = run.children
    children.bring_up()
    begin = now()
    # A sweep would close the decision before the move comes.
    for name in ("worker-1", "worker-2", "beat"):
        children.hold_down(name)
    writer = Writer(run.history)
    try:
        refused = asyncio.run(_move_late(run, writer))
        assert refused.status == 409, refused.body
        with children.owner() as connection:
            (text,) = connection.execute(
                "SELECT pg_get_functiondef('herdbook.append_events(jsonb)'::regprocedure)"
            ).fetchone() or ("",)
            assert text.count(_LATE) == 1, "the check of the deadline is not where it was"
            connection.execute(text.replace(_LATE, "false").encode())
        asyncio.run(_move_late(run, writer))
    finally:
        writer.close()
    run.course.windows.append(Window("deadlines not checked", begin, now()))


async def _move_late(run: Run, writer: Writer) -> Told:
    """Make a game, and a move whose load is before its deadline and whose append is behind it."""
    children = run.children
    world = World({name: children.url(name) for name in ("calls", "waits")}, writer)
    caller = Caller(world, random.Random(run.wish.seed))
    await caller.open()
    body = {
        "ruleset": "mow",
        "seats": [{"kind": "me"}, {"kind": "house", "strategy": "random"}],
        "time_control": {"kind": "per_move", "seconds": _SECONDS, "on_expiry": "default-move"},
    }
    made = await caller.insist(
        Request(
            asked="create", method="POST", path="/games", body=body, key=caller.new_key(), seat=0
        )
    )
    assert made.view is not None
    caller.seats[made.game] = 0
    decision = made.view["decision"]
    children.orders.set_fail_point(
        FailPoint(step="append", when="before", action="sleep", seconds=_SECONDS + 1.0)
    )
    await asyncio.sleep(_SECONDS / 2)
    try:
        move = playing.move(made.game, decision["legal_moves"][0], decision["id"])
        return await caller.ask(move)
    finally:
        children.orders.set_fail_point(None)
        await world.client.aclose()


CONTROLS = {
    "commits-in-memory": Control(
        "synchronous_commit = off, and a killed postmaster", _commit_in_memory, "lost"
    ),
    "deadlines-unchecked": Control(
        "append_events without its check of the deadline", _leave_deadlines_unchecked, "late"
    ),
}
