"""What can be reported: each kind of breach asks for something, and a refusal says for what."""

from datetime import datetime, timedelta

from accounts.models import Account
from accounts.moderation.breaches import Breach
from games.engine.game import Status
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired
from games.services.moderation.errors import NotApplicable, ReportNotApplicableError
from games.services.moderation.evidence import Slice
from games.store.load import Loaded
from games.store.models import Holder

SLOW = timedelta(minutes=10)
"""Whoever owes a decision for so long may be stalling; a moderator looks at the rest."""
_OF_A_GAME = frozenset({Breach.CHAT_ABUSE, Breach.STALLING, Breach.CHEATING})
_OF_A_PLAYER = frozenset(Breach) - {Breach.OTHER}


def check(
    breach: Breach, *, player: Account | None, loaded: Loaded | None, cited: Slice | None
) -> None:
    """Raise `ReportNotApplicableError` unless the breach can have happened there."""
    if player is None and (breach in _OF_A_PLAYER or loaded is None):
        raise ReportNotApplicableError(NotApplicable.NEEDS_PLAYER)
    if loaded is None and breach in _OF_A_GAME:
        raise ReportNotApplicableError(NotApplicable.NEEDS_GAME)
    if breach == Breach.OFFENSIVE_NAME and player is not None and _has_no_own_name(player):
        raise ReportNotApplicableError(NotApplicable.NAME_NOT_CHOSEN)
    if player is not None and loaded is not None and cited is not None:
        _check_in_game(breach, player, loaded, cited)


def _check_in_game(breach: Breach, player: Account, loaded: Loaded, cited: Slice) -> None:
    has_written = any(message.author_id == player.id for message in cited.messages)
    seats = _seats_of(player, loaded)
    if breach == Breach.CHAT_ABUSE and not has_written:
        raise ReportNotApplicableError(NotApplicable.NO_MESSAGES)
    if not seats and not has_written:
        raise ReportNotApplicableError(NotApplicable.NOT_IN_GAME)
    if breach in {Breach.STALLING, Breach.CHEATING} and loaded.state.status is Status.OPEN:
        raise ReportNotApplicableError(NotApplicable.NOT_STARTED)
    if breach == Breach.STALLING and not _has_stalled(seats, cited, loaded.now):
        raise ReportNotApplicableError(NotApplicable.NO_STALLING)


def _seats_of(player: Account, loaded: Loaded) -> frozenset[int]:
    """Return every seat that the player holds or has held."""
    held = Holder.objects.filter(game=loaded.id, account=player.id, seat__isnull=False)
    return frozenset(seat for seat in held.values_list("seat", flat=True) if seat is not None)


def _has_stalled(seats: frozenset[int], cited: Slice, now: datetime) -> bool:
    expired = any(
        isinstance(one.event, DecisionExpired) and one.event.seat in seats for one in cited.events
    )
    owed = (
        Seat(one["seat"]) in seats and now - datetime.fromisoformat(one["opened_at"]) >= SLOW
        for one in cited.open_decisions
    )
    return expired or any(owed)


def _has_no_own_name(player: Account) -> bool:
    return player.sandbox and not player.display_name
