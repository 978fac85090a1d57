"""A table as something to read: cards as cards, seats as rows. It knows no ruleset."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.admin.telling import words
from games.engine.cards import Pack

_BY_SEAT = frozenset({"hands", "stables", "totals", "scores", "points"})
_COLOURS = 6
"""That cards can have; further groups begin anew."""
_MOST_BACKS = 20
_WORD = re.compile(r"[A-Za-z0-9.]+")


@dataclass(frozen=True)
class Chip:
    """A card, or another short word; `name` is what the card is called."""

    text: str
    name: str = ""
    group: int | None = None
    """Of a card, by which it gets its colour."""
    backs: int = 0
    """So many cards are there that nobody sees."""

    @property
    def each_back(self) -> range:
        """One item for each of these cards."""
        return range(self.backs)


@dataclass(frozen=True)
class Field:
    """A name, and what stands behind it: chips, or other fields."""

    name: str
    chips: Sequence[Chip] = ()
    fields: Sequence["Field"] = ()

    @property
    def is_fact(self) -> bool:
        """Whether it is one plain value, and no place for cards."""
        return not self.fields and len(self.chips) == 1 and self.chips[0].group is None


@dataclass(frozen=True)
class Drawn:
    """What is the same for all, and what each seat has."""

    fields: Sequence[Field]
    columns: Sequence[str]
    seats: Sequence[Sequence[Sequence[Chip]]]
    """Of each seat one cell a column."""

    @property
    def facts(self) -> Sequence[Field]:
        """Plain values."""
        return [one for one in self.fields if one.is_fact]

    @property
    def zones(self) -> Sequence[Field]:
        """Places for cards, and what has parts."""
        return [one for one in self.fields if not one.is_fact]


class Pen:
    """Draws the tables of one pack."""

    def __init__(self, pack: Pack | None) -> None:
        pictures = () if pack is None else pack.pictures
        self._names = {one.code: one.name for one in pictures}
        numbers = {group: n for n, group in enumerate(dict.fromkeys(p.group for p in pictures))}
        self._groups = {one.code: numbers[one.group] % _COLOURS for one in pictures}

    def draw(self, table: Mapping[str, Any], seats: int) -> Drawn:
        """Return a table as fields, with whatever is listed by seat apart."""
        by_seat = {key: value for key, value in table.items() if _is_by_seat(key, value, seats)}
        return Drawn(
            fields=[
                self._field(k, v) for k, v in table.items() if k not in by_seat and v is not None
            ],
            columns=[words(key.removesuffix("_sizes")) for key in by_seat],
            seats=[
                [self._of_seat(key, value[seat]) for key, value in by_seat.items()]
                for seat in range(seats)
            ],
        )

    def chip(self, value: object) -> Chip:
        """Return one value; a text that names cards says what they are called."""
        text = "yes" if value is True else "no" if value is False else str(value)
        if not isinstance(value, str):
            return Chip(text)
        codes = [one for one in _WORD.findall(text) if one in self._names]
        names = " with ".join(self._names[one] for one in codes)
        return Chip(text, names, self._groups[codes[0]] if codes else None)

    def _of_seat(self, key: str, value: Any) -> list[Chip]:
        if key.endswith("_sizes") and isinstance(value, int):
            return [Chip(str(value), backs=min(value, _MOST_BACKS))]
        return self._chips(value)

    def _field(self, key: str, value: Any) -> Field:
        if isinstance(value, Mapping):
            return Field(words(key), fields=[self._field(k, v) for k, v in value.items()])
        if isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
            rows = [self._field(str(place), one) for place, one in enumerate(value)]
            return Field(words(key), fields=rows)
        return Field(words(key), chips=self._chips(value))

    def _chips(self, value: Any) -> list[Chip]:
        if value is None:
            return []
        if isinstance(value, list | tuple):
            return [
                Chip(" ".join(map(str, one))) if isinstance(one, list | tuple) else self.chip(one)
                for one in value
            ]
        return [self.chip(value)]


def _is_by_seat(key: str, value: Any, seats: int) -> bool:
    is_named = key.endswith("_sizes") or key in _BY_SEAT
    return is_named and isinstance(value, list | tuple) and len(value) == seats
