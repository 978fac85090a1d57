"""An observation as a row of numbers, of one length for each ruleset.

Every member of the observation has a block: how often each picture stands in it, then its numbers
and words in their order. Long members are cut, so this is an approximation; the text is exact.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.observation import Observation
from games.engine.registry import AnyRuleset

_NUMBERS = 16
"""Places for numbers and words in each block."""
_WORD = re.compile(r"\w+(?:\.\w+)*")
_NOTHING = -1.0


class Features:
    """Turns the observations of a ruleset into rows."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._members = ruleset.observation_type.__struct_fields__
        pictures = ruleset.pack.pictures
        self._places = {picture.code: place for place, picture in enumerate(pictures)}
        self._block = len(pictures) + _NUMBERS

    def __len__(self) -> int:
        return self._block * len(self._members)

    def row(self, observation: Observation) -> list[float]:
        """Return the numbers that stand for an observation."""
        row = [0.0] * len(self)
        table = observation.table()
        for nth, member in enumerate(self._members):
            start = nth * self._block
            numbers: list[float] = []
            for leaf in _leaves(table[member]):
                place = self._places.get(leaf) if isinstance(leaf, str) else None
                if place is None:
                    numbers.append(_number(leaf))
                else:
                    row[start + place] += 1
            for at, number in enumerate(numbers[:_NUMBERS], start + len(self._places)):
                row[at] = number
        return row


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the numbers and single words in a value, in their order."""
    if isinstance(value, Mapping):
        for member in value.values():
            yield from _leaves(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _leaves(member)
    elif isinstance(value, str):
        yield from _WORD.findall(value)
    else:
        yield value


def _number(leaf: Any) -> float:
    if leaf is None:
        return _NOTHING
    if isinstance(leaf, str):
        return float(leaf) if leaf.isdecimal() else 1 + zlib.crc32(leaf.encode()) % 1000 / 1000
    return float(leaf)
