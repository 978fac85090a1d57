"""Looking for open decisions, and the few columns of theirs that are no history."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from games.engine.entropy import REVEAL
from games.engine.seats import Seat

PAGE = 200
"""Rows a sweep reads at once: little memory, and few enough to stay current."""

_DUE = """
SELECT due_at, game_id FROM decision
WHERE due_at <= %(by)s
  AND (%(after)s::timestamptz IS NULL OR (due_at, game_id) > (%(after)s, %(game)s))
ORDER BY due_at, game_id LIMIT %(page)s
"""
# The clock is read once, in a subquery: asked of each row, as a volatile function is, it would keep
# the index from finding the few rows that are due, and a sweep would read every open decision.
_OWED_BY_HOUSE = """
SELECT game_id, seat, opened FROM decision
WHERE answerer = 'house'
  AND not_before <= (SELECT herdbook.clock()) - make_interval(secs => %(overdue)s)
  AND (lease_until IS NULL OR lease_until <= (SELECT herdbook.clock()))
ORDER BY attempts, not_before, game_id, seat LIMIT %(page)s
"""
_OVERDUE = """
SELECT game_id, seat, kind, CASE WHEN answerer = 'house' THEN not_before ELSE due_at END AS since,
  answerer = 'house', attempts
FROM decision
WHERE (answerer <> 'house'
    AND due_at < (SELECT herdbook.clock()) - make_interval(secs => %(by)s))
  OR (answerer = 'house'
    AND not_before < (SELECT herdbook.clock()) - make_interval(secs => %(house_by)s))
ORDER BY since, game_id, seat LIMIT %(page)s
"""
# A decision opened by a commit has that commit's time.
_OWED_BY_ACCOUNTS = """
SELECT h.account_id, d.game_id, d.seat, d.opened, d.kind, d.opened_at, d.due_at, g.version
FROM unnest(%s::uuid[], %s::timestamptz[]) AS asked (game, since)
JOIN decision d ON d.game_id = asked.game AND d.opened_at >= asked.since
JOIN holder h ON h.game_id = d.game_id AND h.seat = d.seat AND h.until_version IS NULL
JOIN game g ON g.id = d.game_id
WHERE d.answerer <> 'house' AND d.kind <> 'reveal'
ORDER BY d.opened_at, d.game_id, d.seat
"""

# One of whose deadline the account was told is left out, so that a page is new each time.
_NEARLY_DUE = """
WITH present AS MATERIALIZED (SELECT herdbook.clock() AS now)
SELECT h.account_id, d.game_id, d.seat, d.opened, d.kind, d.opened_at, d.due_at, g.version
FROM decision d
JOIN holder h ON h.game_id = d.game_id AND h.seat = d.seat AND h.until_version IS NULL
JOIN game g ON g.id = d.game_id
WHERE d.due_at > (SELECT now FROM present)
  AND d.due_at <= (SELECT now FROM present) + make_interval(secs => %(before)s)
  AND d.due_at - (SELECT now FROM present) <= (d.due_at - d.opened_at) / 2
  AND d.due_at - d.opened_at >= make_interval(secs => %(shortest)s)
  AND d.answerer <> 'house' AND d.kind <> 'reveal'
  AND NOT EXISTS (
    SELECT FROM account_event told WHERE told.account_id = h.account_id
      AND told.dedupe = concat_ws(
        '/', %(told)s::text, replace(d.game_id::text, '-', ''), d.seat, d.opened,
        floor(extract(epoch FROM d.due_at))::bigint))
ORDER BY d.due_at, d.game_id LIMIT %(page)s
"""


@dataclass(frozen=True, kw_only=True)
class OwedByAccount:
    """An open decision of a person or a bot account."""

    account: UUID
    game: UUID
    seat: Seat
    opened: int
    kind: str
    opened_at: datetime
    due_at: datetime | None
    version: int
    """Of the game, now."""


@dataclass(frozen=True, kw_only=True)
class HouseDecision:
    """A decision that the house owes."""

    game: UUID
    seat: Seat
    opened: int


def due_games(*, by: datetime) -> Iterator[UUID]:
    """Yield each game with a decision that was due by that time, the longest overdue first.

    Nothing is locked: `append_events` judges again, under the game's lock.
    """
    seen: set[UUID] = set()
    after: tuple[datetime | None, UUID | None] = (None, None)
    while True:
        with connection.cursor() as cursor:
            asked = {"by": by, "after": after[0], "game": after[1], "page": PAGE}
            cursor.execute(_DUE, asked)
            rows = cursor.fetchall()
        for due_at, game in rows:
            after = (due_at, game)
            if game not in seen:
                seen.add(game)
                yield game
        if len(rows) < PAGE:
            return


def idle_open_games(life: timedelta) -> list[UUID]:
    """Return games that have been open, and untouched, for longer than `life`."""
    with connection.cursor() as cursor:
        cursor.execute(
            # By when it was made, too, for which there is an index.
            "SELECT id FROM game WHERE status = 'open'"
            " AND created_at <= (SELECT herdbook.clock()) - make_interval(secs => %s)"
            " AND last_at <= (SELECT herdbook.clock()) - make_interval(secs => %s)"
            " ORDER BY last_at, id LIMIT %s",
            [life.total_seconds(), life.total_seconds(), PAGE],
        )
        return [game for (game,) in cursor.fetchall()]


def games_due_between(first: datetime, last: datetime) -> list[UUID]:
    """Return the games in play with a deadline from `first` to `last`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT game_id FROM decision WHERE due_at BETWEEN %s AND %s AND kind <> %s"
            " GROUP BY game_id ORDER BY min(due_at), game_id",
            [first, last, REVEAL],
        )
        return [game for (game,) in cursor.fetchall()]


@dataclass(frozen=True, kw_only=True)
class Overdue:
    """A decision that should have expired, or been answered by the house, long ago."""

    game: UUID
    seat: Seat
    kind: str
    due_at: datetime
    """When it should have expired, or since when the house should have answered."""
    house: bool
    attempts: int
    """How often the house has tried."""


def overdue(by: timedelta, *, house_by: timedelta) -> list[Overdue]:
    """Return what has been due for longer than `by`, the longest first, at most a page of it.

    And what the house has owed for longer than `house_by`, whatever its deadline.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _OVERDUE, {"by": by.total_seconds(), "house_by": house_by.total_seconds(), "page": PAGE}
        )
        return [
            Overdue(
                game=game, seat=Seat(seat), kind=kind, due_at=at, house=house, attempts=attempts
            )
            for game, seat, kind, at, house, attempts in cursor.fetchall()
        ]


def idle_untimed_games(life: timedelta) -> list[UUID]:
    """Return running games without deadlines in which nothing has happened for `life`."""
    with connection.cursor() as cursor:
        cursor.execute(
            # By when it began, too, for which there is an index.
            "SELECT id FROM game WHERE status = 'running' AND time_control_kind = 'none'"
            " AND started_at <= (SELECT herdbook.clock()) - make_interval(secs => %s)"
            " AND last_at <= (SELECT herdbook.clock()) - make_interval(secs => %s)"
            " ORDER BY last_at, id LIMIT %s",
            [life.total_seconds(), life.total_seconds(), PAGE],
        )
        return [game for (game,) in cursor.fetchall()]


def untimed_games_closing(first: datetime, last: datetime) -> list[UUID]:
    """Return the games without deadlines that said they would be broken off in that time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT game.id FROM game JOIN event ON game_id = game.id"
            " AND event.version = game.version AND type = 'IdleNoticed'"
            " WHERE status = 'running' AND time_control_kind = 'none'"
            " AND (payload::jsonb ->> 'closes_at')::timestamptz BETWEEN %s AND %s"
            " ORDER BY game.id",
            [first, last],
        )
        return [game for (game,) in cursor.fetchall()]


def owed_by_accounts(
    since: Mapping[UUID, datetime], *, also: Sequence[UUID] = ()
) -> list[OwedByAccount]:
    """Return what accounts owe in these games and was opened no earlier than the time of each.

    In the games of `also`, whenever it was opened.
    """
    earliest = datetime.min.replace(tzinfo=UTC)
    times = {**since, **dict.fromkeys(also, earliest)}
    return _owed(_OWED_BY_ACCOUNTS, [list(times), list(times.values())])


def nearly_due(*, before: timedelta, shortest: timedelta, told: str) -> list[OwedByAccount]:
    """Return what accounts owe and is due soon, the most urgent first, at most a page.

    That is: no more than `before` is left, and half of the time is gone. Decisions whose time is
    shorter than `shortest` are left out, and those of which their account was told `told`.
    """
    asked = {
        "before": before.total_seconds(),
        "shortest": shortest.total_seconds(),
        "told": told,
        "page": PAGE,
    }
    return _owed(_NEARLY_DUE, asked)


def _owed(query: str, values: Any) -> list[OwedByAccount]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [
            OwedByAccount(
                account=account,
                game=game,
                seat=Seat(seat),
                opened=opened,
                kind=kind,
                opened_at=opened_at,
                due_at=due_at,
                version=version,
            )
            for account, game, seat, opened, kind, opened_at, due_at, version in cursor.fetchall()
        ]


def refuse(game: UUID, seat: Seat, opened: int) -> int:
    """Count one refused move to an open decision; return how many there are now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE decision SET refusals = refusals + 1"
            " WHERE game_id = %s AND seat = %s AND opened = %s RETURNING refusals",
            [game, seat, opened],
        )
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def owed_by_house(*, overdue_seconds: float) -> list[HouseDecision]:
    """Return house decisions that are overdue and about which no worker thinks.

    `overdue_seconds` gives the doorbell its chance first. What was tried in vain comes last, so
    that decisions nobody can answer do not keep the others waiting.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OWED_BY_HOUSE, {"overdue": overdue_seconds, "page": PAGE})
        return [
            HouseDecision(game=game, seat=Seat(seat), opened=opened)
            for game, seat, opened in cursor.fetchall()
        ]


def lease(game: UUID, seat: Seat, opened: int, *, seconds: int) -> int | None:
    """Take a house decision for `seconds`; return which attempt this is.

    Returns None if it is closed, too early, or another worker's.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE decision SET attempts = least(attempts + 1, 32767),"
            " lease_until = herdbook.clock() + make_interval(secs => %s)"
            " WHERE game_id = %s AND seat = %s AND opened = %s AND answerer = 'house'"
            " AND not_before <= herdbook.clock()"
            " AND (lease_until IS NULL OR lease_until <= herdbook.clock()) RETURNING attempts",
            [seconds, game, seat, opened],
        )
        row = cursor.fetchone()
    return int(row[0]) if row else None


def release(game: UUID, seat: Seat, opened: int, *, attempt: int) -> None:
    """Give the lease of an attempt back, so that the next try need not wait for its end.

    Does nothing once another worker has taken the decision.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE decision SET lease_until = NULL"
            " WHERE game_id = %s AND seat = %s AND opened = %s AND attempts = %s",
            [game, seat, opened, attempt],
        )
