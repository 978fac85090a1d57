"""The members of a JSON object, taken out strictly, and pointers to where they stand."""

from collections.abc import Sequence
from typing import TypeGuard

from games.engine.errors import BadPlanError


def is_object(raw: object) -> TypeGuard[dict[str, object]]:
    """Answer whether a JSON value is an object."""
    return isinstance(raw, dict)


def is_list(raw: object) -> TypeGuard[list[object]]:
    """Answer whether a JSON value, in a table too, is a list."""
    return isinstance(raw, list | tuple)


class Pointer:
    """A JSON pointer (RFC 6901) to a part of a plan."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __truediv__(self, step: str | int) -> "Pointer":
        """Return the pointer to a part of that part."""
        return Pointer(f"{self.text}/{str(step).replace('~', '~0').replace('/', '~1')}")

    def refusal(self, reason: str) -> BadPlanError:
        """Return what to raise for what stands here."""
        return BadPlanError(reason, self.text)

    def list_of(self, raw: object, *, least: int, most: int) -> Sequence[object]:
        """Return a list that stands here, if it has a length that it may have."""
        if not is_list(raw):
            raise self.refusal("This must be a list.")
        if not least <= len(raw) <= most:
            raise self.refusal(f"This must have {least} to {most} entries.")
        return raw


class Fields:
    """An object that may have these members and no other."""

    def __init__(self, raw: object, at: Pointer, allowed: Sequence[str]) -> None:
        if not is_object(raw):
            raise at.refusal("This must be an object.")
        self._members = raw
        self.at = at
        for name in self._members:
            if name not in allowed:
                raise (at / name).refusal(
                    f"There is no such field. There are: {', '.join(allowed)}."
                )

    def has(self, name: str) -> bool:
        """Answer whether a member is there."""
        return name in self._members

    def get(self, name: str) -> object:
        """Return a member that is there."""
        return self._members[name]

    def items(self) -> Sequence[tuple[str, object]]:
        """Return all members."""
        return list(self._members.items())

    def whole(
        self, name: str, *, least: int, most: int, default: int | None, nullable: bool = False
    ) -> int | None:
        """Return a whole number between bounds, or null where that is allowed."""
        if not self.has(name):
            return default
        raw = self.get(name)
        if raw is None and nullable:
            return None
        if not isinstance(raw, int) or isinstance(raw, bool) or not least <= raw <= most:
            raise (self.at / name).refusal(f"This must be a whole number from {least} to {most}.")
        return raw

    def word(self, name: str, words: Sequence[str], *, default: str) -> str:
        """Return one of a few words."""
        raw = self._members.get(name, default)
        if raw not in words:
            raise (self.at / name).refusal(f"This must be one of: {', '.join(words)}.")
        return str(raw)
