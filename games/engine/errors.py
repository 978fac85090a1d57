"""Refusals of the rules. Each has a code for programs and a reason that anybody may read."""

from collections.abc import Mapping
from typing import Any

import msgspec

_UNKNOWN = "Object contains unknown field `"


class RuleError(Exception):
    """A request the rules refuse; it changes nothing.

    `reason` is public: it never names a card that the asker cannot see.
    """

    code = "illegal_move"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class IllegalMoveError(RuleError):
    """The text is a move, but not one this seat may make now."""

    code = "illegal_move"


class MalformedMoveError(RuleError):
    """The text is not a move of this ruleset at all."""

    code = "malformed_move"


def reason_and_pointer(error: msgspec.ValidationError, read: Mapping[str, Any]) -> tuple[str, str]:
    """Return what is wrong with what was read, and the JSON pointer (RFC 6901) that leads to it."""
    text = str(error)
    if text.startswith(_UNKNOWN):
        name, path = text.removeprefix(_UNKNOWN).removesuffix("`"), ""
        if name not in read:  # where a name may look as if a path stood behind it
            name, _, path = name.rpartition("` - at `$.")
        escaped = name.replace("~", "~0").replace("/", "~1")
        return f"{_UNKNOWN}{name}`", f"{_pointer(path)}/{escaped}"
    reason, _, path = text.partition(" - at `$.")
    return reason, _pointer(path.strip("`"))


def names_unknown_field(error: msgspec.ValidationError) -> bool:
    """Answer whether what was read has a member that does not exist there."""
    return str(error).startswith(_UNKNOWN)


def _pointer(path: str) -> str:
    return "/" + path.replace(".", "/") if path else ""


class BadOptionsError(RuleError):
    """An option of the game is unknown or out of range; `pointer` leads to it (`/limit`)."""

    code = "bad_options"

    def __init__(self, reason: str, pointer: str = "") -> None:
        super().__init__(reason)
        self.pointer = pointer


class BadPositionError(RuleError):
    """A position written by hand cannot be read."""

    code = "bad_position"


class BadPlanError(RuleError):
    """Standing orders that cannot be followed; `pointer` leads to what is wrong."""

    code = "bad_plan"

    def __init__(self, reason: str, pointer: str) -> None:
        super().__init__(reason)
        self.pointer = pointer


class UnknownRulesetError(RuleError):
    """No ruleset has this slug."""

    code = "unknown_ruleset"


class RulesNotInstalledError(UnknownRulesetError):
    """The version of the rules under which a game was begun is not in this release."""

    code = "rules_not_installed"
