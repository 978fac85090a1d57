"""Mails about sanctions: what was decided, in the words that the account may read.

Nobody can choose to have none, for they are few, and whoever is suspended has to learn of it.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string

from accounts.mails.letters import Letter, Occasion, offer
from accounts.mails.models import Mail
from accounts.moderation.models import Appeal, Sanction

_WORDS = {
    Sanction.Kind.WARNING: "a warning",
    Sanction.Kind.CHAT_MUTE: "no messages in chats",
    Sanction.Kind.NO_RATED_PLAY: "no rated play",
    Sanction.Kind.SUSPENSION: "a suspension",
}


def sanction(occasion: Occasion) -> Letter | None:
    """Tell of a sanction as it stands now: imposed, or lifted."""
    found = _found(occasion)
    if found is None:
        return None
    if found.lifted_at is not None:
        return _letter("lifted", "A sanction was lifted", occasion, found)
    return _letter("imposed", "The moderators have decided something", occasion, found)


def appeal(occasion: Occasion) -> Letter | None:
    """Tell of an appeal that was refused; of one that was granted the lifting tells."""
    found = _found(occasion)
    if found is None:
        return None
    answered = Appeal.objects.filter(sanction=found, answered_at__isnull=False)
    latest = answered.order_by("-answered_at", "-id").first()
    if latest is None or latest.answer != Appeal.Answer.REFUSED:
        return None
    return _letter("appeal", "Your appeal was answered", occasion, found, latest.answer_text)


def _found(occasion: Occasion) -> Sanction | None:
    id_ = occasion.data["sanction"]
    return Sanction.objects.select_related("account").filter(id=id_).first()


def _letter(
    template: str, subject: str, occasion: Occasion, about: Sanction, answer: str = ""
) -> Letter:
    whose = about.account.name
    facts = {
        "whose": "your account" if whose == occasion.name else "your bot",
        "name": whose,
        "kind": _WORDS[Sanction.Kind(about.kind)],
        "game": about.game,
        "text": _one_line(about.public_text),
        "ends": _moment(about.ends_at, occasion.time_zone),
        "lifted_reason": _one_line(about.lifted_reason),
        "answer": _one_line(answer),
        "id": about.id,
        "server": settings.HERDBOOK_PUBLIC_URL,
    }
    return Letter(subject=subject, body=render_to_string(f"mails/sanction_{template}.txt", facts))


def _moment(moment: datetime | None, time_zone: str) -> str:
    if moment is None:
        return ""
    return f"{moment.astimezone(ZoneInfo(time_zone)):%Y-%m-%d %H:%M} ({time_zone})"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def offer_all() -> None:
    """Offer to write them."""
    offer(Mail.Kind.SANCTION, sanction)
    offer(Mail.Kind.APPEAL, appeal)
