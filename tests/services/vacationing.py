"""Seats whose owners go on vacation and come back."""

from datetime import datetime, timedelta

from accounts.models import Vacation
from games.engine.clocks import Stop
from games.services import vacations
from games.store import clock as database_clock
from games.store.models import OpenDecision
from tests.services.table import Table, new_game, owed_by, per_move, person

DAY = 86_400
HOUR = 3600


def a_table(*seats, seconds: int = DAY, **control) -> Table:
    return new_game(
        *(seats or (person(), person())),
        time_control=per_move(seconds, "house-bot") | {"pause_budget": {"seat": 7 * DAY}} | control,
    )


def leave(table: Table, days: float = 3, *, seat: int = 0, start: float | None = None) -> Stop:
    """Let whoever holds a seat go on vacation."""
    now = database_clock.now()
    since = None if start is None else now + timedelta(days=start)
    account = table.asker(seat).account
    vacations.go_on_vacation(
        account=account, starts_at=since, ends_at=now + timedelta(days=days + (start or 0))
    )
    taken = Vacation.objects.filter(account=account).latest("id")
    return Stop(taken.starts_at, taken.ends_at)


def come_back(table: Table, seat: int = 0) -> None:
    vacations.end_vacation(account=table.asker(seat).account)


def due(table: Table, seat: int = 0) -> datetime:
    moment = owed_by(table.state, seat).due_at
    assert moment is not None
    assert OpenDecision.objects.get(game=table.game, seat=seat).due_at == moment
    return moment


def known_vacation(table: Table, seat: int) -> Stop:
    stop = table.state.seats[seat].vacation
    assert stop is not None
    return stop


def said(table: Table) -> list[str]:
    return [one for one in table.types if one.startswith("Vacation")]
