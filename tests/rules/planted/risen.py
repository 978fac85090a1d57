"""Magpies after a change of an event: the schema of `CardSealed` has risen to 2."""

from typing import ClassVar

from games.engine.cards import Card
from games.engine.events import Data, Event
from games.engine.seats import Seat
from tests.rules.planted import upcasters
from tests.rules.planted.magpies import events
from tests.rules.planted.magpies.cards import PACK
from tests.rules.planted.magpies.game import Magpies
from tests.rules.planted.magpies.state import MagpieState


class CardSealed(events.CardSealed, frozen=True, kw_only=True, tag="CardSealed"):
    schema_version: ClassVar[int] = 2
    upcasters: ClassVar = {1: upcasters.card_sealed_v1_to_v2}

    place: int
    """How many seats had sealed before."""

    def seen_by(self, seat: Seat | None) -> Data:
        return {"place": self.place, **super().seen_by(seat)}

    def opened(self) -> Data:
        return {"card": PACK.code_of[self.card]}


class RisenMagpies(Magpies):
    event_types = (*(t for t in Magpies.event_types if t is not events.CardSealed), CardSealed)

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        place = sum(card >= 0 for card in state.sealed)
        return [CardSealed(seat=seat, card=card, place=place)]
