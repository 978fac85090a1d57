"""Writers that commit late and readers that follow the feed meanwhile, in plain SQL."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from uuid import UUID

import msgspec
import psycopg
from django.db import connection

from games.engine.lifecycle import GameAborted
from games.engine.outcome import EndReason, Outcome
from games.store import consumers, feed, load
from games.store.append import Result, _to_json
from games.store.consumers import Consumer
from games.store.feed import Position
from tests.services.table import bot, new_game
from tests.store.feeding import Heard
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import appending, remark, write

# One statement: what it read of the game may be old by the time it has the lock, as in the product.
_APPEND = """
SELECT a.result FROM game g, LATERAL herdbook.append_events(jsonb_build_array(%s::jsonb
  || jsonb_build_object('expected', g.version - %s, 'at', date_trunc('milliseconds',
  clock_timestamp()), 'command', gen_random_uuid()))) AS a WHERE g.id = %s
"""
_OLDEST = """
SELECT coalesce(max(extract(epoch FROM herdbook.clock() - recorded_at)), 0)
FROM event WHERE transaction_id > %s
"""


@dataclass(frozen=True)
class Stage:
    """A game to append to, with a command that changes nothing but the log."""

    game: UUID
    command: str

    @classmethod
    def new(cls) -> "Stage":
        table = new_game(bot(), bot())
        return cls(table.game, msgspec.json.encode(_to_json(remark(table))).decode())

    def append(self, app: psycopg.Connection, *, behind: int = 0) -> str:
        """Append one event, or fail to, expecting a version that is long gone."""
        row = app.execute(_APPEND, [self.command, behind, self.game]).fetchone()
        assert row is not None
        return str(row[0])

    def end(self) -> None:
        """Break the game off, with the state that its log says, so that it is whole again."""
        loaded = replace(load.game(self.game), state=load.folded(self.game))
        outcome = Outcome.of_nobody(scores=loaded.state.scores(), reason=EndReason.ABORTED)
        [ended] = write(appending(loaded, [GameAborted(outcome=outcome)]))
        assert ended.result is Result.DONE
        assert_log_is_sound(self.game)


@contextmanager
def as_owner() -> Iterator[psycopg.Connection]:
    """A connection of its own to the test database, with transactions."""
    of = connection.settings_dict
    with psycopg.connect(
        host=of["HOST"],
        port=of["PORT"],
        user=of["USER"],
        password=of["PASSWORD"],
        dbname=of["NAME"],
        prepare_threshold=1,
    ) as opened:
        yield opened


@dataclass
class Writers:
    """Counts what many writers do until they have committed enough events."""

    stages: list[Stage]
    events: int
    pause: float
    """Seconds before a commit, at most."""
    running: int
    """How many are still at it."""
    committed: int = 0
    refused: int = 0
    undone: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, seed: int) -> None:
        """Append, pause and commit; one transaction in twenty is rolled back instead."""
        try:
            with as_owner() as app:
                self._write(app, random.Random(seed))
        finally:
            self._count(running=-1)

    def _write(self, app: psycopg.Connection, rng: random.Random) -> None:
        while self.committed < self.events:
            result = rng.choice(self.stages).append(app)
            time.sleep(rng.uniform(0, self.pause))
            if result != "done":
                app.rollback()
                self._count(refused=1)
            elif rng.random() < 0.05:
                app.rollback()
                self._count(undone=1)
            else:
                app.commit()
                self._count(committed=1)

    def _count(
        self, committed: int = 0, refused: int = 0, undone: int = 0, running: int = 0
    ) -> None:
        with self._lock:
            self.committed += committed
            self.refused += refused
            self.undone += undone
            self.running += running

    def is_over(self) -> bool:
        """Whether all of them have ended."""
        return self.running == 0


PACE = 0.005
"""Seconds between two looks of a reader that found nothing: the writers need the processor."""


def follow(after: Position, is_over: Callable[[], bool], *, limit: int) -> Heard:
    """Read until it is over and nothing is left."""
    heard: Heard = []
    while True:
        last_look = is_over()
        page = feed.read(after, limit=limit)
        if page:
            heard += [event.position[1:] for event in page]
            after = page[-1].position
        elif last_look:
            return heard
        else:
            time.sleep(PACE)


def consume(consumer: Consumer, is_over: Callable[[], bool]) -> None:
    """Let a consumer run until it is over and nothing is left; a copy may be at it as well."""
    while True:
        last_look = is_over()
        if consumers.advance(consumer):
            continue
        if last_look and not consumers.due([consumer]):
            return
        time.sleep(PACE)


@dataclass
class Refusals:
    """Has commands refused while one game goes on, and measures the feed's lag meanwhile."""

    commands: int
    running: int
    """How many send commands that are refused."""
    longest: float = 0.0
    """Seconds: the greatest age of an event that had not been read."""
    seen: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def be_refused(self, stage: Stage) -> None:
        """Send this thread's share of the commands."""
        try:
            with as_owner() as app:
                app.autocommit = True
                for _ in range(self.commands):
                    assert stage.append(app, behind=1) == "conflict"
        finally:
            with self._lock:
                self.running -= 1

    def go_on(self, stage: Stage) -> None:
        """Append twenty events a second."""
        with as_owner() as app:
            app.autocommit = True
            while self.running:
                assert stage.append(app) == "done"
                time.sleep(0.05)

    def look(self, after: Position) -> None:
        """Read, and see how old what is left unread has become."""
        while self.running:
            page = feed.read(after, limit=500)
            if page:
                after, self.seen = page[-1].position, self.seen + len(page)
            with connection.cursor() as cursor:
                cursor.execute(_OLDEST, [after.transaction_id])
                self.longest = max(self.longest, float(cursor.fetchone()[0]))
            time.sleep(PACE)
