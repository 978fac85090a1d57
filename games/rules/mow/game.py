"""The rules of Mow: the ruleset that the registry finds. `README.md` has them in words."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from games.engine.chance import Chance
from games.engine.decisions import Decision
from games.engine.errors import IllegalMoveError
from games.engine.events import Event
from games.engine.outcome import Outcome
from games.engine.ruleset import Options, Ruleset
from games.engine.seats import Seat
from games.rules.mow import legality, moves, observation
from games.rules.mow.cards import PACK
from games.rules.mow.dealing import deal_cards
from games.rules.mow.events import CardDrawn, CowPlayed, HerdTaken, RoundDealt, RoundEnded
from games.rules.mow.moves import MowMove, Play, Take
from games.rules.mow.observation import MowObservation
from games.rules.mow.planning import MowTerms
from games.rules.mow.position import read_position, write_position
from games.rules.mow.signs import MowWitness
from games.rules.mow.state import NOBODY, MowState, ScoredRound
from games.rules.mow.steps import after_play, after_take, round_dealt


class MowOptions(Options, frozen=True, kw_only=True):
    """The options of a game of Mow."""

    limit: Annotated[
        int,
        msgspec.Meta(
            ge=1, le=1000, description="The game ends when a seat has more flies than this."
        ),
    ] = 100


class Mow(Ruleset[MowState, MowMove, MowOptions]):
    """The herding game."""

    slug = "mow"
    title = "Mow"
    rules_version = 1
    seat_counts = range(2, 6)
    pack = PACK
    kinds = ("turn", "open")
    move_grammar = moves.GRAMMAR
    state_type = MowState
    options_type = MowOptions
    event_types = (RoundDealt, CowPlayed, CardDrawn, HerdTaken, RoundEnded)
    observation_type = MowObservation
    terms = MowTerms()
    witness = MowWitness

    # --- a game from its first card to its last ---

    def blank(self, options: MowOptions, seats: int) -> MowState:
        """Return the state before the first deal."""
        return MowState(
            limit=options.limit,
            hands=[[] for _ in range(seats)],
            stables=[0] * seats,
            totals=[0] * seats,
        )

    def deal(self, options: MowOptions, seats: int, chance: Chance) -> list[Event]:
        """Return the first deal; nothing follows it by itself."""
        assert options.first_seat != "random", "resolved when the game starts"
        return [round_dealt(1, Seat(options.first_seat), seats, chance)]

    def decide(self, state: MowState, seat: Seat, move: MowMove, chance: Chance) -> list[Event]:
        """Return what happens when `seat` makes `move`; raise `IllegalMoveError`."""
        if reason := legality.why_not(state, seat, move):
            raise IllegalMoveError(reason)
        if isinstance(move, Play):
            return after_play(state, seat, move)
        return after_take(state, seat, chance)

    def evolve(self, state: MowState, event: Event) -> None:
        """Apply one event to `state`."""
        match event:
            case CowPlayed():
                state.add_to_herd(event.seat, event.card, event.slot, event.arrow)
            case CardDrawn():
                state.draw(event.seat, event.card)
            case HerdTaken():
                state.take_herd(event.seat)
            case RoundEnded():
                scored = ScoredRound(event.round, event.hands, event.points)
                state.end_round(scored, event.totals)
            case RoundDealt():
                state.start_round(event.round, event.starter, event.hands, event.deck)
            case _:
                raise TypeError(f"{event.type} is no event of Mow")

    def advance(self, state: MowState, seat: Seat, move: MowMove, chance: Chance) -> None:
        """Do to `state` what the events of `decide` would; stays in step with it by a test."""
        if reason := legality.why_not(state, seat, move):
            raise IllegalMoveError(reason)
        if isinstance(move, Play):
            state.add_to_herd(seat, state.held(seat, move.card), move.slot, move.arrow)
            if state.deck:
                state.draw(seat, state.deck[-1])
            return
        state.take_herd(seat)
        if state.deck:
            return
        scored = state.score()
        state.end_round(scored, state.totals_with(scored.points))
        if not state.is_over():
            starter = state.next_starter()
            hands, deck = deal_cards(starter, len(state.hands), chance)
            state.start_round(state.round + 1, starter, hands, deck)

    # --- questions about a state ---

    def legal_moves(self, state: MowState, seat: Seat) -> list[MowMove]:
        """Return the legal moves of `seat`: plain cows by number, specials, `take`."""
        return legality.legal_moves(state, seat)

    def decisions(self, state: MowState) -> list[Decision]:
        """Return the one decision of the seat whose turn it is."""
        if state.turn == NOBODY:
            return []
        return [Decision(state.turn, observation.phase(state), state.opened)]

    def default_move(self, state: MowState, seat: Seat) -> MowMove:
        """Return the first legal play, the arrow unchanged, else `take` (rules.md 5)."""
        legal = legality.legal_moves(state, seat)
        return next(
            move
            for move in legal
            if isinstance(move, Take) or move.arrow is None or move.arrow == state.arrow
        )

    def observe(self, state: MowState, seat: Seat | None) -> MowObservation:
        """Return what `seat`, or a spectator (None), may know."""
        return observation.observe(state, seat)

    def outcome(self, state: MowState, resigned: Collection[Seat] = ()) -> Outcome | None:
        """Return the end of the game: fewest flies win, ties share (1.7, 1.9.33)."""
        if not state.is_over():
            return None
        playing = [Seat(seat) for seat in range(len(state.totals)) if seat not in resigned]
        fewest = min((state.totals[seat] for seat in playing), default=0)
        winners = [seat for seat in playing if state.totals[seat] == fewest]
        return Outcome.of(winners=winners, scores=state.totals, seats=len(state.totals))

    def scores(self, state: MowState) -> Sequence[int]:
        """Return the flies of the rounds that have ended, per seat."""
        return state.totals

    def shuffles(self, state: MowState) -> int:
        """Return how many shuffles the game has seen."""
        return state.shuffles

    # --- text and JSON ---

    def every_move(self) -> Sequence[MowMove]:
        """Return every move there is."""
        return moves.EVERY_MOVE

    def parse_move(self, text: str) -> MowMove:
        """Read a move; raise `MalformedMoveError`."""
        return moves.parse(text)

    def from_position(
        self, position: Mapping[str, Any], options: MowOptions, seats: int
    ) -> MowState:
        """Read a position; raise `BadPositionError`."""
        return read_position(position, limit=options.limit, seats=seats)

    def to_position(self, state: MowState) -> dict[str, Any]:
        """Write a position with every key."""
        return write_position(state)


RULESET = Mow()
