"""What orders may speak of beside the table, as each ruleset says: derived facts and traits."""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec

from games.engine.observation import Observation

Value: TypeAlias = bool | int | str | None
"""What is compared: a JSON value without parts."""
ValueKind: TypeAlias = Literal["flag", "number", "text"]


class Term(msgspec.Struct, frozen=True):
    """One name that orders may use: of a fact at the table, or of a trait of a move."""

    kind: ValueKind
    text: str
    """What it means, for people."""
    values: tuple[str, ...] = ()
    """All that a text can be, where that is not just any card."""


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """Orders ready-made, to be sent as they are or changed first."""

    name: str
    title: str
    text: str
    orders: tuple[dict[str, Any], ...]


O = TypeVar("O", bound=Observation)  # noqa: E741 - as in `games.engine.ruleset`
M = TypeVar("M")


class Terms(Generic[O, M]):
    """The words of a ruleset for orders. One without any still has its table and exact moves.

    Both functions see one seat's observation and nothing else. A fact or trait that makes no
    sense at the moment is left out, or None.
    """

    facts: ClassVar[Mapping[str, Term]] = {}
    """Names beside those of the table, none of which they may repeat."""
    traits: ClassVar[Mapping[str, Term]] = {}
    templates: ClassVar[tuple[Template, ...]] = ()

    def facts_of(self, observation: O) -> Mapping[str, Value]:
        """Return what follows from an observation, by the names in `facts`."""
        return {}

    def traits_of(self, observation: O, move: M) -> Mapping[str, Value]:
        """Return what is to be said of a move that may be made now, by the names in `traits`."""
        return {}
