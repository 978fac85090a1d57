"""Bots: child accounts, made and ended by their owners."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction

from accounts.models import Account
from accounts.services import opening


class Made(NamedTuple):
    """A bot, and whether an earlier copy of the request has made it."""

    bot: Account
    replayed: bool


def create_bot(
    *,
    owner: Account,
    name: str,
    description: str,
    accepts: str,
    now: datetime,
    reserve: Callable[[], UUID] = uuid4,
) -> Made:
    """Make a bot of `owner`; raise `NameTakenError`.

    `reserve` gives its id; if it is the id of a bot that is there already, that bot is the answer.
    It is called in the same transaction, so that a refused request leaves no trace, and a copy
    that races waits for the first.
    """
    with transaction.atomic(durable=True):
        id_ = reserve()
        earlier = Account.objects.select_related("owner").filter(id=id_, owner=owner).first()
        if earlier is not None:
            return Made(earlier, replayed=True)
        bot = opening.open_bot(
            owner=owner, id_=id_, name=name, description=description, accepts=accepts, now=now
        )
    return Made(bot, replayed=False)
