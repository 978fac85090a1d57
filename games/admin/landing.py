"""The first page: what needs a person now, and charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from accounts import clock
from accounts.dashboard.registers import may, own_of
from accounts.moderation import cases
from accounts.moderation.models import Appeal
from accounts.moderation.roles import Permission
from accounts.webhooks.backlog import backlog
from games.admin.charts import charts
from games.store import decisions, feed_lags
from games.store.decisions import PAGE, Overdue
from games.store.models import Game

_LATE = timedelta(minutes=5)
_HOUSE_LATE = timedelta(seconds=30)
_SHOWN = 5
_SLOW_SWEEP = 10
"""Seconds by which a decision may be late before the sweep counts as behind."""


@dataclass(frozen=True, kw_only=True)
class Need:
    """One kind of thing that may need a person."""

    title: str
    count: str
    is_urgent: bool
    lines: Sequence[tuple[str, str]] = ()
    """Texts, each with the address where to go on; empty for none."""
    url: str = ""


def fill(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add to the first page what the role of who asks may see."""
    now, user = clock.now(), request.user
    needs: list[Need] = []
    if may(user, Permission.READ_CASES):
        own = own_of(request)
        needs += [_unclaimed(now, own), _appeals(own)]
    needs += _games(now)
    if may(user, Permission.READ_OPERATIONS):
        needs += [_webhooks(), _feed()]
    return context | {"needs": needs, "charts": charts(now)}


def _unclaimed(now: datetime, own: frozenset[UUID]) -> Need:
    listed = cases.by_priority(now=now, only_unclaimed=True)
    found = [one for one in listed if one[0].subject_id not in own]
    lines = [
        (
            f"{priority.total} points: {case.get_breach_display().lower()}, {case.subject or 'a game'}",
            _of_case(case.id),
        )
        for case, priority in found[:_SHOWN]
    ]
    return Need(
        title="Unclaimed cases",
        count=_many(len(found), cases.MOST_LISTED),
        is_urgent=bool(found),
        lines=lines,
        url=reverse("admin:accounts_case_changelist"),
    )


def _of_case(case: object) -> str:
    return reverse("admin:accounts_case_change", args=[case])


def _appeals(own: frozenset[UUID]) -> Need:
    waiting = Appeal.objects.filter(answered_at__isnull=True).exclude(sanction__account__in=own)
    found = waiting.order_by("created_at")[: PAGE + 1]
    return Need(
        title="Appeals without an answer",
        count=_many(len(found), PAGE),
        is_urgent=bool(found),
        url=reverse("admin:accounts_appeal_changelist"),
    )


def _games(now: datetime) -> list[Need]:
    late = decisions.overdue(timedelta(0), house_by=_HOUSE_LATE)
    people = [one for one in late if not one.house and now - one.due_at >= _LATE]
    house = [one for one in late if one.house]
    waits = max((now - one.due_at for one in late if not one.house), default=timedelta(0))
    stuck = Game.objects.filter(status=Game.Status.PAUSED).order_by("-created_at")
    paused = list(stuck.values_list("id", flat=True)[: PAGE + 1])
    return [
        Need(
            title="Overdue decisions",
            count=_many(len(people), PAGE),
            is_urgent=bool(people),
            lines=_lines(people),
            url=reverse("admin:store_game_changelist") + "?deadlines=overdue",
        ),
        Need(
            title="House bots that do not answer",
            count=_many(len(house), PAGE),
            is_urgent=bool(house),
            lines=_lines(house),
        ),
        Need(
            title="Games that rest",
            count=_many(len(paused), PAGE),
            is_urgent=False,
            url=reverse("admin:store_game_changelist") + "?status__exact=paused",
        ),
        Need(
            title="Lag of the sweep",
            count=f"{waits.total_seconds():.0f} s",
            is_urgent=waits.total_seconds() > _SLOW_SWEEP,
        ),
    ]


def _lines(found: Sequence[Overdue]) -> list[tuple[str, str]]:
    return [
        (
            f"{one.kind} of seat {one.seat} since {one.due_at:%Y-%m-%d %H:%M}"
            + (f", tried {one.attempts} times" if one.house else ""),
            reverse("admin:inspector", args=[one.game]),
        )
        for one in found[:_SHOWN]
    ]


def _webhooks() -> Need:
    found = backlog()
    return Need(
        title="Webhooks that fail",
        count=str(found.failing),
        is_urgent=found.failing > 0,
        lines=[(f"{found.waiting} messages wait, {found.disabled} are switched off", "")],
        url=reverse("admin:accounts_webhook_changelist"),
    )


def _feed() -> Need:
    lags = feed_lags.feed_lags()
    behind = [one for one in lags if one.state() != "ok"]
    slowest = max((one.seconds for one in lags), default=0.0)
    return Need(
        title="Lag of the feed",
        count=f"{slowest:.0f} s",
        is_urgent=bool(behind),
        lines=[(f"{one.consumer}: {one.state()}", "") for one in behind],
        url=reverse("admin:store_feedcheckpoint_changelist"),
    )


def _many(count: int, most: int) -> str:
    return f"{most} or more" if count >= most else str(count)
