"""Mails about tokens: that one was found in a public place, or ends soon."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string

from accounts.mails.letters import Letter, Occasion, offer
from accounts.mails.models import Mail
from accounts.models import Token


def token(occasion: Occasion) -> Letter | None:
    """Say what there is to say of a token, unless it was taken back meanwhile."""
    data = occasion.data
    if "kind" in data:
        return _letter("leaked", "A token of yours was found in public", dict(data))
    good = Token.objects.select_related("account").filter(id=data["id"], revoked_at=None).first()
    if good is None or good.expires_at is None or good.expires_at <= occasion.now:
        return None
    ends: datetime = good.expires_at.astimezone(ZoneInfo(occasion.time_zone))
    facts = {
        "label": " ".join(good.label.split()),
        "id": good.id,
        "whose": good.account.name,
        "ends": f"{ends:%Y-%m-%d %H:%M} ({occasion.time_zone})",
    }
    return _letter("expiring", "A token of yours ends soon", facts)


def _letter(template: str, subject: str, facts: Mapping[str, object]) -> Letter:
    return Letter(
        subject=subject, body=render_to_string(f"mails/token_{template}.txt", dict(facts))
    )


def offer_all() -> None:
    """Offer to write them."""
    offer(Mail.Kind.TOKEN, token)
