"""The clock's Celery tasks: adapters that call one service."""

from celery import shared_task

from games.services import deadlines, feeds, open_games, refused_moves, reminders
from games.services.moderation.signs import looking
from games.services.plans import following


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def expire_due() -> int:
    """Expire what is due; beat calls this, and each worker does the same on its own timer."""
    return deadlines.sweep()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def warn_of_open_games() -> int:
    """Warn who made a game that nobody joins that it will be closed."""
    return open_games.warn()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def advance_feeds() -> int:
    """Let the consumers of the feed go on; each worker does the same on a timer of its own."""
    return feeds.run()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def remind() -> int:
    """Tell accounts of deadlines that are near."""
    return reminders.remind()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def follow_plans() -> int:
    """Follow the standing orders that are due; each worker does the same on a timer of its own."""
    return following.follow_due()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def look_for_signs() -> int:
    """Look through games that are over for signs that accounts play together."""
    return looking.look()


@shared_task(ignore_result=True, acks_late=True, soft_time_limit=25, time_limit=30)
def forget_refused_moves() -> int:
    """Forget moves that were refused long ago."""
    return refused_moves.forget_old()
