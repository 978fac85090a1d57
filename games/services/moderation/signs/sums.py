"""The sums of signs: of one account towards another, of one towards all, and of everybody."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.db import connection
from django.db.models import Q

from games.engine.signs.reading import Found
from games.engine.signs.weighing import Line, Sums, weigh
from games.engine.signs.witness import Kind
from games.models import SignSum

Of: TypeAlias = tuple[UUID | None, UUID | None]
"""Giver and receiver; None: any."""
_ADD = """
INSERT INTO sign_sum (giver_id, receiver_id, scope, kind, count, total, squares)
VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (giver_id, receiver_id, scope, kind) DO UPDATE
SET count = sign_sum.count + excluded.count, total = sign_sum.total + excluded.total,
    squares = sign_sum.squares + excluded.squares
"""


@dataclass(frozen=True, kw_only=True)
class Between:
    """A sign between two accounts."""

    giver: UUID
    receiver: UUID
    found: Found

    @property
    def pair(self) -> tuple[UUID, UUID]:
        """Both, in order."""
        return in_order(self.giver, self.receiver)


def in_order(one: UUID, other: UUID) -> tuple[UUID, UUID]:
    """Return two accounts by their ids, the lower first."""
    return (one, other) if one < other else (other, one)


def add(signs: Iterable[Between]) -> None:
    """Add signs to all the sums they belong to; inside a transaction, of which one is at it."""
    more: dict[tuple[Of, str, Kind], Sums] = defaultdict(Sums)
    for one in signs:
        sign = one.found.sign
        for of in ((one.giver, one.receiver), (one.giver, None), (None, None)):
            key = (of, one.found.scope, sign.kind)
            more[key] = more[key].plus(sign.value)
    with connection.cursor() as cursor:
        cursor.executemany(
            _ADD,
            [
                (*of, scope, kind, part.count, part.total, part.squares)
                for (of, scope, kind), part in more.items()
            ],
        )


def lines_of(first: UUID, second: UUID) -> list[tuple[UUID, Line]]:
    """Return how unusual each kind of sign of two accounts is, each with whose it is."""
    sums = _read(first, second)
    kinds = sorted({key for of in sums.values() for key in of})
    found: list[tuple[UUID, Line]] = []
    for giver, receiver in ((first, second), (second, first)):
        for scope, kind in kinds:
            line = weigh(
                kind,
                scope,
                pair=sums[giver, receiver].get((scope, kind), Sums()),
                own=sums[giver, None].get((scope, kind), Sums()),
                everybody=sums[None, None].get((scope, kind), Sums()),
            )
            if line is not None:
                found.append((giver, line))
    return found


def _read(first: UUID, second: UUID) -> Mapping[Of, dict[tuple[str, Kind], Sums]]:
    of_one = Q(giver=first) & (Q(receiver=second) | Q(receiver__isnull=True))
    of_other = Q(giver=second) & (Q(receiver=first) | Q(receiver__isnull=True))
    of_all = Q(giver__isnull=True, receiver__isnull=True)
    found: dict[Of, dict[tuple[str, Kind], Sums]] = defaultdict(dict)
    for row in SignSum.objects.filter(of_one | of_other | of_all):
        of = (row.giver_id, row.receiver_id)
        found[of][row.scope, Kind(row.kind)] = Sums(row.count, row.total, row.squares)
    return found
