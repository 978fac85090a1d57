"""The rules of the Tortoise Game: the ruleset that the registry finds. `README.md` has them in words."""

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
from games.engine.seats import Seat
from games.rules.tortoise import moves, observation, steps
from games.rules.tortoise.cards import PACK
from games.rules.tortoise.dealing import deal_cards
from games.rules.tortoise.events import (
    CardDrawn,
    CardHandedOn,
    HandOffered,
    PairsThrown,
    RoundDealt,
    RoundEnded,
)
from games.rules.tortoise.going import NOBODY
from games.rules.tortoise.moves import DRAWS, Draw
from games.rules.tortoise.observation import TortoiseObservation
from games.rules.tortoise.planning import TortoiseTerms
from games.rules.tortoise.position import read_position, write_position
from games.rules.tortoise.state import TortoiseState


class TortoiseOptions(Options, frozen=True, kw_only=True):
    """The options of a Tortoise Game; `first_seat` is the dealer."""

    turn_cap: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=1_000_000,
            description="After so many draws the holder of the Tortoise loses; 0 for no cap.",
        ),
    ] = 5_000


class Tortoise(Ruleset[TortoiseState, Draw, TortoiseOptions]):
    """Whoever is left with the Tortoise loses."""

    slug = "tortoise"
    title = "The Tortoise Game"
    rules_version = 1
    seat_counts = range(2, 7)
    pack = PACK
    kinds = ("draw",)
    move_grammar = moves.GRAMMAR
    state_type = TortoiseState
    options_type = TortoiseOptions
    event_types: ClassVar[tuple[type[Event], ...]] = (
        RoundDealt,
        PairsThrown,
        HandOffered,
        CardDrawn,
        CardHandedOn,
        RoundEnded,
    )
    observation_type = TortoiseObservation
    terms = TortoiseTerms()

    # --- a game from its first card to its last ---

    def blank(self, options: TortoiseOptions, seats: int) -> TortoiseState:
        """Return the state before the deal."""
        return TortoiseState(turn_cap=options.turn_cap, hands=[0] * seats)

    def deal(self, options: TortoiseOptions, seats: int, chance: Chance) -> list[Event]:
        """Return the deal, the first throw-out, the hand-ons and the first offer."""
        assert options.first_seat != "random", "resolved when the game starts"
        dealer = Seat(options.first_seat)
        dealt = RoundDealt(dealer=dealer, hands=deal_cards(dealer, seats, chance))
        hands = [mask_of(hand) for hand in dealt.hands]
        return [dealt, *steps.after_deal(hands, dealer, chance)]

    def settle(self, state: TortoiseState, chance: Chance) -> list[Event]:
        """Return what a position of a deal still has before it; nothing once a hand is on offer."""
        if state.offerer != NOBODY or state.loser != NOBODY:
            return []
        return steps.after_deal(state.hands.copy(), state.dealer, chance)

    def decide(self, state: TortoiseState, seat: Seat, move: Draw, chance: Chance) -> list[Event]:
        """Return what happens when `seat` makes `move`; raise `IllegalMoveError`."""
        if seat != state.drawer:
            over = state.drawer == NOBODY
            raise IllegalMoveError("The game is over." if over else "It is not this seat's turn.")
        if move.position >= len(state.offer):
            raise IllegalMoveError("The offered hand has fewer cards.")
        return steps.after_draw(state, move.position, chance)

    def evolve(self, state: TortoiseState, event: Event) -> None:
        """Apply one event to `state`."""
        # The most frequent first, and not by `match`, which takes a tenth of a whole step longer.
        if isinstance(event, CardDrawn):
            state.draw(event.seat, event.card)
        elif isinstance(event, HandOffered):
            state.offer_hand(event.seat, event.cards)
        elif isinstance(event, PairsThrown):
            state.throw_out(event.seat, event.cards)
        elif isinstance(event, CardHandedOn):
            state.hand_on(event.seat, event.receiver, event.card)
        elif isinstance(event, RoundEnded):
            state.end(event.loser)
        elif isinstance(event, RoundDealt):
            state.start(event.dealer, event.hands)
        else:
            raise TypeError(f"{event.type} is no event of the Tortoise Game")

    # --- questions about a state ---

    def legal_moves(self, state: TortoiseState, seat: Seat) -> list[Draw]:
        """Return a draw for each card of the offered hand, if `seat` is the drawer."""
        return DRAWS[: len(state.offer)] if seat == state.drawer else []

    def decisions(self, state: TortoiseState) -> list[Decision]:
        """Return the one decision of the drawer."""
        if state.drawer == NOBODY:
            return []
        return [Decision(state.drawer, "draw", state.opened)]

    def default_move(self, state: TortoiseState, seat: Seat) -> Draw:
        """Return `draw:0`: the order of the offer is hidden already (rules.md 5)."""
        return DRAWS[0]

    def observe(self, state: TortoiseState, seat: Seat | None) -> TortoiseObservation:
        """Return what `seat`, or a spectator (None), may know."""
        return observation.observe(state, seat)

    def outcome(self, state: TortoiseState, resigned: Collection[Seat] = ()) -> Outcome | None:
        """Return the end of the game: all win but the holder of the Tortoise (4.6)."""
        if state.loser == NOBODY:
            return None
        seats = len(state.hands)
        losers = {state.loser, *resigned}
        winners = [Seat(seat) for seat in range(seats) if seat not in losers]
        return Outcome.of(winners=winners, scores=(), seats=seats)

    def scores(self, state: TortoiseState) -> Sequence[int]:
        """Return nothing: there are no points (4.6)."""
        return ()

    def shuffles(self, state: TortoiseState) -> int:
        """Return how many shuffles the game has seen."""
        return state.shuffles

    # --- text and JSON ---

    def every_move(self) -> Sequence[Draw]:
        """Return every move there is."""
        return DRAWS

    def parse_move(self, text: str) -> Draw:
        """Read a move; raise `MalformedMoveError`."""
        return moves.parse(text)

    def from_position(
        self, position: Mapping[str, Any], options: TortoiseOptions, seats: int
    ) -> TortoiseState:
        """Read a position; raise `BadPositionError`."""
        return read_position(position, turn_cap=options.turn_cap, seats=seats)

    def to_position(self, state: TortoiseState) -> dict[str, Any]:
        """Write a position with every key."""
        return write_position(state)


RULESET = Tortoise()
