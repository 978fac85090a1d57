"""What may stand in the log as the reason of an order: it stays there for good, for all to read."""

import re
from uuid import UUID

from accounts.models import Account
from accounts.moderation.actors import Actor
from accounts.moderation.errors import BadOrderError
from games.services.moderation.cases import involved_in

LONGEST = 200
LONGEST_NOTE = 2000


def must_be_fit(reason: str, *, note: str, actor: Actor, game: UUID) -> None:
    """Raise `BadOrderError` for a reason that says nothing, too much, or who somebody is.

    The note is for staff alone, and may name anybody.
    """
    if not reason.strip():
        raise BadOrderError("reason", "Say why; everybody in the game can read it.")
    if len(reason) > LONGEST or not reason.isprintable():
        raise BadOrderError("reason", f"One line of {LONGEST} letters at most.")
    if len(note) > LONGEST_NOTE or not all(one.isprintable() or one in "\n\t" for one in note):
        raise BadOrderError("note", f"{LONGEST_NOTE} letters at most.")
    if any(_names(reason, name) for name in _names_in(actor, game)):
        raise BadOrderError(
            "reason", "Name nobody: this stays in the log. Say `seat 1`; names go into the note."
        )


def _names_in(actor: Actor, game: UUID) -> set[str]:
    """Return the names of who has, or had, a part in the game, and of who gives the order."""
    ids = involved_in(game) | ({actor.account} if actor.account is not None else set())
    found = Account.objects.filter(id__in=ids).values_list("name", "display_name")
    return {name.strip() for names in found for name in names if name.strip()}


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None
