"""The rules of Farmyard Cries: the ruleset that the registry finds. `README.md` has them in words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from games.engine.chance import Chance
from games.engine.decisions import Decision
from games.engine.errors import IllegalMoveError
from games.engine.events import Event
from games.engine.outcome import Outcome
from games.engine.ruleset import Options, Ruleset
from games.engine.seats import Seat, going_left
from games.rules.farmyard_cries import legality, moves, observation
from games.rules.farmyard_cries.cards import PACK
from games.rules.farmyard_cries.events import (
    CardExchanged,
    CardSealed,
    CardsPassed,
    GroupCried,
    RaceStarted,
    RoundDealt,
    RoundEnded,
    SetLaidDown,
    SwapCalled,
)
from games.rules.farmyard_cries.moves import Cry, Exchange, FarmyardMove, Pass
from games.rules.farmyard_cries.observation import FarmyardObservation
from games.rules.farmyard_cries.planning import FarmyardTerms
from games.rules.farmyard_cries.position import read_position, write_position
from games.rules.farmyard_cries.signs import FarmyardWitness
from games.rules.farmyard_cries.state import NOBODY, UNSEALED, FarmyardState, ScoredRound, Tie
from games.rules.farmyard_cries.steps import (
    after_exchange,
    after_seal,
    lone_event,
    steps_of,
    steps_of_deal,
)


class FarmyardOptions(Options, frozen=True, kw_only=True):
    """The options of a game of Farmyard Cries."""

    target: Annotated[
        int,
        msgspec.Meta(ge=1, le=1000, description="The first seat with so many points wins."),
    ] = 60
    tie: Annotated[
        Tie,
        msgspec.Meta(
            description="When several seats hold a set at once: `race`, the first to lay down "
            "wins the round; `seat-order`, the first one going left from the seat with the turn."
        ),
    ] = "race"
    turn_cap: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=100_000,
            description="A round of so many turns is void and dealt anew; 0 for no limit.",
        ),
    ] = 5000


class FarmyardCries(Ruleset[FarmyardState, FarmyardMove, FarmyardOptions]):
    """The game of farmyard families."""

    slug = "farmyard-cries"
    title = "Farmyard Cries"
    rules_version = 1
    seat_counts = range(2, 7)
    pack = PACK
    kinds = ("turn", "swap", "race")
    move_grammar = moves.GRAMMAR
    state_type = FarmyardState
    options_type = FarmyardOptions
    event_types: ClassVar[tuple[type[Event], ...]] = (
        RoundDealt,
        CardExchanged,
        SwapCalled,
        CardSealed,
        CardsPassed,
        GroupCried,
        RaceStarted,
        SetLaidDown,
        RoundEnded,
    )
    observation_type = FarmyardObservation
    terms = FarmyardTerms()
    witness = FarmyardWitness

    # --- a game from its first card to its last ---

    def blank(self, options: FarmyardOptions, seats: int) -> FarmyardState:
        """Return the state before the first deal."""
        return FarmyardState(
            target=options.target,
            turn_cap=options.turn_cap,
            tie=options.tie,
            hands=[0] * seats,
            scores=(0,) * seats,
            sealed=(UNSEALED,) * seats,
        )

    def deal(self, options: FarmyardOptions, seats: int, chance: Chance) -> list[Event]:
        """Return the first deal, and those after it if a deal gives somebody a set (2.4)."""
        assert options.first_seat != "random", "resolved when the game starts"
        table = self.blank(options, seats)
        return self._played(table, steps_of_deal(table, 1, Seat(options.first_seat), chance))

    def decide(
        self, state: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance
    ) -> list[Event]:
        """Return what happens when `seat` makes `move`; raise `IllegalMoveError`."""
        if reason := legality.why_not(state, seat, move):
            raise IllegalMoveError(reason)
        if event := lone_event(state, seat, move):
            return [event]
        table = state.copy()
        return self._played(table, steps_of(table, seat, move, chance))

    def evolve(self, state: FarmyardState, event: Event) -> None:
        """Apply one event to `state`."""
        match event:
            case CardExchanged():
                state.exchange(event.seat, event.discarded, event.stack)
            case CardSealed():
                state.seal(event.seat, event.card)
            case SwapCalled():
                state.call_swap(event.seat)
            case CardsPassed():
                state.pass_cards(event.cards)
            case GroupCried():
                state.cry(event.seat, event.group, event.given)
            case RaceStarted():
                state.start_race(event.seats, event.caller)
            case SetLaidDown():
                pass  # `RoundEnded` follows.
            case RoundEnded():
                scored = ScoredRound(
                    event.round, event.winner, event.group, event.cards, event.points
                )
                state.end_round(scored, event.scores)
            case RoundDealt():
                state.start_round(
                    event.round, event.dealer, event.hands, event.stack_a, event.stack_b
                )
            case _:
                raise TypeError(f"{event.type} is no event of Farmyard Cries")

    def advance(self, state: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance) -> None:
        """Do to `state` what the events of `decide` would; stays in step with it by a test.

        The two most frequent moves leave out their own event; what follows seldom does.
        """
        if reason := legality.why_not(state, seat, move):
            raise IllegalMoveError(reason)
        if isinstance(move, Exchange):
            state.exchange(seat, move.card, move.stack)
            self._played(state, after_exchange(state, seat, chance))
        elif isinstance(move, Pass):
            state.seal(seat, move.card)
            self._played(state, after_seal(state, chance))
        else:
            self._played(state, steps_of(state, seat, move, chance))

    def _played(self, table: FarmyardState, steps: Iterable[Event]) -> list[Event]:
        """Apply steps to a table, one by one, and return them."""
        events: list[Event] = []
        for event in steps:
            self.evolve(table, event)
            events.append(event)
        return events

    # --- questions about a state ---

    def legal_moves(self, state: FarmyardState, seat: Seat) -> list[FarmyardMove]:
        """Return the moves that answer what `seat` owes: by card, then `swap`."""
        return legality.legal_moves(state, seat)

    def free_moves(self, state: FarmyardState, seat: Seat) -> list[FarmyardMove]:
        """Return the cries that `seat` may make now."""
        return legality.free_moves(state, seat)

    def is_free(self, move: FarmyardMove) -> bool:
        """Answer whether a move is a cry."""
        return isinstance(move, Cry)

    def decisions(self, state: FarmyardState) -> list[Decision]:
        """Return what is owed: one turn, or a swap or a race, going left from its caller."""
        if state.turn == NOBODY:
            return []
        if state.phase == "turn":
            return [Decision(state.turn, "turn", state.opened)]
        if state.phase == "race":
            return [
                Decision(seat, "race", state.opened)
                for seat in going_left(state.turn, len(state.hands))
                if seat in state.racing
            ]
        return [
            Decision(seat, "swap", state.opened)
            for seat in going_left(state.turn, len(state.hands))
            if state.sealed[seat] == UNSEALED
        ]

    def default_move(self, state: FarmyardState, seat: Seat) -> FarmyardMove:
        """Return the first legal move: an exchange, a card to pass, or `lay-down` (rules.md 5)."""
        return legality.legal_moves(state, seat)[0]

    def observe(self, state: FarmyardState, seat: Seat | None) -> FarmyardObservation:
        """Return what `seat`, or a spectator (None), may know."""
        return observation.observe(state, seat)

    def outcome(self, state: FarmyardState, resigned: Collection[Seat] = ()) -> Outcome | None:
        """Return the end of the game: who has reached the target wins alone (2.7).

        If that seat has resigned, the best of the others win, for it cannot.
        """
        if not state.is_over():
            return None
        playing = [Seat(seat) for seat in range(len(state.scores)) if seat not in resigned]
        best = max((state.scores[seat] for seat in playing), default=0)
        winners = [seat for seat in playing if state.scores[seat] == best]
        return Outcome.of(winners=winners, scores=state.scores, seats=len(state.scores))

    def scores(self, state: FarmyardState) -> Sequence[int]:
        """Return the points of the rounds that have ended, per seat."""
        return state.scores

    def shuffles(self, state: FarmyardState) -> int:
        """Return how many shuffles the game has seen."""
        return state.shuffles

    # --- text and JSON ---

    def every_move(self) -> Sequence[FarmyardMove]:
        """Return every move there is."""
        return moves.EVERY_MOVE

    def parse_move(self, text: str) -> FarmyardMove:
        """Read a move; raise `MalformedMoveError`."""
        return moves.parse(text)

    def from_position(
        self, position: Mapping[str, Any], options: FarmyardOptions, seats: int
    ) -> FarmyardState:
        """Read a position; raise `BadPositionError`."""
        return read_position(
            position,
            target=options.target,
            turn_cap=options.turn_cap,
            tie=options.tie,
            seats=seats,
        )

    def to_position(self, state: FarmyardState) -> dict[str, Any]:
        """Write a position with every key."""
        return write_position(state)


RULESET = FarmyardCries()
