"""What was played on each day: a consumer of the feed that counts games and moves."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, date

from django.db import connection

from games.engine.events import Cause
from games.models import DayOfPlay
from games.store.consumers import Consumer
from games.store.feed import FeedEvent

_BY_TYPE = {
    "GameCreated": "created",
    "GameStarted": "started",
    "GameFinished": "finished",
    "GameAborted": "aborted",
    "GameExpired": "never_started",
    "DecisionExpired": "decisions_expired",
    "ResultAdjudicated": "results_adjudicated",
    "ResultAnnulled": "results_annulled",
    "ResultRestored": "results_restored",
}
_MOVES_BY = {
    Cause.PLAYER: "moves_of_people",
    Cause.PLAN: "moves_of_people",
    Cause.BOT: "moves_of_bots",
    Cause.HOUSE_BOT: "moves_of_house_bots",
}
COUNTS = (*_BY_TYPE.values(), *dict.fromkeys(_MOVES_BY.values()))
"""The columns that are counted."""
_ADD = f"""
INSERT INTO day_of_play (day, ruleset, {", ".join(COUNTS)})
VALUES (%s, %s, {", ".join("%s" for _ in COUNTS)})
ON CONFLICT (day, ruleset) DO UPDATE
SET {", ".join(f"{count} = day_of_play.{count} + excluded.{count}" for count in COUNTS)}
"""  # noqa: S608 - made of constants


def count(events: Sequence[FeedEvent]) -> None:
    """Add events to the counts of their days, which are those of UTC."""
    days: dict[tuple[date, str], Counter[str]] = defaultdict(Counter)
    for event in events:
        column = _column(event)
        if column is not None:
            days[event.at.astimezone(UTC).date(), event.ruleset][column] += 1
    with connection.cursor() as cursor:
        for (day, ruleset), counts in sorted(days.items(), key=lambda item: item[0]):
            cursor.execute(_ADD, [day, ruleset, *(counts[name] for name in COUNTS)])


def _column(event: FeedEvent) -> str | None:
    if event.type in _BY_TYPE:
        return _BY_TYPE[event.type]
    # A move that the clock made for somebody is counted as the expiry that it followed.
    return _MOVES_BY.get(event.cause) if event.records_a_move else None


def forget() -> None:
    """Delete all counts."""
    DayOfPlay.objects.all().delete()


CONSUMER = Consumer(
    name="days-of-play",
    purpose="games and moves of each day and ruleset",
    take=count,
    forget=forget,
)
