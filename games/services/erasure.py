"""Letting go of an account that comes to its end."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from games.engine.events import Cause
from games.engine.game import Status
from games.engine.seat_events import InvitationDeclined, OfferWithdrawn, SeatLeft, SeatRenamed
from games.services import chat, refused_moves
from games.services.errors import GameOverError, ServiceError
from games.services.execute import Command, Decided, execute
from games.services.moderation.signs import suspicions
from games.services.plans import rows
from games.services.seat_errors import NotSeatedError
from games.store import holders
from games.store.load import Loaded

_log = logging.getLogger("herdbook.erasure")


class NotForgottenError(Exception):
    """Some games still know the account; asking again finds the rest."""


@dataclass(frozen=True, kw_only=True)
class Forget(Command):
    """Record that a seat's account is no more, so that whoever looks at the game learns of it.

    Before the start the seat becomes free; afterwards it is left to the clock.
    """

    erased: UUID
    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse where there is nothing to record: no seat, a game that is over, done before."""
        if loaded.state.status.is_over:
            raise GameOverError
        kept = loaded.invitation_of(self.erased)
        if kept is not None:
            return Decided(events=[InvitationDeclined(seat=kept)])
        offered = loaded.offer_of(self.erased)
        if offered is not None:
            return Decided(events=[OfferWithdrawn(seat=offered)])
        seat = loaded.seat_of(self.erased)
        if seat is None or loaded.state.seats[seat].is_gone:
            raise NotSeatedError
        left = loaded.state.status is Status.OPEN
        return Decided(events=[SeatLeft(seat=seat) if left else SeatRenamed(seat=seat)])


def forget_account(account: UUID) -> None:
    """Let all games go of an account; raise `NotForgottenError` if some could not.

    In each game the event comes before the row is deleted: whoever dies in between leaves the
    row, by which the game is found again.
    """
    chat.forget(account)
    suspicions.forget_account(account)
    refused_moves.forget_account(account)
    failed = 0
    for game in holders.games_of(account):
        try:
            _forget_in(game, account)
        except ServiceError as refusal:
            _log.warning("game=%s still knows an erased account: %s", game, refusal.code)
            failed += 1
    if failed:
        raise NotForgottenError(f"{failed} games still know the account.")


def _forget_in(game: UUID, account: UUID) -> None:
    with suppress(GameOverError, NotSeatedError):
        execute(Forget(game=game, cause=Cause.SYSTEM, erased=account))
    rows.drop_of_account(account, game=game)
    holders.forget(account, game=game)
