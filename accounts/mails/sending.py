"""Sending what is due, one mail after the other."""

import logging
import time
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage

from accounts.mails import leasing, letters, recording, ringing
from accounts.mails.kinds import AWAY_FOR, KINDS, PATIENCE
from accounts.mails.leasing import HOUR, Leased
from accounts.mails.letters import Letter, Occasion
from accounts.mails.unsubscribing import footer, link

TURN = 5.0
"""Seconds after which a sender with more to send lets others have its thread."""
DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480))
"""Pauses after the first attempt and each further one: then it is too late for news."""
_PERMANENT = 500
_log = logging.getLogger("herdbook.mails")


class NotSentError(Exception):
    """The mail server did not take a mail; the message says what it was, and names nobody."""

    def __init__(self, failure: str, *, is_final: bool = False, is_of_one: bool = False) -> None:
        super().__init__(failure)
        self.is_final = is_final
        """Whether it would not take it later either."""
        self.is_of_one = is_of_one
        """Whether the receiver or the mail is why, so that it says nothing of the others."""


def send_due() -> int:
    """Send what is due; return how many mails were handed to the mail server.

    Safe to call anywhere, any number of times: each mail is one sender's. After a failure that
    is not its receiver's the others wait for the next sweep, so that they do not all meet a server that is away.
    """
    until, sent = time.monotonic() + TURN, 0
    while (mail := leasing.take()) is not None:
        try:
            sent += _see_to(mail)
        except NotSentError as error:
            _fail(mail, str(error), is_final=error.is_final)
            if not error.is_of_one:
                break
        if time.monotonic() > until:
            ringing.ring()
            break
    return sent


def _see_to(mail: Leased) -> bool:
    """Send a mail, postpone or drop it; return whether it was sent. Raises `NotSentError`."""
    try:
        letter = _letter(mail)
    except Exception as error:  # noqa: BLE001 - of one mail the others shall not suffer
        _log.exception("mail=%s kind=%s cannot be written", mail.id, mail.kind)
        _fail(mail, type(error).__name__)
        return False
    if letter is None:
        recording.dropped(mail)
        return False
    if (until := _not_before(mail)) is not None:
        recording.postponed(mail, until)
        return False
    begin = time.monotonic()
    _send(mail, letter)
    recording.sent(mail)
    _log.info(
        "mail=%s kind=%s try=%d ms=%d",
        mail.id,
        mail.kind,
        mail.tries + 1,
        (time.monotonic() - begin) * 1000,
    )
    return True


def _letter(mail: Leased) -> Letter | None:
    """Return what to send, or None if nobody wants it or there is nothing to say any more."""
    described = KINDS[mail.kind]
    has_address = bool(mail.address) and mail.is_confirmed is not described.confirms
    if not has_address and not described.is_to_former:
        return None
    if mail.is_suspended and not described.while_suspended:
        return None
    if described.choice is not None and not mail.choices.get(described.choice):
        return None
    occasion = Occasion(
        account=mail.account,
        name=mail.name,
        time_zone=mail.time_zone,
        data=mail.data,
        now=mail.now,
    )
    return letters.write(mail.kind, occasion)


def _not_before(mail: Leased) -> datetime | None:
    """Return until when the mail has to wait, or None if it is time for it."""
    if KINDS[mail.kind].choice is None:
        return None
    if mail.lately >= settings.HERDBOOK_MAILS_PER_HOUR:
        until = mail.oldest + HOUR if mail.oldest is not None else mail.now
        return max(until, mail.now + timedelta(minutes=1))
    patient_until = mail.created_at + KINDS[mail.kind].pause + PATIENCE
    if KINDS[mail.kind].waits_for_absence and mail.last_used_at is not None:
        until = min(mail.last_used_at + AWAY_FOR + timedelta(minutes=1), patient_until)
        return until if until > mail.now else None
    return None


def _send(mail: Leased, letter: Letter) -> None:
    try:
        _message(mail, letter).send()
    except SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        failure, is_final = f"SMTPRecipientsRefused {codes[0]}", min(codes) >= _PERMANENT
        raise NotSentError(failure, is_final=is_final, is_of_one=True) from None
    except SMTPResponseException as error:
        raise NotSentError(f"{type(error).__name__} {error.smtp_code}") from None
    except (SMTPException, OSError) as error:
        raise NotSentError(type(error).__name__) from None
    except ValueError as error:  # an address that no mail can be written to
        raise NotSentError(type(error).__name__, is_final=True, is_of_one=True) from None


def _fail(mail: Leased, failure: str, *, is_final: bool = False) -> None:
    _log.warning("mail=%s kind=%s try=%d failure=%s", mail.id, mail.kind, mail.tries + 1, failure)
    pause = None if is_final or mail.tries >= len(DELAYS) else DELAYS[mail.tries]
    recording.failed(mail, failure, again_at=None if pause is None else mail.now + pause)


def _message(mail: Leased, letter: Letter) -> EmailMessage:
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    body = letter.body.rstrip()
    headers = {
        # The same in every attempt, so that a mail that comes twice is known for what it is.
        "Message-ID": f"<{mail.id}@{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if KINDS[mail.kind].choice is not None:
        body = f"{body}\n\n{footer(mail.account, mail.name)}"
        headers["List-Unsubscribe"] = f"<{link(mail.account)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(
        subject=letter.subject, body=body, to=[letter.to or mail.address], headers=headers
    )
