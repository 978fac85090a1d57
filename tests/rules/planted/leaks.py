"""Magpies with one leak planted in each. None of them is ever registered."""

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.events import Data, Event
from games.engine.seats import Seat
from tests.rules.planted.magpies.cards import PACK, MagpieMove, value_of
from tests.rules.planted.magpies.events import CardsDrawn, CardSealed, CardsTurnedUp
from tests.rules.planted.magpies.game import Magpies
from tests.rules.planted.magpies.state import UNSEALED, MagpieObservation, MagpieState

HIGH = 5
"""Cards above this value are what the leaks tell."""


class PeekingObservation(MagpieObservation, frozen=True, kw_only=True):
    next_card: str | None


class TopInTheObservation(Magpies):
    """The observation shows the top of the deck."""

    observation_type = PeekingObservation

    def observe(self, state: MagpieState, seat: Seat | None) -> PeekingObservation:
        honest = super().observe(state, seat)
        top = PACK.code_of[state.deck[0]] if state.deck else None
        return PeekingObservation(**honest.table(), next_card=top)


class RichObservation(MagpieObservation, frozen=True, kw_only=True):
    rich: list[bool]


class HintInTheObservation(Magpies):
    """The observation names no card, but tells who holds a dear one."""

    observation_type = RichObservation

    def observe(self, state: MagpieState, seat: Seat | None) -> RichObservation:
        rich = [any(value_of(card) > HIGH for card in hand) for hand in state.hands]
        return RichObservation(**super().observe(state, seat).table(), rich=rich)


class CardSealedOpenly(CardSealed, frozen=True, kw_only=True, tag="CardSealed"):
    def seen_by(self, seat: Seat | None) -> Data:
        return self.opened()

    def opened(self) -> Data:
        return super().opened()


class CardInAnEvent(Magpies):
    """A sealed card stands in everybody's view of the event."""

    event_types = (*(t for t in Magpies.event_types if t is not CardSealed), CardSealedOpenly)

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        return [CardSealedOpenly(seat=seat, card=card)]


class MoveSealedOpenly(CardSealed, frozen=True, kw_only=True, tag="CardSealed"):
    def seen_by(self, seat: Seat | None) -> Data:
        return super().seen_by(seat)

    def opened(self) -> Data:
        return super().opened()

    def move_seen_by(self, seat: Seat | None) -> str:
        return self.move()


class CardInAMove(Magpies):
    """The replay of another seat tells what was sealed."""

    event_types = (*(t for t in Magpies.event_types if t is not CardSealed), MoveSealedOpenly)

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        return [MoveSealedOpenly(seat=seat, card=card)]


class CrowdHummed(Event, frozen=True, kw_only=True, tag="CrowdHummed"):
    """Says nothing, but is there only when a dear card was sealed."""

    def seen_by(self, seat: Seat | None) -> Data:
        return {}

    def opened(self) -> Data:
        return {}


class EventThatIsThere(Magpies):
    """An event happens only if the card that was sealed is dear."""

    event_types = (*Magpies.event_types, CrowdHummed)

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        events = super()._sealing(state, seat, card)
        return [*events, CrowdHummed()] if value_of(card) > HIGH else events


class CardsDrawnInParts(CardsDrawn, frozen=True, kw_only=True, tag="CardsDrawn"):
    """What one or more seats drew, from a seat on."""

    first: Seat = Seat(0)

    def seen_by(self, seat: Seat | None) -> Data:
        drawn = dict(enumerate(self.cards, start=self.first))
        return {"card": PACK.code_of[drawn[seat]]} if seat in drawn else {}

    def opened(self) -> Data:
        return super().opened()


class NumberOfEvents(Magpies):
    """Cards are drawn in one event if they are all cheap, in one a seat otherwise."""

    event_types = (*(t for t in Magpies.event_types if t is not CardsDrawn), CardsDrawnInParts)

    def _drawing(self, cards: list[Card]) -> list[Event]:
        if any(value_of(card) > HIGH for card in cards):
            return [
                CardsDrawnInParts(cards=(card,), first=Seat(seat))
                for seat, card in enumerate(cards)
            ]
        return [CardsDrawnInParts(cards=tuple(cards))]

    def evolve(self, state: MagpieState, event: Event) -> None:
        if not isinstance(event, CardsDrawnInParts):
            super().evolve(state, event)
            return
        for seat, card in enumerate(event.cards, start=event.first):
            state.hands[seat] = sorted([*state.hands[seat], card])
            state.deck.remove(card)


class CardInARefusal(Magpies):
    """A refusal names the top of the deck."""

    def _reason(self, state: MagpieState, seat: Seat, move: MagpieMove) -> str:
        honest = super()._reason(state, seat, move)
        return f"{honest} Wait for the {PACK.code_of[state.deck[0]]}." if state.deck else honest


class HintInARefusal(Magpies):
    """A refusal depends on whether somebody else holds the card that was named."""

    def _reason(self, state: MagpieState, seat: Seat, move: MagpieMove) -> str:
        others = [PACK.codes(hand) for each, hand in enumerate(state.hands) if each != seat]
        held = any(move.code in hand for hand in others)
        return super()._reason(state, seat, move) + (" It is held elsewhere." if held else "")


class OrderOfCopies(Magpies):
    """Who has sealed is listed by which copy of a picture it was: numbers show."""

    def observe(self, state: MagpieState, seat: Seat | None) -> MagpieObservation:
        table = super().observe(state, seat).table()
        table["sealed"].sort(key=lambda each: (state.sealed[each] % 2, each))
        return MagpieObservation(**table)


class OrderOfCards(Magpies):
    """Who has sealed is listed by the value of the card."""

    def observe(self, state: MagpieState, seat: Seat | None) -> MagpieObservation:
        table = super().observe(state, seat).table()
        table["sealed"].sort(key=lambda each: state.sealed[each])
        return MagpieObservation(**table)


class NumberOfADecision(Magpies):
    """A new obligation's number jumps ahead if the top of the deck is dear."""

    def _open(self, state: MagpieState) -> None:
        super()._open(state)
        if state.deck and value_of(state.deck[0]) > HIGH:
            super()._open(state)


class MovesByTheDeck(Magpies):
    """Only a cheap top of the deck allows to bury a card."""

    def free_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        top = state.deck[0] if state.deck else UNSEALED
        return [] if value_of(top) > HIGH else super().free_moves(state, seat)


class ScoresByTheDeck(Magpies):
    """Running scores count a hidden card."""

    def scores(self, state: MagpieState) -> list[int]:
        top = value_of(state.deck[0]) if state.deck else 0
        return [score + top for score in state.points]


class CardsTurnedUpQuietly(CardsTurnedUp, frozen=True, kw_only=True, tag="CardsTurnedUp"):
    tells_nothing = True

    def seen_by(self, seat: Seat | None) -> Data:
        return super().seen_by(seat)

    def opened(self) -> Data:
        return super().opened()


class CardsDrawnQuietly(CardsDrawn, frozen=True, kw_only=True, tag="CardsDrawn"):
    tells_nothing = True

    def seen_by(self, seat: Seat | None) -> Data:
        return super().seen_by(seat)

    def opened(self) -> Data:
        return super().opened()


class TurnedUpQuietly(Magpies):
    """To turn cards up and to draw others is said to tell nothing, and could be undone."""

    def decide(
        self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance
    ) -> list[Event]:
        return [
            CardsTurnedUpQuietly(cards=event.cards, winner=event.winner)
            if isinstance(event, CardsTurnedUp)
            else event
            for event in super().decide(state, seat, move, chance)
        ]

    def _drawing(self, cards: list[Card]) -> list[Event]:
        return [CardsDrawnQuietly(cards=tuple(cards))]
