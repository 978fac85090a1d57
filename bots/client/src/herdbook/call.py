"""One call as a value: what to send and how to read the answer, with no connection in sight.

Every call of the API is described once, by a method under `herdbook.calls` that returns a `Call`.
`endpoint` makes of it what callers see: on a `Client` the call is made and its answer returned,
on an `AsyncClient` it is awaited.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import quote

import httpx

from herdbook.errors import HerdbookError

T_co = TypeVar("T_co", covariant=True)

QueryValue: TypeAlias = str | int | None
"""None leaves the parameter out."""


class Repeat(Enum):
    """What makes it safe to send a request again when its answer was lost."""

    HARMLESS = "it changes nothing, or only once"
    KEY = "the server knows it again by an Idempotency-Key"
    NO = "nothing does: it is sent again only if it never arrived or was turned away"


def _reraise(error: HerdbookError) -> Any:
    raise error


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """A request to an address below `/api/v1`, and the reading of its answer."""

    method: str
    path: str
    read: Callable[[httpx.Response], T_co]
    body: Mapping[str, object] | None = None
    params: Mapping[str, QueryValue] = field(default_factory=dict[str, QueryValue])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    wait: int | None = None
    """Seconds for which the server may hold the answer back until there is news."""
    repeat: Repeat = Repeat.HARMLESS
    anonymous: bool = False
    """Sent without the client's token."""
    once: bool = False
    """Never tried again, however patient the client is."""
    excuse: Callable[[HerdbookError], T_co] = _reraise
    """Makes an answer of a refusal that is none to this call, or raises it."""


def path(*parts: str | int) -> str:
    """Join a path; what came from elsewhere cannot climb out of its place in it."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def given(**members: object) -> dict[str, object]:
    """Keep what was given: None stands for a member that is left out."""
    return {name: value for name, value in members.items() if value is not None}
