"""Events: recorded facts, in the past tense, each of which says who may see what of it."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeAlias, get_type_hints

import msgspec

from games.engine.cards import Card
from games.engine.seats import Seat

Data = Mapping[str, object]
"""The part of an event that a viewer is shown: JSON values, cards as codes."""
Payload: TypeAlias = dict[str, Any]
"""An event as it is stored: JSON values, cards as numbers."""


class Cause(StrEnum):
    """Who or what made an event happen."""

    PLAYER = "player"
    BOT = "bot"
    HOUSE_BOT = "house-bot"
    EXPIRY = "expiry"
    PLAN = "plan"
    MODERATOR = "moderator"
    SYSTEM = "system"


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of all events. A subclass sets `tag` to its name and defines `seen_by` itself.

    Every viewer sees that each event happened: its version, type, seat, time and cause.
    `seen_by` decides about its data only, so whether an event exists, and how many there are,
    may depend on public facts alone. Events hold card numbers, no names and no seeds.

    What `seen_by` and `opened` return is documented by their return types: a `TypedDict` each, in
    which what only some viewers see is `NotRequired`. The published schemas are made from these.
    """

    schema_version: ClassVar[int] = 1
    upcasters: ClassVar[Mapping[int, Callable[[Payload], Payload]]] = {}
    """Schema version n -> the function that makes a payload of n + 1 out of one of n."""
    tells_nothing: ClassVar[bool] = False
    """Whether such an event shows no seat, not even its own, anything hidden that it did not know
    before, in every game and whatever the hidden cards are. Only then can it be undone."""

    seat: Seat | None = None
    """The seat whose doing or concern it is; public. None for what concerns the whole game."""

    @property
    def type(self) -> str:
        """The event's name in the log and in the API."""
        return str(self.__struct_config__.tag)

    def seen_by(self, seat: Seat | None) -> Data:
        """Return the data that `seat` (None: a spectator) may see; there is no default."""
        raise NotImplementedError(  # abstract: the registry refuses a type without its own
            f"{self.type} does not say who may see it"
        )

    def opened(self) -> Data:
        """Return all of the data, for a replay after the end of the game."""
        raise NotImplementedError(  # abstract: the registry refuses a type without its own
            f"{self.type} does not say what it holds"
        )

    @classmethod
    def from_payload(cls, payload: Payload, schema_version: int) -> Self:
        """Read what was stored, climbing one schema version at a time to today's."""
        for version in range(schema_version, cls.schema_version):
            payload = cls.upcasters[version](payload)
        return msgspec.convert(payload, cls)

    @classmethod
    def shown_type(cls) -> Any:
        """Return the type of what `seen_by` returns to any viewer."""
        return get_type_hints(cls.seen_by)["return"]

    @classmethod
    def opened_type(cls) -> Any:
        """Return the type of what `opened` returns."""
        return get_type_hints(cls.opened)["return"]

    def move(self) -> str | None:
        """Return the text of the move that this event records, or None if it is a consequence."""
        return None

    def move_seen_by(self, seat: Seat | None) -> str | None:
        """Return the move if `seat` knew all of it: its own, or one whose event hid nothing.

        A type overrides this where it hides something of which the move says nothing, such as
        the card that was drawn.
        """
        is_known = seat == self.seat or self.seen_by(seat) == self.opened()
        return self.move() if is_known else None

    def shuffle(self) -> tuple[str, Sequence[Card]] | None:
        """Return the purpose and the order of the shuffle that this event records, if any."""
        return None


class SeatEvent(Event, frozen=True, kw_only=True):
    """Base of the events that are always some seat's doing."""

    seat: Seat  # pyright: ignore[reportGeneralTypeIssues] - required here, optional in the base
