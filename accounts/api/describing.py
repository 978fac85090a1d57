"""What a view says of each of its methods, for the OpenAPI document; nothing here has any effect.

Scope, path, query and what every endpoint can answer are known from the view itself, so an
`Operation` names only the rest. `config.openapi` makes the document of it, the tests hold every
response they see against that, and a method without an `Operation` is a failure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from accounts.api.inputs import StrictInput


class Key(Enum):
    """What the endpoint does with an `Idempotency-Key`."""

    IGNORED = auto()
    TAKEN = auto()
    REFUSED = auto()
    """It returns a secret or needs no token, so it cannot repeat its answer; or a copy of the
    request does nothing, and says so."""


@dataclass(frozen=True)
class Operation:
    """One method of one path."""

    id: str
    """Its name in generated clients."""
    summary: str
    text: str = ""
    """What else is to be known, in Markdown."""

    bodies: tuple[type[StrictInput], ...] = ()
    """What the body may be; more than one where a token changes what is asked for."""
    examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Bodies, by what they are for."""
    answers: Mapping[int, Any] = field(default_factory=dict)
    """The shape of the body for every status below 400; None for an empty one."""
    refusals: tuple[str, ...] = ()
    """Its own codes of problems, beside those that follow from what the view declares."""
    key: Key = Key.IGNORED
    waits: bool = False
    """Whether `Prefer: wait=N` waits for news."""
    tagged: bool = False
    """Whether answers have an `ETag` and `If-None-Match` is looked at."""
