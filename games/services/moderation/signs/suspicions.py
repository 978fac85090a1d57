"""How unusual what two accounts do at one table is: line by line, with baselines, and in all."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.selectors import household_of
from games.engine.signs.weighing import Line, score
from games.engine.signs.witness import Kind
from games.models import SignSum, Suspicion
from games.services.moderation.signs import networks, sums
from games.services.moderation.signs.sums import Between

MOST_TELLING = 20
"""The moves that are kept for each pair, to be looked at."""
_FRESH = timedelta(hours=1)
_REFRESHED = 100
"""As many pairs as somebody may look at."""
_TELLING = 0.4
"""A sign below that shows little by itself."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What is known of two accounts at one table, worked out now."""

    first: UUID
    second: UUID
    games: int
    lines: Sequence[tuple[UUID, Line]]
    """Each with whose moves it is about; the most unusual first."""
    telling: Sequence[dict[str, Any]]

    @property
    def score(self) -> float:
        """By what pairs are put in order."""
        return score([line for _, line in self.lines])

    def frozen(self) -> dict[str, Any]:
        """Return it as JSON; accounts stand in it by their ids."""
        return {
            "accounts": [str(self.first), str(self.second)],
            "games": self.games,
            "score": self.score,
            "lines": [
                {
                    "by": str(by),
                    "kind": str(line.kind),
                    "scope": line.scope,
                    "signs": line.count,
                    "mean": line.mean,
                    "baseline": line.baseline,
                    "signs_towards_others": line.others,
                    "unusual": line.unusual,
                    "points": round(line.points, 2),
                }
                for by, line in self.lines
            ],
            "moves": list(self.telling),
        }


def note(game: UUID, signs: Sequence[Between], *, now: datetime) -> None:
    """Score the pairs anew of which a game had signs; inside the transaction that adds them."""
    pairs: dict[tuple[UUID, UUID], list[Between]] = defaultdict(list)
    for one in signs:
        pairs[one.pair].append(one)
    for (first, second), own in pairs.items():
        found = Suspicion.objects.filter(first=first, second=second).first() or Suspicion(
            first_id=first, second_id=second, games=0, telling=[]
        )
        found.games += 1
        found.telling = _telling(game, own, found.telling)
        found.score = score([line for _, line in _lines(first, second)])
        found.scored_at = now
        found.save()


def refresh(*, now: datetime) -> int:
    """Score those with the highest scores anew that were not for an hour; return how many.

    What is usual is known better the more others play, so that a score from before may be wrong.
    """
    highest = Suspicion.objects.order_by("-score", "-id")[:_REFRESHED]
    old = [one for one in highest if one.scored_at <= now - _FRESH]
    for one in old:
        total = evidence(one).score
        # Not of a pair whose game is being added up: its own score is newer.
        seen = Suspicion.objects.filter(id=one.id, scored_at=one.scored_at)
        seen.update(score=total, scored_at=now)
    return len(old)


def evidence(suspicion: Suspicion) -> Evidence:
    """Work out what is known of a pair at this moment."""
    lines = _lines(suspicion.first_id, suspicion.second_id)
    return Evidence(
        first=suspicion.first_id,
        second=suspicion.second_id,
        games=suspicion.games,
        lines=sorted(lines, key=lambda one: -one[1].unusual),
        telling=suspicion.telling,
    )


def of_account(account: UUID) -> "QuerySet[Suspicion]":
    """Return the pairs that an account is one of, the most unusual first."""
    own = Suspicion.objects.filter(id__in=ids_of(account))
    return own.select_related("first", "second").order_by("-score", "-id")


def ids_of(account: UUID) -> "QuerySet[Suspicion, Any]":
    """Return the ids of all pairs that an account is one of.

    Either side by its own index: asked for both at once in the order of scores, PostgreSQL may
    look through the pairs of everybody.
    """
    sides = [
        Suspicion.objects.filter(**{side: account}).order_by().values("id")
        for side in ("first", "second")
    ]
    return sides[0].union(sides[1])


def visible_to(account: UUID) -> "QuerySet[Suspicion]":
    """Return all pairs but those of which somebody, or a bot or the owner of theirs, is one."""
    own = {account, *household_of(account)}
    return Suspicion.objects.exclude(Q(first__in=own) | Q(second__in=own))


def _lines(first: UUID, second: UUID) -> list[tuple[UUID, Line]]:
    return [*sums.lines_of(first, second), *networks.lines_of(first, second)]


def _telling(game: UUID, signs: Sequence[Between], before: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the strongest signs of moves, of the same strength the latest."""
    strong = [*_strong(game, signs), *before]
    strong.sort(key=lambda one: -float(one["value"]))
    return strong[:MOST_TELLING]


def _strong(game: UUID, signs: Sequence[Between]) -> Iterator[dict[str, Any]]:
    for one in signs:
        sign = one.found.sign
        if sign.kind is not Kind.QUICK and sign.value >= _TELLING:
            yield {
                "by": str(one.giver),
                "kind": str(sign.kind),
                "value": sign.value,
                "game": str(game),
                "version": one.found.version,
            }


def forget_account(account: UUID) -> None:
    """Delete what is known of an account; what everybody did stays, and names nobody."""
    Suspicion.objects.filter(Q(first=account) | Q(second=account)).delete()
    SignSum.objects.filter(Q(giver=account) | Q(receiver=account)).delete()
