"""An event that hides nothing: what the events of every game have in common."""

from datetime import UTC, datetime
from types import NoneType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NotRequired,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_type_hints,
)

import msgspec

from games.engine.events import Data, Event
from games.engine.seats import Seat

Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]


class PublicEvent(Event, frozen=True, kw_only=True):
    """An event whose data is the same for everybody, during the game and after it."""

    shows: ClassVar[tuple[str, ...]]
    """The fields everybody may see, one by one; each type says so itself. Unset ones are left out."""

    def seen_by(self, seat: Seat | None) -> Data:
        """Return the public data."""
        return self.opened()

    def opened(self) -> Data:
        """Return the public data; nothing of it was hidden."""
        values = ((name, getattr(self, name)) for name in self.shows)
        return {name: _shown(value) for name, value in values if value is not None}

    @classmethod
    def shown_type(cls) -> Any:
        """Return the type of the fields that are shown; one that can be unset may be left out."""
        types = get_type_hints(cls, include_extras=True)
        fields = {name: _left_out_when_unset(types[name]) for name in cls.shows}
        return TypedDict(f"{cls.__name__}Data", fields)  # type: ignore[operator]  # made at run time

    @classmethod
    def opened_type(cls) -> Any:
        """Return the same; nothing was hidden."""
        return cls.shown_type()


def _shown(value: Any) -> object:
    if isinstance(value, datetime):  # as everywhere outside: UTC with milliseconds
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return msgspec.to_builtins(value)


def _left_out_when_unset(annotation: Any) -> Any:
    parts = get_args(annotation)
    if NoneType not in parts:
        return annotation
    return NotRequired[Union[tuple(part for part in parts if part is not NoneType)]]  # noqa: UP007
