"""The whole demo, scene after scene."""

import random
from collections.abc import Callable, Iterator, Mapping
from math import ceil
from uuid import UUID

from accounts import clock
from accounts.event_types import EventType
from accounts.services import apps, webhooks
from accounts.webhooks.targets import BadTargetError
from bots import thinking
from config.demo import order, people, tables
from config.demo.evenings import DAYS, spend
from config.demo.people import BOTS, PLAYERS, Person
from config.demo.stage import Stage
from games.services import feeds

NOWHERE = "http://127.0.0.1:9/herdbook"
"""Where nobody listens; sent to only if `HERDBOOK_WEBHOOK_ALLOW` lets it."""
_FIRST = 4
"""So many players are there on the first evening; the others come one after the other."""


class Demo:
    """What is made, step by step; afterwards, what there is to look at."""

    def __init__(
        self, *, seed: int, evenings: int = DAYS, day_ends: Callable[[], None] = lambda: None
    ) -> None:
        """Let `seed` decide who plays what; one evening at least. `day_ends`: between two of them."""
        self._evenings = evenings
        self._rng = random.Random(seed)  # noqa: S311 - who plays what is no secret
        self._day_ends = day_ends
        self.people: dict[str, Person] = {}
        self.games: Mapping[str, UUID] = {}
        self.app = ""
        """The id of a client that asks people to be let in."""
        self.fails_to_send = False
        """Whether there is a webhook that fails: not where none may be sent to this machine."""

    @property
    def steps(self) -> int:
        """How often `make` yields."""
        return self._evenings + len(tables.SCENES) + len(order.SCENES) + 1

    def make(self) -> Iterator[str]:
        """Make everything; yield what was done after each step."""
        self.people |= people.open_staff()
        password, waiting = people.players_password(), list(PLAYERS)
        for day in range(self._evenings):
            there = max(_FIRST, ceil(len(PLAYERS) * (day + 1) / self._evenings))
            while len(waiting) > len(PLAYERS) - there:
                self._open(waiting.pop(0), password)
            players = {name: one for name, one in self.people.items() if one.token is not None}
            spend(players, day=day, rng=self._rng)
            yield f"evening {day + 1}"
            thinking.write(every=0)
            if day < self._evenings - 1:
                self._day_ends()
        self._make_webhook()
        self._register_app()
        stage = Stage(people=self.people, rng=self._rng)
        for scene in (*tables.SCENES, *order.SCENES):
            scene(stage)
            yield scene.__name__.replace("_", " ")
        self.games = stage.games
        while feeds.run():
            pass
        yield "news"

    def _open(self, wanted: people.Wanted, password: str) -> None:
        self.people[wanted.name] = person = people.open_player(wanted, password=password)
        for bot in BOTS:
            if bot.owner == wanted.name:
                self.people[bot.name] = people.open_bot(bot, owner=person)

    def _register_app(self) -> None:
        made = apps.register_app(
            self.people["nora"].account,
            name="Kitchen board",
            homepage="https://board.example.org",
            redirect_uris=["https://board.example.org/back"],
            device_flow=True,
            confidential=False,
            now=clock.now(),
        )
        self.app = made.app.client_id

    def _make_webhook(self) -> None:
        owner = self.people["david"].account
        types = [str(one) for one in EventType if one.startswith("game.")]
        try:
            webhooks.create_webhook(
                owner, url=NOWHERE, types=types, description="Lamp on the shelf", now=clock.now()
            )
        except BadTargetError:
            return
        self.fails_to_send = True
