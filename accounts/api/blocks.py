"""Whom this account keeps from its games."""

from typing import ClassVar

from django.utils import timezone

from accounts.api.describing import Operation
from accounts.api.standing_towards import StandingTowardsView
from accounts.models import Account
from accounts.services import blocks


class BlockView(StandingTowardsView):
    not_oneself = "You cannot block yourself."
    operations: ClassVar = {
        "PUT": Operation(
            "block_player",
            "Keep an account from your games",
            answers={204: None},
            refusals=("not_found", "invalid_request"),
        ),
        "DELETE": Operation(
            "unblock_player",
            "Keep an account from your games no longer",
            answers={204: None},
            refusals=("not_found",),
        ),
    }

    def begin(self, by: Account, towards: Account) -> None:
        blocks.block(blocker=by, blocked=towards, now=timezone.now())

    def end(self, by: Account, towards: Account) -> None:
        blocks.unblock(blocker=by, blocked=towards)
