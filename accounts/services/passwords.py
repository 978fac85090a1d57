"""Another password: for whoever knows the one before, or reads the mails of the account."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from accounts import selectors
from accounts.browser_sessions import ending
from accounts.errors import CodeInvalidError, NoMailError, TokenInvalidError, TooManyResetsError
from accounts.mails import ringing
from accounts.models import Account, CalendarAddress, Token
from accounts.moderation import audit
from accounts.moderation.actors import Actor
from accounts.moderation.audit import Action, Target
from accounts.networks import noting
from accounts.services import apps, counting, failures
from accounts.services.counting import Limit, TooOftenError
from accounts.services.log_in import still_proved

FROM_AN_ADDRESS = Limit("resets", most=10, seconds=3600)
"""Resets that are asked for from one network address; a school behind one address shares them."""
EVERY_MINUTES = 20
"""Of one account there is one mail in each of these, however many ask for it."""
A_DAY = 6
"""Mails of one account in any 24 hours: so nobody's post is filled by others, day and night.

Those that are asked for on networks on which the account was seen are counted by themselves: its
owner gets through at home, whatever strangers have used up."""
EACH = 3
"""Of these so many for one network address: it takes several to use all of them up."""
HOURS = 12
"""When no mail was sent for so long one is, whatever was used up: nobody is kept out for a day."""
_SALT = "herdbook.resets"
_ID = 32
"""Characters of an account's id before the rest of a code."""
# One statement for every answer: whoever counts or times learns nothing of who has an account.
_ORDER = """
WITH clock AS (SELECT herdbook.clock() AS now), asked AS (
  SELECT a.id, clock.now, EXISTS (SELECT 1 FROM network_use n
    WHERE n.account_id = a.id AND n.network = %(network)s) AS known
  FROM account a CROSS JOIN clock
  WHERE (a.name = %(name)s OR (%(email)s <> '' AND lower(a.email) = lower(%(email)s)))
    AND a.kind = 'person' AND a.is_active AND a.email_confirmed_at IS NOT NULL
    AND (a.suspended_until IS NULL OR a.suspended_until <= clock.now))
INSERT INTO mail (id, account_id, kind, data, dedupe, created_at, state, due_at, tries, failure)
SELECT gen_random_uuid(), asked.id, 'reset',
  jsonb_build_object('by', %(by)s::text, 'known', asked.known),
  'reset/' || floor(extract(epoch FROM asked.now) / %(seconds)s), asked.now, 'waiting', asked.now,
  0, ''
FROM asked CROSS JOIN LATERAL (
  SELECT count(*) AS used, count(*) FILTER (WHERE m.data->>'by' = %(by)s) AS own,
    max(m.created_at) AS latest
  FROM mail m WHERE m.account_id = asked.id AND m.kind = 'reset'
    AND m.created_at > asked.now - interval '1 day'
    AND coalesce((m.data->>'known')::boolean, false) = asked.known) AS before
WHERE (before.used < %(most)s AND before.own < %(each)s)
  OR before.latest < asked.now - make_interval(hours => %(hours)s)
ON CONFLICT (account_id, dedupe) DO NOTHING
"""


class _Codes(PasswordResetTokenGenerator):
    """Signs what is true until the password or the address is another.

    Not when somebody logged in last: whoever has the old password would only have to go on doing
    so, and no code would ever be good.
    """

    key_salt = "herdbook reset password 1"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        assert isinstance(user, Account)
        return f"{user.id} {user.password} {user.email} {timestamp}"


_codes = _Codes()


def ask_for_reset(*, name: str = "", email: str = "", address: str) -> None:
    """Send a code to the accounts with this name, or with this address if they have confirmed it.

    Whether there are any stays unsaid. Raises `NoMailError`, or `TooManyResetsError` for whoever
    asks for many from one network address.
    """
    if not settings.HERDBOOK_MAIL:
        raise NoMailError("This server sends no mails.")
    try:
        if settings.HERDBOOK_LIMITS:
            counting.count((FROM_AN_ADDRESS, address))
    except TooOftenError as error:
        raise TooManyResetsError(error.seconds) from None
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        # Waiting for the disk, which only who has written something does, would tell who has an
        # account. A mail that is lost when the machine dies right now is asked for again.
        cursor.execute("SET LOCAL synchronous_commit TO off")
        limits = {"seconds": EVERY_MINUTES * 60, "most": A_DAY, "each": EACH, "hours": HOURS}
        asker = {"by": _hashed(address), "network": noting.hashed(address)}
        cursor.execute(_ORDER, {"name": name, "email": email, **asker, **limits})
        transaction.on_commit(ringing.ring)


def _hashed(address: str) -> str:
    """Return what is the same for one network address, and names none without the server's key."""
    return salted_hmac(_SALT, address, algorithm="sha256").hexdigest()[:_ID]


def code_for(account: Account) -> str:
    """Return what another password can be chosen with, once, for `PASSWORD_RESET_TIMEOUT` seconds."""
    return f"{account.id.hex}{_codes.make_token(account)}"


def account_of(code: str) -> Account:
    """Return whose password can be chosen with this code; raise `CodeInvalidError`."""
    return _of_code(code, lock=False)


def reset(code: str, *, password: str, address: str, now: datetime, request_id: str = "") -> None:
    """Set the password that goes with a code, and end every session and token of the account.

    Raises `CodeInvalidError`.
    """
    with transaction.atomic(durable=True):
        account = _of_code(code, lock=True)
        _set(account, password)
        _record(account, "by mail", now=now, request_id=request_id)
        end_keys(account, now=now)
        CalendarAddress.objects.filter(account=account).delete()
    # Whoever reads the mails may come in from here, also while others guess.
    failures.know(name=account.name, address=address)


def change(
    account: Account,
    *,
    password: str,
    ends_tokens: bool,
    kept: Token | None = None,
    now: datetime,
    request_id: str = "",
) -> None:
    """Set another password; every session of a browser ends by that, and tokens if that is asked for.

    `account` is as the password was looked at, `kept` the token that goes on. Of staff it leaves a
    row in the audit log. Raises `WrongPasswordError` if another password was set meanwhile.
    """
    with transaction.atomic(durable=True):
        row = Account.objects.select_for_update(no_key=True).filter(id=account.id).first()
        if row is None:
            raise TokenInvalidError("The account of this token is closed.")
        still_proved(account, row)
        _set(row, password)
        _record(row, "by itself", now=now, request_id=request_id)
        if ends_tokens:
            end_keys(row, now=now, kept=kept)


def end_keys(account: Account, *, now: datetime, kept: Token | None = None) -> None:
    """Revoke all tokens of an account and its bots, those of apps too, inside a transaction."""
    own = Token.objects.filter(account__in=selectors.with_bots(account.id), revoked_at=None)
    if kept is not None:
        own = own.exclude(id=kept.id)
    own.update(revoked_at=now)
    apps.end_access(account, now=now)


def _set(account: Account, password: str) -> None:
    account.set_password(password)
    account.save(update_fields=["password"])
    ending.end_all(account.id)


def _record(account: Account, reason: str, *, now: datetime, request_id: str) -> None:
    """Write down that somebody of the staff has another password, whichever way it was set."""
    if account.is_staff:
        actor, target = Actor.of(account, request_id=request_id), Target("account", str(account.id))
        audit.record(actor, Action.CHANGE_PASSWORD, target, now=now, reason=reason)


def _of_code(code: str, *, lock: bool) -> Account:
    id_, secret = code[:_ID], code[_ID:]
    try:
        wanted = UUID(hex=id_)
    except ValueError:
        raise _invalid() from None
    rows = Account.objects.filter(
        id=wanted, kind=Account.Kind.PERSON, is_active=True, email_confirmed_at__isnull=False
    )
    account = (rows.select_for_update(no_key=True) if lock else rows).first()
    if account is None or not _codes.check_token(account, secret):
        raise _invalid()
    return account


def _invalid() -> CodeInvalidError:
    return CodeInvalidError("The code is none, is too old, or was used. Ask for another.")
