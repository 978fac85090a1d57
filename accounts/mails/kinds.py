"""Which mails there are: of what, for whom, and how long after it happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from accounts.event_types import EventType
from accounts.mails.models import Mail

AWAY_FOR = timedelta(minutes=5)
"""Whoever asked the server for anything in the last so many minutes plays and needs no mail."""
PATIENCE = timedelta(hours=1)
"""No longer than this a mail waits for somebody who asks all the time: it may be a program."""


@dataclass(frozen=True, kw_only=True)
class Described:
    """What there is to know about a kind of mail."""

    choice: str | None = None
    """Which of `accounts.notifications.CHOICES` asks for it; None: nobody has to ask.

    Then it neither waits for others nor can be stopped: there are few of it.
    """
    types: tuple[EventType, ...] = ()
    """The events that it tells of."""
    pause: timedelta = timedelta()
    """How long after the event it is sent at the earliest."""
    confirms: bool = False
    """Whether it goes to an address that nobody has confirmed yet; no other does."""
    is_to_former: bool = False
    """Whether it goes to an address that the account had before, which it names itself."""
    while_suspended: bool = False
    """Whether it also goes to whoever is suspended."""
    waits_for_absence: bool = False
    """Whether it is about something that somebody who plays right now sees anyway."""


KINDS: Mapping[Mail.Kind, Described] = {
    Mail.Kind.TURN: Described(
        choice="your_turn",
        types=(EventType.DECISION_REQUESTED,),
        pause=AWAY_FOR,
        waits_for_absence=True,
    ),
    Mail.Kind.DEADLINE: Described(
        choice="deadlines", types=(EventType.DEADLINE_NEAR,), waits_for_absence=True
    ),
    Mail.Kind.INVITATION: Described(choice="invitations", types=(EventType.INVITATION_RECEIVED,)),
    Mail.Kind.ENDED: Described(
        choice="game_over", types=(EventType.GAME_FINISHED, EventType.GAME_ABORTED)
    ),
    Mail.Kind.DIGEST: Described(choice="digest"),
    Mail.Kind.TOKEN: Described(
        choice="tokens", types=(EventType.TOKEN_LEAKED, EventType.TOKEN_EXPIRING)
    ),
    Mail.Kind.REFUSED: Described(choice="bots", types=(EventType.MOVES_REFUSED,)),
    Mail.Kind.CONFIRM: Described(confirms=True),
    Mail.Kind.RESET: Described(),
    Mail.Kind.MOVED: Described(is_to_former=True, while_suspended=True),
    Mail.Kind.SANCTION: Described(
        types=(EventType.SANCTION_IMPOSED, EventType.SANCTION_LIFTED), while_suspended=True
    ),
    Mail.Kind.APPEAL: Described(types=(EventType.APPEAL_ANSWERED,), while_suspended=True),
}
MAILED = frozenset(type_ for described in KINDS.values() for type_ in described.types)
"""The events that anybody can be mailed about."""
