"""Generated games: a plan is a seed and a list of choices, and playing it is deterministic."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.engine.cards import Card, Pack
from games.engine.chance import Chance, RandomChance
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.ruleset import Move, Options, State
from games.engine.seats import Seat
from tests.rules.contract.subject import Position, Subject


@dataclass(frozen=True)
class Plan:
    """How to play one game. Behind the last of `choices` the seed goes on choosing."""

    seats: int
    seed: int
    choices: tuple[int, ...] = ()
    moves: int = 100
    """How many moves to make, unless the game is over before."""
    packs: tuple[tuple[str, ...], ...] = ()
    """The codes with which the first shuffles begin; the seed shuffles all that is not named."""


class RecordedChance:
    """Shuffles as planned, and keeps what came of it."""

    def __init__(self, source: Chance, pack: Pack, beginnings: Iterable[Sequence[str]]) -> None:
        self._source, self._pack = source, pack
        self._beginnings = iter(beginnings)
        self.shuffles: list[tuple[str, list[Card]]] = []

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        order = self._source.shuffle(cards, purpose)
        named: set[Card] = set()
        first = [self._pack.take(code, named) for code in next(self._beginnings, ())]
        order = [*first, *(card for card in order if card not in named)]
        self.shuffles.append((purpose, list(order)))
        return order


@dataclass(frozen=True)
class Commit:
    """One move, or the first deal, and what came of it."""

    seat: Seat | None
    move: Move | None
    free: bool
    """Whether the move answered no decision."""
    events: list[Event]
    shuffles: list[tuple[str, list[Card]]]
    after: State
    """Never changed: copy it before use."""


@dataclass(frozen=True)
class Game:
    """A game that was played; commit 0 is the first deal."""

    subject: Subject
    plan: Plan
    options: Options
    commits: list[Commit] = field(default_factory=list)
    _positions: dict[int, Position] = field(default_factory=dict)

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.plan.seats)]

    @property
    def viewers(self) -> list[Seat | None]:
        """Return everybody who may look: the seats and a spectator."""
        return [*self.seats, None]

    @cached_property
    def events(self) -> list[Event]:
        return [event for commit in self.commits for event in commit.events]

    def version(self, commit: int) -> int:
        """Return the number of the last event of a commit."""
        return sum(len(each.events) for each in self.commits[: commit + 1])

    def where(self, viewer: Seat | None, commit: int) -> str:
        """Say who looked, and when, for the message of a failed check."""
        who = "a spectator" if viewer is None else f"seat {viewer}"
        return f"{self.subject}, {self.plan}, {who} at version {self.version(commit)}"

    def blank(self) -> State:
        state: State = self.subject.ruleset.blank(self.options, self.plan.seats)
        return state

    def before(self, commit: int) -> State:
        """Return a state of one's own, as it was before a commit."""
        state: State = self.commits[commit - 1].after.copy() if commit else self.blank()
        return state

    def position(self, commit: int) -> Position:
        """Return the position after a commit."""
        if commit not in self._positions:
            ruleset = self.subject.ruleset
            self._positions[commit] = ruleset.to_position(self.commits[commit].after)
        return self._positions[commit]

    def some_commits(self, number: int) -> list[int]:
        """Return up to `number` commits, the first and the last among them."""
        last = len(self.commits) - 1
        rng = random.Random(self.plan.seed)
        inner = rng.sample(range(1, last), min(number, max(0, last - 1)))
        return sorted({0, last, *inner})


def play(subject: Subject, plan: Plan) -> Game:
    """Play a game as planned."""
    ruleset = subject.ruleset
    raw = subject.facts.options[plan.seed % len(subject.facts.options)]
    first_seat = plan.seed // 7 % plan.seats
    options = ruleset.parse_options({**raw, "first_seat": first_seat}, plan.seats)
    game = Game(subject, plan, options)
    source = RandomChance(random.Random(plan.seed))
    chance = RecordedChance(source, ruleset.pack, plan.packs)
    state = game.blank()
    _commit(game, state, None, None, ruleset.deal(options, plan.seats, chance), chance)
    for choice in _choices(plan):
        ways = [
            (seat, move, free)
            for free, moves in ((False, ruleset.legal_moves), (True, ruleset.free_moves))
            for seat in game.seats
            for move in moves(state, seat)
        ]
        if not ways:
            break
        seat, move, free = ways[choice % len(ways)]
        try:
            events = ruleset.decide(state, seat, move, chance)
        except RuleError as error:
            refused = f"{subject}, {plan}: {move} of seat {seat} is listed and refused"
            raise AssertionError(refused) from error
        _commit(game, state, seat, move, events, chance, free=free)
    return game


def _choices(plan: Plan) -> Iterator[int]:
    rng = random.Random(f"the choices behind the list of game {plan.seed}")
    for number in range(plan.moves):
        own = number < len(plan.choices)
        yield plan.choices[number] if own else rng.randrange(1 << 30)


def _commit(
    game: Game,
    state: State,
    seat: Seat | None,
    move: Move | None,
    events: list[Event],
    chance: RecordedChance,
    *,
    free: bool = False,
) -> None:
    for event in events:
        game.subject.ruleset.evolve(state, event)
    game.commits.append(Commit(seat, move, free, events, chance.shuffles, state.copy()))
    chance.shuffles = []
