"""Every event type says itself who may see what of it (F42)."""

from typing import Any, TypedDict

import msgspec
import pytest

from games.engine import registry
from games.engine.events import Data, Event
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.public_event import PublicEvent
from games.engine.registry import UnfitRulesetError, all_rulesets, register
from games.engine.seat_events import SeatKind
from games.engine.seats import Seat
from games.rules.mow.events import CardDrawn

OURS = ("holder", "creator", "account")
"""Fields that name somebody, whom the log shows nobody."""
TYPES = [one for ruleset in all_rulesets() for one in ruleset.event_types]


class Shape(TypedDict):
    """No data."""


class CardHidden(Event, frozen=True, tag="CardHidden"):
    """Holds a card, and does not say who may see it."""

    card: int

    def opened(self) -> Shape:
        return {}


class CardInherited(CardDrawn, frozen=True, tag="CardInherited"):
    """Relies on what another type says."""


@pytest.mark.parametrize("event_type", [CardHidden, CardInherited])
def test_a_type_without_a_redactor_of_its_own_cannot_be_registered(event_type, monkeypatch):
    """F42: not even in a ruleset that is there already."""
    for ruleset in all_rulesets():
        kept = dict(registry._rulesets)
        unfit: Any = type(
            "Unfit", (type(ruleset),), {"event_types": (*ruleset.event_types, event_type)}
        )
        with pytest.raises(UnfitRulesetError, match=event_type.__name__):
            register(unfit())
        assert registry._rulesets == kept


@pytest.mark.parametrize("event_type", TYPES, ids=lambda one: one.__name__)
def test_each_type_of_a_ruleset_has_its_own(event_type):
    """F42"""
    assert {"seen_by", "opened"} <= set(vars(event_type))


@pytest.mark.parametrize("event_type", LIFECYCLE_EVENTS, ids=lambda one: one.__name__)
def test_what_every_game_has_is_shown_by_a_list_of_its_own(event_type):
    """F42: field by field, and nobody's name among them."""
    assert issubclass(event_type, PublicEvent)
    assert "shows" in vars(event_type)
    fields = {field.name for field in msgspec.structs.fields(event_type)}
    assert set(event_type.shows) <= fields
    assert not [name for name in event_type.shows if name in OURS]


class SeatWatched(PublicEvent, frozen=True, tag="SeatWatched"):
    """An event of every game to which somebody has added a field."""

    shows = ("kind",)
    kind: SeatKind
    holder: str
    added: str = "a secret"


def test_a_field_that_is_on_no_list_is_shown_to_nobody():
    """F42"""
    event = SeatWatched(seat=Seat(0), kind=SeatKind.BOT, holder="one")
    shown: list[Data] = [event.seen_by(None), event.seen_by(Seat(0)), event.opened()]
    assert shown == [{"kind": "bot"}] * 3
