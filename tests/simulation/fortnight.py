"""The fortnight: the clock goes from one event to the next, and nobody waits for anything."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from uuid import UUID

from django.conf import settings
from django.db import connection, connections

from games import projections
from games.engine.clocks import Untimed
from games.engine.game import GameState, Status
from games.store import load
from games.store.load import Loaded
from games.store.models import Game
from tests.simulation.services import FEEDS, SWEEP, Services
from tests.simulation.simulated_clock import SimulatedClock
from tests.simulation.tables import Played

START = datetime(2027, 3, 25, 17, 0, tzinfo=UTC)
"""A Thursday; clocks go forward in Europe on the weekend that follows, and back in the south on the
next one."""
LENGTH = timedelta(days=14)
_SWEEP = timedelta(seconds=2)
_HOUR = timedelta(hours=1)
_NEWS = timedelta(minutes=10)
"""How long the readers of the feed let news wait."""
_TOO_LONG = timedelta(days=150)


class Fortnight:
    """The games, the time, and what is going to happen when."""

    def __init__(
        self,
        clock: SimulatedClock,
        services: Services,
        games: Sequence[Played],
        rng: random.Random,
    ) -> None:
        self.clock, self.services, self.rng = clock, services, rng
        self.games = {one.game: one for one in games}
        self.loaded: dict[UUID, Loaded] = {}
        self.sweeps: list[datetime] = []
        self.reads: list[datetime] = []
        """When the feed was read to its end."""
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.logged: list[str] = []
        """What services had to log as an error."""
        self.boundaries: list[datetime] = []
        """Of vacations, which a sweep must see to."""
        self.down_until = self.dark_until = clock.now
        """Until when there are no services, and until when there is nothing at all."""
        self.on_change: Callable[[Played, Loaded], None] = lambda _played, _loaded: None
        self._due: dict[UUID, datetime] = {}
        self._news_at: datetime | None = None
        self._order = count()
        self._heap: list[tuple[datetime, int, Callable[[], object]]] = []

    @property
    def now(self) -> datetime:
        """What the clock says."""
        return self.clock.now

    def state(self, game: UUID) -> GameState:
        return self.loaded[game].state

    def after(self, wait: timedelta, act: Callable[[], object]) -> None:
        """Let something happen later."""
        self.at(self.now + wait, act)

    def at(self, moment: datetime, act: Callable[[], object]) -> None:
        """Let something happen at a time."""
        heappush(self._heap, (max(moment, self.now), next(self._order), act))

    def play(self, tell: Callable[[int, datetime], None]) -> None:
        """Go from event to event until every game is over; `tell` how many are."""
        self.look()
        while self._due:
            service_at = self._service_at()
            if self._heap and self._heap[0][0] <= service_at:
                moment, _, act = heappop(self._heap)
                if moment < self.dark_until:  # nobody reaches the server; they try again later
                    self.at(self.dark_until + _HOUR * self.rng.random(), act)
                    continue
                self.clock.set(moment)
                act()
            else:
                self.clock.set(service_at)
                self._serve()
            tell(len(self.games) - len(self._due), self.now)
            if self.now > START + LENGTH + _TOO_LONG:
                self.faults += [f"game {game} never ends" for game in self._due]
                return
        self._news_at = self.now
        self._serve()

    def look(self) -> None:
        """Take notice of every game that has changed."""
        known = {game: one.state.version for game, one in self.loaded.items()}
        stored = Game.objects.filter(id__in=self.games).values_list("id", "version")
        changed = [game for game, version in stored if known.get(game) != version]
        for loaded in load.games(changed):
            self.notice(loaded)

    def notice(self, loaded: Loaded) -> None:
        """Take notice of a game as a commit left it."""
        self.loaded[loaded.id] = loaded
        self._news_at = self._news_at or self.now + _NEWS
        if loaded.state.status.is_over:
            self._due.pop(loaded.id, None)
        else:
            self._due[loaded.id] = _due(loaded)
        self.on_change(self.games[loaded.id], loaded)

    def restart(self, down: timedelta) -> None:
        """Kill the services; for a while nobody starts them again, and the web goes on."""
        self.services.restart()
        connections.close_all()
        self.down_until = self.now + down
        self.counts["restarts"] += 1

    def go_dark(self, length: timedelta) -> datetime:
        """Let nothing be there for so long, neither services nor the web; return until when."""
        self.restart(length)
        self.dark_until = self.now + length
        return self.dark_until

    def _service_at(self) -> datetime:
        """Return when the first sweep comes that finds something to do."""
        wanted = [*self._due.values(), *self.boundaries, *_plans()]
        if self._news_at is not None:
            wanted.append(self._news_at)
        first = max(min(wanted), self.down_until)
        if self.sweeps:
            first = max(first, self.sweeps[-1] + _SWEEP)
        return START + -((START - first) // _SWEEP) * _SWEEP

    def _serve(self) -> None:
        what = [SWEEP]
        if self._news_at is not None and self._news_at <= self.now:
            what.append(FEEDS)
            self._news_at = None
            self.reads.append(self.now)
        done, logged = self.services.do(*what)
        self.counts["done by services"] += done
        self.logged += logged
        self.sweeps.append(self.now)
        self.boundaries = [one for one in self.boundaries if one > self.now]
        self.look()


def _due(loaded: Loaded) -> datetime:
    """Return when the services must see to a game, if nobody else does anything."""
    state = loaded.state
    if state.resume_at is not None:
        return state.resume_at
    times: list[datetime] = []
    for timed in projections.open_decisions(loaded.id, state):
        times += [one for one in (timed.owed.due_at, timed.not_before) if one is not None]
    if isinstance(state.time_control, Untimed) and state.status is Status.RUNNING:
        times.append(state.closes_at or state.last_at + settings.HERDBOOK_IDLE_GAME_LIFE)
    assert times, "something is always due in a game that runs"
    return min(times)


def _plans() -> list[datetime]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(wake_at) FROM standing_plan WHERE ended = ''")
        row = cursor.fetchone()
    return [row[0]] if row is not None and row[0] is not None else []
