"""Whose messages this account does not want to read."""

from typing import ClassVar

from django.utils import timezone

from accounts.api.describing import Operation
from accounts.api.standing_towards import StandingTowardsView
from accounts.models import Account
from accounts.services import mutes


class MuteView(StandingTowardsView):
    not_oneself = "You cannot mute yourself."
    operations: ClassVar = {
        "PUT": Operation(
            "mute_player",
            "Read no messages of an account any more",
            "It plays with you as before, and is not told. Whom you block is muted, too.",
            answers={204: None},
            refusals=("not_found", "invalid_request"),
        ),
        "DELETE": Operation(
            "unmute_player",
            "Read the messages of an account again",
            answers={204: None},
            refusals=("not_found",),
        ),
    }

    def begin(self, by: Account, towards: Account) -> None:
        mutes.mute(muted=towards, by=by, now=timezone.now())

    def end(self, by: Account, towards: Account) -> None:
        mutes.unmute(muted=towards, by=by)
