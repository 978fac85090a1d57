"""May this account do something here? The same few questions of every command."""

from collections.abc import Set as AbstractSet
from uuid import UUID

from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.selectors.game_view import may_watch
from games.services.errors import (
    GameNotRunningError,
    GameOverError,
    GamePausedError,
    UnknownGameError,
)
from games.services.seat_errors import (
    BlockedError,
    CommitmentsClosedError,
    NotSeatedError,
    SeatResignedError,
)
from games.store.load import Loaded


def find_seat(loaded: Loaded, account: UUID | None) -> Seat:
    """Return the account's seat.

    Raises `UnknownGameError` if it may not know the game, else `NotSeatedError`.
    """
    if not may_watch(loaded, account):
        raise UnknownGameError
    seat = loaded.seat_of(account)
    if seat is None:
        raise NotSeatedError
    return seat


def must_not_be_blocked(loaded: Loaded, blockers: AbstractSet[UUID]) -> None:
    """Raise `BlockedError` if one of these accounts has a part in the game."""
    if any(owner.account in blockers for owner in loaded.owners.values()):
        raise BlockedError


def must_take_commitments(loaded: Loaded, commitment: str | None) -> None:
    """Raise `CommitmentsClosedError` for a commitment behind a reveal, or after many waits."""
    if commitment is not None and not loaded.state.contributions.takes_more:
        raise CommitmentsClosedError


def must_take_no_commitment(commitment: str | None) -> None:
    """Raise `CommitmentsClosedError` for a commitment to a game that has been dealt."""
    if commitment is not None:
        raise CommitmentsClosedError("This game has been dealt. Sit down without a `commitment`.")


def must_run(loaded: Loaded) -> None:
    """Raise `GameNotRunningError`, `GamePausedError` or `GameOverError` unless play goes on."""
    if loaded.state.status is Status.PAUSED:
        raise GamePausedError
    must_be_in_play(loaded)


def must_be_in_play(loaded: Loaded) -> None:
    """Raise `GameNotRunningError` or `GameOverError` unless the game is played, or rests."""
    if loaded.state.status is Status.OPEN:
        raise GameNotRunningError
    if loaded.state.status.is_over:
        raise GameOverError


def must_not_have_resigned(loaded: Loaded, seat: Seat) -> None:
    """Raise `SeatResignedError` if the seat gave up or forfeited."""
    if loaded.state.seats[seat].state is SeatState.RESIGNED:
        raise SeatResignedError
