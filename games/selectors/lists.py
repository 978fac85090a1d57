"""Lists of games, page by page.

Each list has a total order, so that pages neither skip nor repeat; a cursor is the place of the
last item shown.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.store import load
from games.store.load import Loaded
from games.store.models import Game, Holder


class BadCursorError(Exception):
    """The cursor is none that a list has given."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page: the items, and the cursor of the next or None."""

    games: Sequence[Loaded]
    next: str | None


def write_cursor(listed: str, moment: datetime, game: UUID) -> str:
    """Return an opaque cursor for the place of an item in the list of this name."""
    text = f"{listed}|{moment.astimezone(UTC).isoformat()}|{game}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(listed: str, text: str) -> tuple[datetime, UUID]:
    """Return the place that a cursor of this list names; raise `BadCursorError`."""
    try:
        raw = base64.urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)).decode()
        _, moment, game = raw.split("|")
        place = datetime.fromisoformat(moment), UUID(game)
        given = write_cursor(listed, *place)
    except (ValueError, OverflowError):
        raise BadCursorError from None
    # Whatever else reads as a place, such as a time with an odd offset, no list has given.
    if given != text:
        raise BadCursorError
    return place


@dataclass(frozen=True, kw_only=True)
class GameFilter:
    """Which games a list shows."""

    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    """Games in which the account of this name holds a seat."""
    mine: bool | None = None
    open: bool | None = None
    """Games with a free seat."""
    rated: bool | None = None
    seats: int | None = None
    """Games for so many."""
    free: int | None = None
    """Games that have not started, with at least so many free seats."""
    offered: bool | None = None
    """Games in play with a seat that anybody may take over."""
    time_control: str | None = None
    """Games of this kind of clock."""


def list_games(wanted: GameFilter, *, viewer: UUID | None, limit: int, cursor: str | None) -> Page:
    """Return games the viewer may know, in two queries.

    Games of a status that ends them come in the order of their ends, the last one first; all
    others in the order in which they were made, the newest first.
    """
    over = wanted.status in Game.ENDED
    listed, moment = ("ended", "finished_at") if over else ("games", "created_at")
    found = _filtered(wanted, viewer).order_by(f"-{moment}", "-id")
    if cursor is not None:
        place, game = read_cursor(listed, cursor)
        found = found.filter(Q(**{f"{moment}__lt": place}) | Q(**{moment: place, "id__lt": game}))
    places = list(found.values_list("id", moment)[: limit + 1])
    shown = places[:limit]
    after = write_cursor(listed, shown[-1][1], shown[-1][0]) if len(places) > limit else None
    return Page(games=load.games([game for game, _ in shown]), next=after)


def _filtered(wanted: GameFilter, viewer: UUID | None) -> "QuerySet[Game]":
    found: QuerySet[Game] = Game.objects.all()
    held = Holder.objects.filter(game=OuterRef("id"), until_version__isnull=True)
    mine = Exists(held.filter(account=viewer)) if viewer is not None else None
    found = found.filter(Q(private=False) if mine is None else Q(private=False) | Q(mine))
    if wanted.mine is not None and mine is not None:
        found = found.filter(mine if wanted.mine else ~mine)
    asked = {
        "status": wanted.status,
        "ruleset": wanted.ruleset,
        "rated": wanted.rated,
        "seat_count": wanted.seats,
        "time_control_kind": wanted.time_control,
    }
    found = found.filter(**{name: value for name, value in asked.items() if value is not None})
    if wanted.player is not None:
        seated = held.filter(account__name=wanted.player, seat__isnull=False)
        found = found.filter(Exists(seated))
    if wanted.open is not None:
        is_open = Q(status=Game.Status.OPEN, free_seats__gt=0)
        found = found.filter(is_open if wanted.open else ~is_open)
    if wanted.offered is not None:
        is_offered = Q(status=Game.Status.RUNNING, free_seats__gt=0)
        found = found.filter(is_offered if wanted.offered else ~is_offered)
    if wanted.free is not None:
        found = found.filter(status=Game.Status.OPEN, free_seats__gte=wanted.free)
    return found
