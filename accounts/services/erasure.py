"""The end of an account: its tokens die at once, its games forget it, its row goes.

Each step can be repeated. An end that was interrupted is finished by a sweep.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce

from accounts import signals
from accounts.browser_sessions.models import BrowserSession
from accounts.mails.models import Mail
from accounts.models import Account, AccountEvent, Block, CalendarAddress, Token
from accounts.names import ALIAS_PREFIX
from accounts.networks.models import NetworkUse
from accounts.oauth.models import App
from accounts.services import apps
from accounts.webhooks import removing

_NOTHING_KNOWN: Mapping[str, Any] = {
    "password": make_password(None),  # opened by none
    "email": "",
    "email_confirmed_at": None,
    "display_name": "",
    "description": "",
    "time_zone": "UTC",
    "quiet_hours": None,
    "notifications": {},
    "digest_at": None,
}
_log = logging.getLogger("herdbook.accounts")


def erase(account: Account, *, now: datetime) -> None:
    """Close an account and its bots for good, and remove all that is known about them.

    From the first commit on nobody can use them. Their names stay until their games are done
    with them, which may be a sweep later.
    """
    _close([account, *account.bots.all()], now)
    finish(account, now=now)


def _close(ending: Sequence[Account], now: datetime) -> None:
    with transaction.atomic(durable=True):
        # Said of the rows that are there: of two ends at once the later one finds none.
        _locked(ending).update(
            **_NOTHING_KNOWN, is_active=False, erased_at=Coalesce("erased_at", Value(now))
        )
        for account in ending:
            apps.end_access(account, now=now)
        App.objects.filter(user__in=ending).delete()
        Token.objects.filter(account__in=ending).delete()
        Mail.objects.filter(account__in=ending).delete()
        NetworkUse.objects.filter(account__in=ending).delete()
        BrowserSession.objects.filter(account__in=ending).delete()
        removing.remove_all(ending)


def _locked(accounts: Sequence[Account]) -> "QuerySet[Account]":
    """Lock the rows of accounts, always in the same order, so that no two ends wait for each other."""
    rows = Account.objects.filter(id__in=[account.id for account in accounts])
    list(rows.select_for_update().order_by("id").values_list("id"))
    return rows


def finish(account: Account, *, now: datetime) -> bool:
    """Have everybody let go of a closed account and remove its row; return whether it is gone."""
    for bot in account.bots.all():  # also one that was made while the tokens died
        erase(bot, now=now)
    answers = signals.erased.send_robust(sender=None, account=account.id)
    if any(isinstance(answer, Exception) for _, answer in answers):
        return False  # the signal has logged why
    try:
        with transaction.atomic(durable=True):
            if account.is_staff:
                _leave_a_shell(account)
            else:
                _locked([account]).delete()
    except IntegrityError:
        # It sat down somewhere while its tokens died, or a bot of its is not gone yet.
        _log.warning("account=%s is still referred to; a sweep tries again", account.id)
        return False
    return True


def _leave_a_shell(account: Account) -> None:
    """Keep the row of an administrator under an alias: what they did stays on record."""
    Block.objects.filter(Q(blocker=account) | Q(blocked=account)).delete()
    AccountEvent.objects.filter(account=account).delete()
    CalendarAddress.objects.filter(account=account).delete()
    account.groups.clear()
    account.user_permissions.clear()
    _locked([account]).update(
        **_NOTHING_KNOWN,
        name=f"{ALIAS_PREFIX}{account.id.hex[:12]}",
        is_staff=False,
        staff_role="",
        is_superuser=False,
        last_login=None,
        erased_at=None,
    )


def sweep(*, now: datetime) -> int:
    """Finish every end that was interrupted; return how many."""
    interrupted = Account.objects.filter(erased_at__isnull=False).order_by("erased_at", "id")
    return sum(finish(account, now=now) for account in interrupted)
