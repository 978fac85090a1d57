"""The rules of Magpies, told honestly. The leaks are in `tests/rules/planted/leaks.py`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.decisions import Decision
from games.engine.errors import IllegalMoveError
from games.engine.events import Event
from games.engine.observation import Observation
from games.engine.outcome import Outcome
from games.engine.ruleset import Options, Ruleset
from games.engine.seats import Seat
from tests.rules.planted.magpies import cards
from tests.rules.planted.magpies import state as _state
from tests.rules.planted.magpies.cards import HAND_SIZE, PACK, MagpieMove, value_of
from tests.rules.planted.magpies.events import (
    CardBuried,
    CardsDrawn,
    CardSealed,
    CardsTurnedUp,
    RoundDealt,
    RoundEnded,
)
from tests.rules.planted.magpies.state import UNSEALED, MagpieObservation, MagpieState

ROUNDS = 2


class Magpies(Ruleset[MagpieState, MagpieMove, Options]):
    slug = "magpies"
    title = "Magpies"
    rules_version = 1
    seat_counts = range(2, 4)
    pack = PACK
    kinds = ("seal",)
    move_grammar = {"T4": "seal a card", "bury:T4": "shuffle a card into the deck"}
    state_type = MagpieState
    options_type = Options
    event_types: ClassVar[tuple[type[Event], ...]] = (
        RoundDealt,
        CardSealed,
        CardBuried,
        CardsTurnedUp,
        CardsDrawn,
        RoundEnded,
    )
    observation_type: ClassVar[type[Observation]] = MagpieObservation

    def blank(self, options: Options, seats: int) -> MagpieState:
        return MagpieState(
            hands=[[] for _ in range(seats)],
            deck=[],
            nest=[],
            sealed=[UNSEALED] * seats,
            points=[0] * seats,
            buried=[False] * seats,
            opened=[0] * seats,
        )

    def deal(self, options: Options, seats: int, chance: Chance) -> list[Event]:
        return [self._round(1, seats, chance)]

    def decide(
        self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance
    ) -> list[Event]:
        if move not in (*self.legal_moves(state, seat), *self.free_moves(state, seat)):
            raise IllegalMoveError(self._reason(state, seat, move))
        card = min(card for card in state.hands[seat] if PACK.code_of[card] == move.code)
        if move.verb == "bury":
            order = chance.shuffle([*state.deck, card], "recycle")
            return [CardBuried(seat=seat, card=card, order=tuple(order))]
        sealed = [*state.sealed]
        sealed[seat] = card
        events = self._sealing(state, seat, card)
        return events if UNSEALED in sealed else [*events, *self._turn_up(state, sealed, chance)]

    def evolve(self, state: MagpieState, event: Event) -> None:
        match event:
            case RoundDealt():
                state.round = event.round
                state.hands = [sorted(hand) for hand in event.hands]
                state.deck, state.nest = [*event.deck], []
                state.buried = [False for _ in state.buried]
                state.shuffles += 1
                self._open(state)
            case CardSealed():
                state.sealed[event.seat] = event.card
            case CardBuried():
                hand = state.hands[event.seat]
                hand[hand.index(event.card)] = event.order[0]
                hand.sort()
                state.deck = [*event.order[1:]]
                state.buried[event.seat] = True
                state.shuffles += 1
            case CardsTurnedUp():
                for hand, card in zip(state.hands, event.cards, strict=True):
                    hand.remove(card)
                state.nest = [*event.cards, *state.nest]
                state.sealed = [UNSEALED for _ in state.sealed]
                if event.winner is not None:
                    state.points[event.winner] += 1
                self._open(state)
            case CardsDrawn():
                for hand, card in zip(state.hands, event.cards, strict=True):
                    hand.append(card)
                    hand.sort()
                    state.deck.remove(card)
            case RoundEnded():
                state.round += 1
            case _:  # an event of a variant, which changes nothing
                pass

    def legal_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        if self._is_over(state) or state.sealed[seat] != UNSEALED:
            return []
        return [MagpieMove(code) for code in dict.fromkeys(PACK.codes(state.hands[seat]))]

    def free_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        if state.buried[seat] or not state.deck:
            return []
        return [MagpieMove(move.code, "bury") for move in self.legal_moves(state, seat)]

    def decisions(self, state: MagpieState) -> list[Decision]:
        return [
            Decision(Seat(seat), "seal", opened)
            for seat, opened in enumerate(state.opened)
            if self.legal_moves(state, Seat(seat))
        ]

    def default_move(self, state: MagpieState, seat: Seat) -> MagpieMove:
        return self.legal_moves(state, seat)[0]

    def observe(self, state: MagpieState, seat: Seat | None) -> MagpieObservation:
        return _state.observe(state, seat)

    def outcome(self, state: MagpieState, resigned: Collection[Seat] = ()) -> Outcome | None:
        if not self._is_over(state):
            return None
        winners = [Seat(s) for s, each in enumerate(state.points) if each == max(state.points)]
        return Outcome.of(winners=winners, scores=state.points, seats=len(state.hands))

    def scores(self, state: MagpieState) -> Sequence[int]:
        return [*state.points]

    def shuffles(self, state: MagpieState) -> int:
        return state.shuffles

    def every_move(self) -> list[MagpieMove]:
        return cards.EVERY_MOVE

    def parse_move(self, text: str) -> MagpieMove:
        return cards.parse_move(text)

    def from_position(
        self, position: Mapping[str, Any], options: Options, seats: int
    ) -> MagpieState:
        return _state.read_position(position, seats)

    def to_position(self, state: MagpieState) -> dict[str, Any]:
        return _state.write_position(state)

    # --- the steps in which leaks are planted and rules are changed ---

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        return [CardSealed(seat=seat, card=card)]

    def _winner(self, values: Sequence[int]) -> Seat | None:
        best = [Seat(seat) for seat, value in enumerate(values) if value == max(values)]
        return best[0] if len(best) == 1 else None

    def _drawing(self, cards: list[Card]) -> list[Event]:
        return [CardsDrawn(cards=tuple(cards))]

    def _reason(self, state: MagpieState, seat: Seat, move: MagpieMove) -> str:
        return f"Seat {seat} may not make the move {move} now."

    def _open(self, state: MagpieState) -> None:
        state.opened = [opened + 1 for opened in state.opened]

    # --- the rest ---

    def _is_over(self, state: MagpieState) -> bool:
        return state.round > ROUNDS or not any(state.hands)

    def _round(self, number: int, seats: int, chance: Chance) -> Event:
        order = chance.shuffle(PACK.cards(), "deal")
        hands = [order[at : at + HAND_SIZE] for at in range(0, seats * HAND_SIZE, HAND_SIZE)]
        deck = order[seats * HAND_SIZE :]
        return RoundDealt(round=number, hands=tuple(map(tuple, hands)), deck=tuple(deck))

    def _turn_up(self, state: MagpieState, sealed: list[Card], chance: Chance) -> list[Event]:
        seats = len(sealed)
        winner = self._winner([value_of(card) for card in sealed])
        events: list[Event] = [CardsTurnedUp(cards=tuple(sealed), winner=winner)]
        if len(state.deck) >= seats:
            return events + self._drawing(state.deck[:seats])
        if any(len(hand) > 1 for hand in state.hands):
            return events
        points = [score + (seat == winner) for seat, score in enumerate(state.points)]
        events.append(RoundEnded(points=tuple(points)))
        return events if state.round == ROUNDS else [*events, self._round(2, seats, chance)]


RULESET = Magpies()
