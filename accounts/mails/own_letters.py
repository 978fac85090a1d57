"""Mails that are asked for by themselves: to confirm an address, and to choose another password.

The code in them is made when the mail is sent, and stored nowhere.
"""

from django.conf import settings
from django.template.loader import render_to_string

from accounts.mails.letters import Letter, Occasion, offer
from accounts.mails.models import Mail
from accounts.models import Account
from accounts.services import addresses, passwords

CONFIRM_PATH = "/mails/confirm/"
RESET_PATH = "/mails/reset/"


def confirm(occasion: Occasion) -> Letter | None:
    """Ask whether the address is theirs, unless it was changed meanwhile."""
    account = Account.objects.filter(id=occasion.account).first()
    if account is None or occasion.data.get("to") != addresses.mark(account):
        return None
    code = addresses.code_for(account)
    return _letter("confirm", "Is this your address?", occasion, CONFIRM_PATH, code)


def reset(occasion: Occasion) -> Letter | None:
    """Send what another password can be chosen with."""
    account = Account.objects.filter(id=occasion.account).first()
    if account is None:
        return None
    code = passwords.code_for(account)
    return _letter("reset", "Choose another password", occasion, RESET_PATH, code)


def moved(occasion: Occasion) -> Letter | None:
    """Tell an address that the account has it no longer; nothing if it was given back meanwhile."""
    account, former = Account.objects.filter(id=occasion.account).first(), occasion.data["former"]
    if account is None or account.email == former:
        return None
    facts = {
        "name": occasion.name,
        "server": settings.HERDBOOK_PUBLIC_URL,
        "has_another": bool(account.email),
    }
    body = render_to_string("mails/moved.txt", facts)
    return Letter(subject="Your account has another address", body=body, to=former)


def _letter(template: str, subject: str, occasion: Occasion, path: str, code: str) -> Letter:
    facts = {
        "name": occasion.name,
        "server": settings.HERDBOOK_PUBLIC_URL,
        "link": f"{settings.HERDBOOK_PUBLIC_URL}{path}{code}",
        "code": code,
        "minutes": settings.PASSWORD_RESET_TIMEOUT // 60,
        "days": addresses.DAYS,
    }
    return Letter(subject=subject, body=render_to_string(f"mails/{template}.txt", facts))


def offer_all() -> None:
    """Offer to write them."""
    offer(Mail.Kind.CONFIRM, confirm)
    offer(Mail.Kind.RESET, reset)
    offer(Mail.Kind.MOVED, moved)
