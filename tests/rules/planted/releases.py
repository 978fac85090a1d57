"""Magpies in three releases, one after the other, as a server with games in play would get them.

The first release seals cards without more, the second records the place of a seal, the third calls
that place otherwise. The third also changes the rules: the lowest card wins, no longer the dearest.
Games begun before are played on by the rules they were begun under.
"""

from collections.abc import Sequence
from typing import ClassVar

from games.engine.cards import Card
from games.engine.events import Data, Event
from games.engine.seats import Seat
from tests.rules.planted import upcasters
from tests.rules.planted.magpies import events
from tests.rules.planted.magpies.cards import PACK, MagpieMove
from tests.rules.planted.magpies.game import Magpies
from tests.rules.planted.magpies.state import MagpieState
from tests.rules.planted.risen import RisenMagpies


class CardSealed(events.CardSealed, frozen=True, kw_only=True, tag="CardSealed"):
    schema_version: ClassVar[int] = 3
    upcasters: ClassVar = {
        1: upcasters.card_sealed_v1_to_v2,
        2: upcasters.card_sealed_v2_to_v3,
    }

    before: int
    """How many seats had sealed before."""

    def seen_by(self, seat: Seat | None) -> Data:
        return {"before": self.before, **super().seen_by(seat)}

    def opened(self) -> Data:
        return {"card": PACK.code_of[self.card], "before": self.before}


class FirstRelease(Magpies):
    def is_free(self, move: MagpieMove) -> bool:
        return move.verb == "bury"


class SecondRelease(FirstRelease, RisenMagpies):
    """The same rules; the schema of `CardSealed` has risen to 2."""


class OldRules(FirstRelease):
    """What the third release has for games begun before it."""

    event_types = (*(t for t in Magpies.event_types if t is not events.CardSealed), CardSealed)

    def _sealing(self, state: MagpieState, seat: Seat, card: Card) -> list[Event]:
        before = sum(card >= 0 for card in state.sealed)
        return [CardSealed(seat=seat, card=card, before=before)]


class ThirdRelease(OldRules):
    """The lowest card wins; the schema of `CardSealed` has risen to 3."""

    rules_version = 2

    def _winner(self, values: Sequence[int]) -> Seat | None:
        best = [Seat(seat) for seat, value in enumerate(values) if value == min(values)]
        return best[0] if len(best) == 1 else None


FIRST, SECOND, OLD, THIRD = FirstRelease(), SecondRelease(), OldRules(), ThirdRelease()
