"""The second factor of staff: an authenticator (TOTP), and codes for the day it is lost.

A recovery code is stored as a keyed hash, and is good once. The key of an authenticator is stored
encrypted.
"""

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from uuid import UUID

from django.db import transaction
from django.utils.crypto import salted_hmac
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken

from accounts.authenticators import Authenticator, new_key
from accounts.models import Account
from accounts.moderation import audit
from accounts.moderation.actors import COMMAND_LINE, Actor
from accounts.moderation.audit import Action, Target
from accounts.moderation.errors import BadOrderError, NothingToDoError
from accounts.sealing import LostSecretError

_log = logging.getLogger("herdbook.accounts")
RECOVERY_CODES = 10
_STORED = 16
"""Characters that the column holds: 64 bits of a keyed hash."""


@dataclass(frozen=True)
class Renewed:
    """What is shown once, to whom it belongs."""

    url: str
    """What an authenticator reads, as text or as a QR code."""
    codes: tuple[str, ...]


def is_enrolled(account: UUID) -> bool:
    """Answer whether an account has an authenticator that it has used."""
    return bool(Authenticator.objects.filter(user=account, confirmed=True).exists())


def begin(account: UUID) -> Authenticator:
    """Return the authenticator that is being set up; a page that is loaded again shows the same."""
    with transaction.atomic(durable=True):
        Account.objects.select_for_update().get(id=account)
        if is_enrolled(account):
            raise NothingToDoError("You have an authenticator already.")
        found, _ = Authenticator.objects.get_or_create(
            user_id=account,
            confirmed=False,
            defaults={"name": "authenticator", "key": new_key()},
        )
    return cast("Authenticator", found)


def confirm(actor: Actor, *, code: str, now: datetime) -> tuple[Device, tuple[str, ...]] | None:
    """Set the authenticator up that shows this code; return it with new recovery codes.

    None if the code is wrong, or comes too soon after a wrong one.
    """
    assert actor.account is not None
    with transaction.atomic(durable=True):
        Account.objects.select_for_update().get(id=actor.account)
        if is_enrolled(actor.account):
            raise NothingToDoError("You have an authenticator already.")
        begun = Authenticator.objects.select_for_update().filter(user=actor.account).first()
        if begun is None or not begun.verify_token(code):
            return None
        begun.confirmed = True
        begun.save()
        codes = _new_codes(actor.account)
        _record(actor, actor.account, now, reason="Set up by whose it is.")
    return begun, codes


def verify(account: UUID, *, code: str) -> Device | None:
    """Return what this code is of: an authenticator, or the recovery codes; None if it is wrong.

    After a wrong one the next is looked at a second later, then two, four and so on.
    """
    written = "".join(code.split()).lower()
    with transaction.atomic(durable=True):
        totp = (
            Authenticator.objects.select_for_update().filter(user=account, confirmed=True).first()
        )
        if totp is None:
            return None
        if written.isascii() and written.isdigit() and len(written) == totp.digits:
            return totp if _is_right(totp, written) else None
        static = StaticDevice.objects.select_for_update().filter(user=account).first()
        is_right = static is not None and static.verify_token(_stored(account, written))
    return static if is_right else None


def _is_right(totp: Authenticator, code: str) -> bool:
    try:
        return bool(totp.verify_token(code))
    except LostSecretError:
        # `manage.py second_factor` gives another one.
        _log.error("authenticator=%s was sealed with a key that is not named any more", totp.pk)
        return False


def renew(account: UUID, *, reason: str, now: datetime) -> Renewed:
    """Give an account of the staff another second factor, for whoever holds the command line.

    Sessions that were opened with the one before are over. Raises `BadOrderError`.
    """
    with transaction.atomic(durable=True):
        found = Account.objects.select_for_update().filter(id=account, is_staff=True).first()
        if found is None:
            raise BadOrderError("account", "Only staff has a second factor.")
        Authenticator.objects.filter(user=found).delete()
        made = Authenticator.objects.create(
            user=found, name="authenticator", key=new_key(), confirmed=True
        )
        codes = _new_codes(found.id)
        _record(COMMAND_LINE, found.id, now, reason=reason)
    return Renewed(made.config_url, codes)


def _new_codes(account: UUID) -> tuple[str, ...]:
    """Make all recovery codes anew; those before are good no longer."""
    StaticDevice.objects.filter(user=account).delete()
    device = StaticDevice.objects.create(user_id=account, name="recovery codes")
    codes = tuple(f"{secrets.token_hex(4)}-{secrets.token_hex(4)}" for _ in range(RECOVERY_CODES))
    StaticToken.objects.bulk_create(
        StaticToken(device=device, token=_stored(account, code)) for code in codes
    )
    return codes


def _stored(account: UUID, code: str) -> str:
    digest = salted_hmac("herdbook.recovery", f"{account.hex} {code}", algorithm="sha256")
    return digest.hexdigest()[:_STORED]


def _record(actor: Actor, account: UUID, now: datetime, *, reason: str) -> None:
    target = Target("account", str(account))
    audit.record(actor, Action.SET_UP_FACTOR, target, now=now, reason=reason)
