"""Games in the admin: each with its log, to look at and never to write in.

While a game runs, its events show what a spectator sees; hidden cards are for nobody.
"""

import json
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.dashboard.registers import Register
from games.engine.registry import all_rulesets
from games.models import DayOfPlay, DayOfThought
from games.selectors.game_view import event_view, seats
from games.services.days_of_play import COUNTS
from games.store import clock, feed_lags, load
from games.store.load import Loaded, Recorded
from games.store.models import FeedCheckpoint, Game, OpenDecision

_SHOWN = 500
"""The events a page shows; the API has the whole log."""


class OverdueFilter(admin.SimpleListFilter):
    title = "deadlines"
    parameter_name = "deadlines"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("overdue", "overdue for five minutes")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() != "overdue":
            return queryset
        late = OpenDecision.objects.filter(due_at__lt=clock.now() - timedelta(minutes=5))
        return queryset.filter(Exists(late.filter(game=OuterRef("id"))))


class RulesetFilter(admin.SimpleListFilter):
    """By what can be played, for which no game has to be read."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(one.slug, one.title) for one in all_rulesets()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(Register):
    audited = True
    list_display = ("id", "ruleset", "status", "version", "created_at", "finished_at", "private")
    list_filter = (OverdueFilter, "status", RulesetFilter, "private", "rated")
    search_fields = ("id__exact",)
    ordering = ("-created_at", "-id")
    fields: ClassVar = [
        "id",
        "ruleset",
        "rules_version",
        "status",
        "version",
        "rated",
        "private",
        "created_at",
        "started_at",
        "finished_at",
        "inspector",
        "players",
        "deciding",
        "events",
    ]
    readonly_fields = ("inspector", "players", "deciding", "events")

    def get_queryset(self, request: HttpRequest) -> Any:
        # The snapshot and the secret have no business on a page.
        return super().get_queryset(request).defer("state", "secret", "head_hash")

    @admin.display(description="step by step")
    def inspector(self, game: Game) -> SafeString:
        return format_html(
            '<a class="underline" href="{}">Inspect</a>', reverse("admin:inspector", args=[game.id])
        )

    @admin.display(description="seats")
    def players(self, game: Game) -> SafeString:
        loaded = load.game(game.id)
        rows = (
            (seat["seat"], seat["kind"], seat["name"] or "", seat["state"] or "", seat["score"])
            for seat in seats(loaded.state, loaded.owners)
        )
        return _table(("seat", "kind", "name", "state", "score"), rows)

    @admin.display(description="deciding")
    def deciding(self, game: Game) -> SafeString:
        owed = load.game(game.id).state.owed
        rows = ((one.seat, one.kind, _at(one.opened_at), _at(one.due_at)) for one in owed)
        return _table(("seat", "kind", "since", "until"), rows)

    @admin.display(description="events")
    def events(self, game: Game) -> SafeString:
        loaded = load.game(game.id)
        first = max(0, loaded.state.version - _SHOWN)
        log = load.events(loaded.id, after=first)
        rows = (_row(loaded, recorded) for recorded in reversed(log))
        return _table(("version", "time", "type", "seat", "cause", "data"), rows)


@admin.register(DayOfPlay)
class DayOfPlayAdmin(Register):
    list_display = ("day", "ruleset", *COUNTS)
    list_filter = ("ruleset",)
    date_hierarchy = "day"
    ordering = ("-day", "ruleset")
    sortable_by = list_display


@admin.register(DayOfThought)
class DayOfThoughtAdmin(Register):
    list_display = ("day", "ruleset", "strategy", "decisions", "seconds", "longest")
    list_filter = ("ruleset", "strategy")
    date_hierarchy = "day"
    ordering = ("-day", "ruleset", "strategy")
    sortable_by = list_display


@admin.register(FeedCheckpoint)
class FeedCheckpointAdmin(Register):
    list_display = ("consumer", "state", "behind", "waiting", "handled", "ran_at", "error")
    ordering = ("consumer",)
    readonly_fields = ("state", "behind", "waiting")

    @admin.display
    def state(self, checkpoint: FeedCheckpoint) -> str:
        return feed_lags.lag_of(checkpoint.consumer).state()

    @admin.display(description="events behind")
    def behind(self, checkpoint: FeedCheckpoint) -> int:
        return feed_lags.lag_of(checkpoint.consumer).behind

    @admin.display(description="seconds behind")
    def waiting(self, checkpoint: FeedCheckpoint) -> str:
        return f"{feed_lags.lag_of(checkpoint.consumer).seconds:.1f}"


def _row(loaded: Loaded, recorded: Recorded) -> tuple[Any, ...]:
    view = event_view(recorded, None)
    if loaded.state.status.is_over:
        view["data"] = dict(recorded.event.opened())
    data = json.dumps(view["data"], ensure_ascii=False)
    seat = "" if view["seat"] is None else view["seat"]
    return view["version"], _at(recorded.at), view["type"], seat, view["cause"], data


def _at(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S}"


def _table(head: tuple[str, ...], rows: Any) -> SafeString:
    """Return rows as a table; every cell is escaped."""
    return format_html(
        '<div class="wide"><table class="w-full"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>',
        format_html_join("", '<th class="px-2 py-1 text-left">{}</th>', ((cell,) for cell in head)),
        format_html_join(
            "",
            "<tr>{}</tr>",
            (
                (format_html_join("", '<td class="px-2 py-1">{}</td>', ((cell,) for cell in row)),)
                for row in rows
            ),
        ),
    )
