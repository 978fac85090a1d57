"""Magpies with one fault in each that gives nothing away, but breaks the contract."""

import copy
from typing import Any

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.events import Data, Event
from games.engine.ruleset import Options
from games.engine.seats import Seat
from tests.rules.planted.leaks import CrowdHummed
from tests.rules.planted.magpies.cards import MagpieMove
from tests.rules.planted.magpies.events import CardBuried, CardSealed
from tests.rules.planted.magpies.game import RULESET, Magpies
from tests.rules.planted.magpies.state import MagpieState


class UnlistedMove(Magpies):
    """The last legal move is accepted, but not listed."""

    def legal_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        listed = super().legal_moves(state, seat)
        return listed[:-1] if len(listed) > 1 else listed

    def decide(
        self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance
    ) -> list[Event]:
        return RULESET.decide(state, seat, move, chance)


class RefusedMove(UnlistedMove):
    """A second burial is listed, and refused."""

    def legal_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        return RULESET.legal_moves(state, seat)

    def free_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        return [MagpieMove(move.code, "bury") for move in self.legal_moves(state, seat)]


class TwoTexts(Magpies):
    """A move is read in capitals and in small letters."""

    def parse_move(self, text: str) -> MagpieMove:
        return super().parse_move(text.replace("t", "T"))


class BusyDecide(Magpies):
    """To decide sorts the deck."""

    def decide(
        self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance
    ) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        state.deck.sort()
        return events


class SharingState(MagpieState):
    def copy(self) -> "SharingState":
        return copy.copy(self)


class SharedCopies(Magpies):
    """A copy of a state shares its lists with the original."""

    state_type = SharingState

    def blank(self, options: Options, seats: int) -> MagpieState:
        honest = super().blank(options, seats)
        return SharingState(**{name: getattr(honest, name) for name in honest.__struct_fields__})


class OtherAdvance(Magpies):
    """A search plays by other rules than a game."""

    def advance(self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance) -> None:
        super().advance(state, seat, move, chance)
        state.buried[seat] = True


class ReusedNumbers(Magpies):
    """The number of an obligation comes again after three others."""

    def _open(self, state: MagpieState) -> None:
        state.opened = [(opened + 1) % 4 for opened in state.opened]


class RestlessNumbers(Magpies):
    """A sealed card of one seat gives the others a new decision."""

    def evolve(self, state: MagpieState, event: Event) -> None:
        super().evolve(state, event)
        if isinstance(event, CardSealed):
            self._open(state)


class LostCard(Magpies):
    """The nest holds fewer cards than were thrown there."""

    def to_position(self, state: MagpieState) -> dict[str, Any]:
        position = super().to_position(state)
        return {**position, "nest": position["nest"][:2]}


class ForgottenInPositions(Magpies):
    """A position does not tell who has buried a card."""

    def to_position(self, state: MagpieState) -> dict[str, Any]:
        return {**super().to_position(state), "buried": [False for _ in state.buried]}


class OutsideMemory(Magpies):
    """What the rules remember stands partly outside the state."""

    def __init__(self) -> None:
        self._sealed: list[Card] = []

    def evolve(self, state: MagpieState, event: Event) -> None:
        super().evolve(state, event)
        if isinstance(event, CardSealed):
            self._sealed.append(event.card)
            state.shuffles += len(self._sealed) // 8


class SilentShuffle(Magpies):
    """A shuffle is made that no event records."""

    def decide(
        self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance
    ) -> list[Event]:
        chance.shuffle(state.deck, "recycle")
        return super().decide(state, seat, move, chance)


class Endless(Magpies):
    """The last round is dealt again and again."""

    def _is_over(self, state: MagpieState) -> bool:
        return False


class CardBuriedQuietly(CardBuried, frozen=True, kw_only=True, tag="CardBuried"):
    tells_nothing = True

    def seen_by(self, seat: Seat | None) -> Data:
        return super().seen_by(seat)

    def opened(self) -> Data:
        return super().opened()


class QuietShuffle(Magpies):
    """A move that shuffles is said to tell nothing."""

    def decide(
        self, state: MagpieState, seat: Seat, move: MagpieMove, chance: Chance
    ) -> list[Event]:
        return [
            CardBuriedQuietly(seat=event.seat, card=event.card, order=event.order)
            if isinstance(event, CardBuried)
            else event
            for event in super().decide(state, seat, move, chance)
        ]


class QuietBehindTheRest(Magpies):
    """A move that tells nothing comes behind an event that does."""

    event_types = (*Magpies.event_types, CrowdHummed)

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        return [CrowdHummed(), *super()._sealing(state, seat, card)]
