"""The rules of Family Favourites: the ruleset the registry finds. `README.md` has them in words."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from games.engine.card_sets import mask_of
from games.engine.chance import Chance
from games.engine.decisions import Decision
from games.engine.errors import IllegalMoveError
from games.engine.events import Event
from games.engine.outcome import Outcome
from games.engine.ruleset import Options, Ruleset
from games.engine.seats import Seat, left_of
from games.rules.family_favourites import legality, moves, observation
from games.rules.family_favourites.cards import PACK
from games.rules.family_favourites.dealing import deal_cards
from games.rules.family_favourites.events import (
    CardDrawn,
    CardPlayed,
    PileRecycled,
    RoundDealt,
    RoundEnded,
    TurnPassed,
)
from games.rules.family_favourites.moves import Draw, FamilyMove, Play
from games.rules.family_favourites.observation import FamilyObservation
from games.rules.family_favourites.planning import FamilyTerms
from games.rules.family_favourites.position import read_position, write_position
from games.rules.family_favourites.signs import FamilyWitness
from games.rules.family_favourites.state import NOBODY, FamilyState, ScoredRound
from games.rules.family_favourites.steps import after_move, round_dealt


class FamilyOptions(Options, frozen=True, kw_only=True):
    """The options of a game of Family Favourites."""

    hands: Annotated[
        int,
        msgspec.Meta(ge=1, le=100, description="How many hands are played; the deal goes round."),
    ] = 6
    turn_cap: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=100_000,
            description="A hand ends as blocked after so many turns; 0 for never.",
        ),
    ] = 5_000


class FamilyFavourites(Ruleset[FamilyState, FamilyMove, FamilyOptions]):
    """Colours, numbers, and jokers that call cats or dogs."""

    slug = "family-favourites"
    title = "Family Favourites"
    rules_version = 1
    seat_counts = range(2, 7)
    pack = PACK
    kinds = ("turn",)
    move_grammar = moves.GRAMMAR
    state_type = FamilyState
    options_type = FamilyOptions
    event_types: ClassVar[tuple[type[Event], ...]] = (
        RoundDealt,
        CardPlayed,
        PileRecycled,
        CardDrawn,
        TurnPassed,
        RoundEnded,
    )
    observation_type = FamilyObservation
    terms = FamilyTerms()
    witness = FamilyWitness

    # --- a game from its first card to its last ---

    def blank(self, options: FamilyOptions, seats: int) -> FamilyState:
        """Return the state before the first deal."""
        return FamilyState(
            rounds=options.hands,
            turn_cap=options.turn_cap,
            hands=[0] * seats,
            totals=(0,) * seats,
        )

    def deal(self, options: FamilyOptions, seats: int, chance: Chance) -> list[Event]:
        """Return the first deal, the card turned up included."""
        assert options.first_seat != "random", "resolved when the game starts"
        return [round_dealt(1, Seat(options.first_seat), seats, chance)]

    def decide(
        self, state: FamilyState, seat: Seat, move: FamilyMove, chance: Chance
    ) -> list[Event]:
        """Return what happens when `seat` makes `move`; raise `IllegalMoveError`."""
        if reason := legality.why_not(state, seat, move):
            raise IllegalMoveError(reason)
        return after_move(state, seat, move, chance)

    def evolve(self, state: FamilyState, event: Event) -> None:
        """Apply one event to `state`."""
        match event:
            case CardPlayed():
                state.play(event.seat, event.card, event.call)
            case CardDrawn():
                state.draw(event.seat, event.card)
            case RoundDealt():
                state.start_round(event.round, event.dealer, event.deal())
            case RoundEnded():
                hands = tuple(mask_of(hand) for hand in event.hands)
                scored = ScoredRound(event.round, event.out, hands, event.points)
                state.end_round(scored, event.totals)
            case PileRecycled():
                state.recycle(event.draw_pile)
            case TurnPassed():
                state.pass_turn(event.seat)
            case _:
                raise TypeError(f"{event.type} is no event of Family Favourites")

    def advance(self, state: FamilyState, seat: Seat, move: FamilyMove, chance: Chance) -> None:
        """Do to `state` what the events of `decide` would; stays in step with it by a test."""
        if reason := legality.why_not(state, seat, move):
            raise IllegalMoveError(reason)
        is_last = state.is_last_turn(seat, move)
        if isinstance(move, Play):
            state.play(seat, state.held(seat, move.card), move.call)
        elif isinstance(move, Draw):
            if not state.draw_pile:
                state.recycle(chance.shuffle(state.played[:-1], "recycle"))
            state.draw(seat, state.draw_pile[-1])
        else:
            state.pass_turn(seat)
        if not is_last:
            return
        scored = state.score(seat, move, state.hands)
        state.end_round(scored, state.totals_with(scored.points))
        if not state.is_over():
            seats = len(state.hands)
            dealer = left_of(state.dealer, seats)
            state.start_round(state.round + 1, dealer, deal_cards(dealer, seats, chance))

    # --- questions about a state ---

    def legal_moves(self, state: FamilyState, seat: Seat) -> list[FamilyMove]:
        """Return the legal moves of `seat`: cards in the order of the pack, `draw` or `pass`."""
        return legality.legal_moves(state, seat)

    def decisions(self, state: FamilyState) -> list[Decision]:
        """Return the one decision of the seat whose turn it is."""
        return [] if state.turn == NOBODY else [Decision(state.turn, "turn", state.opened)]

    def default_move(self, state: FamilyState, seat: Seat) -> FamilyMove:
        """Return the first legal move (rules.md 5)."""
        return legality.legal_moves(state, seat)[0]

    def observe(self, state: FamilyState, seat: Seat | None) -> FamilyObservation:
        """Return what `seat`, or a spectator (None), may know."""
        return observation.observe(state, seat)

    def outcome(self, state: FamilyState, resigned: Collection[Seat] = ()) -> Outcome | None:
        """Return the end of the game: fewest points win, ties share (3.6, 3.7.20)."""
        if not state.is_over():
            return None
        playing = [Seat(seat) for seat in range(len(state.totals)) if seat not in resigned]
        fewest = min((state.totals[seat] for seat in playing), default=0)
        winners = [seat for seat in playing if state.totals[seat] == fewest]
        return Outcome.of(winners=winners, scores=state.totals, seats=len(state.totals))

    def scores(self, state: FamilyState) -> Sequence[int]:
        """Return the points of the rounds that have ended, per seat."""
        return state.totals

    def shuffles(self, state: FamilyState) -> int:
        """Return how many shuffles the game has seen."""
        return state.shuffles

    # --- text and JSON ---

    def every_move(self) -> Sequence[FamilyMove]:
        """Return every move there is."""
        return moves.EVERY_MOVE

    def parse_move(self, text: str) -> FamilyMove:
        """Read a move; raise `MalformedMoveError`."""
        return moves.parse(text)

    def from_position(
        self, position: Mapping[str, Any], options: FamilyOptions, seats: int
    ) -> FamilyState:
        """Read a position; raise `BadPositionError`."""
        return read_position(position, rounds=options.hands, turn_cap=options.turn_cap, seats=seats)

    def to_position(self, state: FamilyState) -> dict[str, Any]:
        """Write a position with every key."""
        return write_position(state)


RULESET = FamilyFavourites()
