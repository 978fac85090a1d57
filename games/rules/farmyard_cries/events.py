"""What is recorded of a game of Farmyard Cries, and who may see what of it (2.10)."""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.events import Event, SeatEvent
from games.engine.seats import Seat, right_of
from games.rules.farmyard_cries import shown
from games.rules.farmyard_cries.cards import PACK, GroupId, codes_of
from games.rules.farmyard_cries.dealing import dealt_order
from games.rules.farmyard_cries.moves import LAY_DOWN, SWAP, Cry, Exchange, Pass, Stack
from games.rules.farmyard_cries.state import Gift


class RoundDealt(Event, frozen=True, kw_only=True, tag="RoundDealt"):
    """Five cards to each seat, ten to stack A, the rest to stack B (2.4)."""

    round: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    """Per seat, in the order dealt."""
    stack_a: tuple[Card, ...]
    """The top, which lies face up, first."""
    stack_b: tuple[Card, ...]

    def seen_by(self, seat: Seat | None) -> shown.RoundDealtShown:
        """Show sizes and face-up cards to everybody and a hand to its seat."""
        view: shown.RoundDealtShown = {
            "round": self.round,
            "dealer": self.dealer,
            "hand_sizes": [len(hand) for hand in self.hands],
            "stack_sizes": {"A": len(self.stack_a), "B": len(self.stack_b)},
            "face_up": {"A": PACK.code_of[self.stack_a[0]], "B": PACK.code_of[self.stack_b[0]]},
        }
        if seat is not None:
            view["hand"] = codes_of(self.hands[seat])
        return view

    def opened(self) -> shown.RoundDealtOpened:
        """Return all hands and both stacks, the tops first."""
        return {
            "round": self.round,
            "dealer": self.dealer,
            "hands": [codes_of(hand) for hand in self.hands],
            "stacks": {"A": PACK.codes(self.stack_a), "B": PACK.codes(self.stack_b)},
        }

    def shuffle(self) -> tuple[str, Sequence[Card]]:
        """Return the order of the pack from which this deal was made."""
        return "deal", dealt_order(self.dealer, self.hands, self.stack_a, self.stack_b)


class CardExchanged(SeatEvent, frozen=True, kw_only=True, tag="CardExchanged"):
    """A seat discarded a card and took a face-up card; the turn went left (2.5, 2.6)."""

    discarded: Card
    stack: Stack
    taken: Card
    turned_up: Card
    """The next face-up card of the stack. If that was refilled, it is the card just discarded."""

    def seen_by(self, seat: Seat | None) -> shown.CardExchangedShown:
        """Show what lay and lies face up to everybody, a discard that lies face down to its seat."""
        refilled = self.turned_up == self.discarded
        view: shown.CardExchangedShown = {
            "stack": self.stack,
            "taken": PACK.code_of[self.taken],
            "turned_up": PACK.code_of[self.turned_up],
            "refilled": refilled,
        }
        if refilled or seat == self.seat:
            view["discarded"] = PACK.code_of[self.discarded]
        return view

    def opened(self) -> shown.CardExchangedOpened:
        """Return the discard, too."""
        return {
            "stack": self.stack,
            "taken": PACK.code_of[self.taken],
            "turned_up": PACK.code_of[self.turned_up],
            "refilled": self.turned_up == self.discarded,
            "discarded": PACK.code_of[self.discarded],
        }

    def move(self) -> str:
        """Return the move's text."""
        return str(Exchange(self.discarded, self.stack))


class SwapCalled(SeatEvent, frozen=True, kw_only=True, tag="SwapCalled"):
    """A seat called a swap: every seat owes a card (2.5)."""

    tells_nothing = True  # whatever it holds, a seat may call a swap

    def seen_by(self, seat: Seat | None) -> shown.Nothing:
        """Show nothing but that it happened."""
        return {}

    def opened(self) -> shown.Nothing:
        """Return nothing more."""
        return {}

    def move(self) -> str:
        """Return the move's text."""
        return str(SWAP)


class CardSealed(SeatEvent, frozen=True, kw_only=True, tag="CardSealed"):
    """A seat chose the card that it passes in a swap (2.8.10)."""

    tells_nothing = True  # only its seat knows the card, which it held before

    card: Card

    def seen_by(self, seat: Seat | None) -> shown.CardSealedShown:
        """Show the card to the seat that sealed it."""
        return {"card": PACK.code_of[self.card]} if seat == self.seat else {}

    def opened(self) -> shown.CardSealedOpened:
        """Return the card."""
        return {"card": PACK.code_of[self.card]}

    def move(self) -> str:
        """Return the move's text."""
        return str(Pass(self.card))


class CardsPassed(Event, frozen=True, kw_only=True, tag="CardsPassed"):
    """All sealed cards moved one seat left; happens when the last seat has sealed (2.6)."""

    cards: tuple[Card, ...]
    """Per seat that gave it."""

    def seen_by(self, seat: Seat | None) -> shown.CardsPassedShown:
        """Show each seat what it gave and what it received."""
        if seat is None:
            return {}
        giver = right_of(seat, len(self.cards))
        return {
            "given": PACK.code_of[self.cards[seat]],
            "received": PACK.code_of[self.cards[giver]],
        }

    def opened(self) -> shown.CardsPassedOpened:
        """Return every card, by the seat that gave it."""
        return {"cards": PACK.codes(self.cards)}


class RaceStarted(Event, frozen=True, kw_only=True, tag="RaceStarted"):
    """Several seats hold a set at once: the first to lay down wins (2.8.20)."""

    seats: tuple[Seat, ...]
    caller: Seat | None = None
    """Who called the swap that led to it; None if a deal did."""

    def seen_by(self, seat: Seat | None) -> shown.RaceStartedShown:
        """Show who races, not with what."""
        return {"seats": list(self.seats), "caller": self.caller}

    def opened(self) -> shown.RaceStartedShown:
        """Return what everybody saw."""
        return self.seen_by(None)


class SetLaidDown(SeatEvent, frozen=True, kw_only=True, tag="SetLaidDown"):
    """A seat laid its set down first in a race; `RoundEnded` says which (2.8.20)."""

    def seen_by(self, seat: Seat | None) -> shown.Nothing:
        """Show nothing but that it happened."""
        return {}

    def opened(self) -> shown.Nothing:
        """Return nothing more."""
        return {}

    def move(self) -> str:
        """Return the move's text."""
        return str(LAY_DOWN)


class GroupCried(SeatEvent, frozen=True, kw_only=True, tag="GroupCried"):
    """A seat cried a group; who else held its Young gave it, and the round was won (2.6)."""

    group: GroupId
    given: tuple[Gift, ...] = ()
    """By ascending seat; nothing if the cry failed."""

    def seen_by(self, seat: Seat | None) -> shown.GroupCriedShown:
        """Show everything to everybody."""
        return {
            "group": self.group,
            "success": bool(self.given),
            "given": [{"seat": gift.seat, "cards": codes_of(gift.cards)} for gift in self.given],
        }

    def opened(self) -> shown.GroupCriedShown:
        """Return what everybody saw."""
        return self.seen_by(None)

    def move(self) -> str:
        """Return the move's text."""
        return str(Cry(self.group))


class RoundEnded(Event, frozen=True, kw_only=True, tag="RoundEnded"):
    """A seat won the round, or the cap on turns made it void (2.7, rules.md 5)."""

    round: int
    winner: Seat | None = None
    group: GroupId | None = None
    cards: tuple[Card, ...] = ()
    """The winning four: Mother, Young, Where found, Breed."""
    points: tuple[int, ...]
    scores: tuple[int, ...]

    def seen_by(self, seat: Seat | None) -> shown.RoundEndedShown:
        """Show everything to everybody; other cards are not in it (2.8.29)."""
        return {
            "round": self.round,
            "winner": self.winner,
            "group": self.group,
            "cards": PACK.codes(self.cards),
            "points": list(self.points),
            "scores": list(self.scores),
        }

    def opened(self) -> shown.RoundEndedShown:
        """Return what everybody saw."""
        return self.seen_by(None)
