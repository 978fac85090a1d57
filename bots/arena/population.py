"""Games among a made-up population, with the signs of all of them summed up as the server does."""

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from bots.arena.colluding import Fallible, kindest
from bots.arena.match import Match
from bots.strategies.random_legal import RandomLegal
from bots.strategies.registry import strategies
from bots.strategies.strategy import Strategy
from games.engine.events import Event
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.ruleset import State
from games.engine.seats import Seat
from games.engine.signs.weighing import Line, Sums, score, weigh
from games.engine.signs.witness import Kind, Sign

SHORT: Mapping[str, Mapping[str, Any]] = {
    "mow": {"limit": 40},
    "farmyard-cries": {"target": 30, "turn_cap": 150},
    "family-favourites": {"hands": 2},
}
"""The rulesets that are played, and how long games last."""
_SEATS = 4


class Population(msgspec.Struct, frozen=True, kw_only=True):
    """Who there is. Accounts are numbered: first the accomplices in twos, then the friends."""

    accounts: int
    accomplices: int
    """Pairs that play together against the others."""
    friends: int
    """Pairs that always sit at the same table, and play honestly."""

    def partner_of(self, account: int) -> int | None:
        """Return with whom an account always plays."""
        return account ^ 1 if account < 2 * (self.accomplices + self.friends) else None

    def colludes(self, account: int) -> bool:
        """Answer whether an account is an accomplice."""
        return account < 2 * self.accomplices


class WatchedMatch(Match):
    """A game in which accomplices tell each other their hands, and somebody looks on."""

    def __init__(
        self, ruleset: AnyRuleset, table: Sequence[int], people: Population, *, seed: int
    ) -> None:
        self._table = table
        self._people = people
        self._witness = ruleset.witness()
        self.signs: list[tuple[Seat, Sign]] = []
        """Each with the seat that made the move."""
        players = [_strategy(ruleset.slug, account) for account in table]
        options = SHORT[ruleset.slug]
        super().__init__(ruleset, players, seed=seed, first_seat=seed % _SEATS, options=options)

    def _offered(self, state: State, seat: Seat) -> list[str]:
        offered = super()._offered(state, seat)
        account = self._table[seat]
        partner = self._people.partner_of(account)
        if partner in self._table and self._people.colludes(account):
            return kindest(self._ruleset, state, offered, Seat(self._table.index(partner)))
        return offered

    def _apply(self, events: Sequence[Event]) -> None:
        text, seat = events[0].move(), events[0].seat
        if text is not None and seat is not None:
            move = self._ruleset.parse_move(text)
            found = self._witness.signs_of(self._state, seat, move)
            self.signs += [(seat, sign) for sign in found]
        super()._apply(events)
        for event in events:
            self._witness.see(event)


def _strategy(slug: str, account: int) -> Strategy:
    """Return how an account plays: each tenth of them makes more mistakes than the one before."""
    sound = strategies(slug)[0]
    tenth = account // 2 % 10
    return RandomLegal() if tenth == 9 else Fallible(sound, tenth / 18)  # noqa: PLR2004


class Ledger:
    """All signs, summed up by who showed them towards whom."""

    def __init__(self) -> None:
        self._sums: dict[tuple[int | None, int | None, str, Kind], Sums] = defaultdict(Sums)
        self.met: dict[tuple[int, int], int] = defaultdict(int)
        """How many games each pair has played, by the two numbers in order."""

    def add(self, slug: str, table: Sequence[int], signs: Sequence[tuple[Seat, Sign]]) -> None:
        """Add the signs of a game."""
        for pair in itertools.combinations(sorted(table), 2):
            self.met[pair] += 1
        for seat, sign in signs:
            giver, receiver = table[seat], table[sign.towards]
            for by, towards in ((giver, receiver), (giver, None), (None, None)):
                key = (by, towards, slug, sign.kind)
                self._sums[key] = self._sums[key].plus(sign.value)

    def lines(self, first: int, second: int) -> list[tuple[int, Line]]:
        """Return the lines of a pair, each with the account that it is about."""
        found: list[tuple[int, Line]] = []
        for giver, receiver in ((first, second), (second, first)):
            for slug, kind in itertools.product(SHORT, Kind):
                line = weigh(
                    kind,
                    slug,
                    pair=self._sums[giver, receiver, slug, kind],
                    own=self._sums[giver, None, slug, kind],
                    everybody=self._sums[None, None, slug, kind],
                )
                if line is not None:
                    found.append((giver, line))
        return found

    def ranked(self) -> list[tuple[float, tuple[int, int]]]:
        """Return the scores of all pairs that have met, the highest first."""
        scored = [
            (score([line for _, line in self.lines(*pair)]), pair) for pair in sorted(self.met)
        ]
        return sorted(scored, key=lambda one: (-one[0], one[1]))


def play(
    people: Population,
    games: int,
    *,
    seed: int,
    slugs: Collection[str] = SHORT.keys(),
    played: Callable[[], None] = lambda: None,
) -> Ledger:
    """Play so many games of four of each ruleset, at tables drawn from `seed`; return the signs.

    Whoever has a partner brings them along. `played` is called after each game.
    """
    rng = random.Random(seed)  # noqa: S311 - who sits where, no secret
    ledger = Ledger()
    for number, slug in itertools.product(range(games), slugs):
        table = _table(people, rng)
        match = WatchedMatch(find_ruleset(slug), table, people, seed=seed * games + number)
        match.play()
        ledger.add(slug, table, match.signs)
        played()
    return ledger


def _table(people: Population, rng: random.Random) -> list[int]:
    while True:
        table: list[int] = []
        while len(table) < _SEATS:
            account = rng.randrange(people.accounts)
            partner = people.partner_of(account)
            table += [one for one in (account, partner) if one is not None and one not in table]
        if len(table) == _SEATS:
            rng.shuffle(table)
            return table
