"""What happened on the last days, as unfold's charts take it: JSON of labels and numbers."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import TruncDate

from accounts.models import Account, Token
from games.models import DayOfPlay, DayOfThought
from games.services.days_of_play import COUNTS
from games.store.models import OpenDecision

_DAYS = 30
_MOVES = tuple(name for name in COUNTS if name.startswith("moves_"))
_MINUTES = 24 * 60
_AGES = (("a minute", 60), ("an hour", 3600), ("a day", 86_400), ("a week", 604_800))
_MOST = 20_000
"""Open decisions whose age is looked at, those with the nearest deadline."""
_SPANS = (("today", 1), ("in 7 days", 7), ("in 30 days", 30))
_COLOURS = ("#3f9152", "#d08a1d", "#4a86c5")
_THICKEST = 26
"""Pixels of a bar."""
_GREY = "#857e70"
"""Of what is written, to be read on white and on black."""


def charts(now: datetime) -> Sequence[Mapping[str, Any]]:
    """Return every chart, with what it shows in words."""
    first = now.date() - timedelta(days=_DAYS - 1)
    days = [first + timedelta(days=one) for one in range(_DAYS)]
    counted = DayOfPlay.objects.filter(day__gte=first).values_list("day")
    sums = counted.annotate(*(Sum(name) for name in COUNTS))
    play = {day: dict(zip(COUNTS, row, strict=True)) for day, *row in sums}
    begin = datetime.combine(first, time.min, UTC)
    people = Account.objects.filter(sandbox=False, created_at__gte=begin)
    opened = (
        people.annotate(day=TruncDate("created_at"))
        .values_list("day")
        .annotate(accounts=Count("*"))
    )
    signed_up = dict(opened)
    labels = [f"{day:%d %b}" for day in days]

    def of(name: str) -> list[int]:
        return [play[day][name] if day in play else 0 for day in days]

    moves = [sum(at) for at in zip(*map(of, _MOVES), strict=True)]
    rates = [round(one / _MINUTES, 2) for one in moves]
    return [
        _chart("Games a day", "line", labels, started=of("started"), finished=of("finished")),
        _chart("Moves a minute", "line", labels, words=f"{sum(moves):,} moves", moves=rates),
        _chart("Decisions that expired", "bar", labels, expired=of("decisions_expired")),
        _chart("Sign-ups", "bar", labels, accounts=[signed_up.get(day, 0) for day in days]),
        _by_age(now),
        _active(now),
        _thought(days[0]),
    ]


def _by_age(now: datetime) -> Mapping[str, Any]:
    rows = OpenDecision.objects.order_by("due_at").values_list("opened_at", flat=True)[:_MOST]
    ages = [(now - opened).total_seconds() for opened in rows]
    below = [sum(age < most for age in ages) for _, most in _AGES]
    counts = [upper - lower for lower, upper in zip([0, *below], [*below, len(ages)], strict=True)]
    labels = [*(f"under {name}" for name, _ in _AGES), "older"]
    return _chart("Open decisions by age", "bar", labels, decisions=counts)


def _active(now: datetime) -> Mapping[str, Any]:
    since = [now - timedelta(days=days) for _, days in _SPANS]
    used = Token.objects.filter(last_used_at__gt=min(since)).values("account")
    found = used.annotate(last=Max("last_used_at")).aggregate(
        **{f"span_{at}": Count("last", filter=Q(last__gt=begin)) for at, begin in enumerate(since)}
    )
    names, counts = [name for name, _ in _SPANS], list(found.values())
    words = ", ".join(f"{count:,} {name}" for name, count in zip(names, counts, strict=True))
    return _chart("Accounts that were active", "bar", names, words=words, accounts=counts)


def _thought(first: date) -> Mapping[str, Any]:
    """Return what a decision of each strategy takes on average."""
    rows = DayOfThought.objects.filter(day__gte=first).values_list("ruleset", "strategy")
    sums = rows.annotate(Sum("seconds"), Sum("decisions")).order_by("ruleset", "strategy")
    found = [
        (f"{ruleset} {strategy}", seconds, decisions)
        for ruleset, strategy, seconds, decisions in sums
        if decisions
    ]
    made, taken = sum(one[2] for one in found), sum(one[1] for one in found)
    return _chart(
        "Milliseconds a house bot thinks",
        "bar",
        [name for name, _, _ in found],
        words=f"{made:,} decisions, {taken:,.1f} seconds of a processor",
        milliseconds=[round(1000 * seconds / decisions, 2) for _, seconds, decisions in found],
    )


def _options(rows: int) -> Mapping[str, Any]:
    """Return how a chart is drawn: with a scale, and with names where there are several rows."""
    ticks = {"color": _GREY}
    key = {"color": _GREY, "boxHeight": 6, "boxWidth": 6, "usePointStyle": True}
    return {
        "animation": False,
        "responsive": True,
        "maintainAspectRatio": False,
        "datasets": {
            "bar": {"borderRadius": 4},
            "line": {"borderWidth": 2, "pointRadius": 0, "pointHitRadius": 8},
        },
        "plugins": {"legend": {"display": rows > 1, "align": "end", "labels": key}},
        "scales": {
            "x": {"ticks": ticks, "grid": {"display": False}},
            "y": {
                "beginAtZero": True,
                "ticks": ticks | {"maxTicksLimit": 5},
                "grid": {"tickWidth": 0},
            },
        },
    }


def _chart(
    title: str, kind: str, labels: list[str], *, words: str = "", **rows: list[Any]
) -> Mapping[str, Any]:
    words = words or ", ".join(f"{sum(row):,} {name}" for name, row in rows.items())
    return {
        "title": title,
        "kind": kind,
        "words": words,
        "options": json.dumps(_options(len(rows))),
        "data": json.dumps(
            {
                "labels": labels,
                "datasets": [
                    {
                        "label": name,
                        "data": row,
                        "borderColor": colour,
                        "backgroundColor": colour,
                        "maxBarThickness": _THICKEST,
                    }
                    for (name, row), colour in zip(rows.items(), _COLOURS, strict=False)
                ],
            }
        ),
    }
