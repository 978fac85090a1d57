"""The types of events in the account feed: one list, for API, webhooks, mail and documents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from accounts.event_data import (
    ChatData,
    DecisionData,
    EventData,
    GameData,
    LeakData,
    MovesRefusedData,
    OwnSeatData,
    RematchData,
    ReportData,
    SanctionData,
    SeatData,
    TokenEndData,
    VacationData,
    WebhookData,
)
from accounts.scopes import Scope


class EventType(StrEnum):
    """What an event of the account feed is about."""

    GAME_STARTED = "game.started"
    DECISION_REQUESTED = "game.decision_requested"
    DEADLINE_NEAR = "game.deadline_near"
    DEADLINE_MOVED = "game.deadline_moved"
    DECISION_EXPIRED = "game.decision_expired"
    SEAT_AWAY = "game.seat_away"
    SEAT_RETURNED = "game.seat_returned"
    SEAT_OFFERED = "game.seat_offered"
    SEAT_REPLACED = "game.seat_replaced"
    GAME_PAUSED = "game.paused"
    GAME_RESUMED = "game.resumed"
    GAME_EXPIRING = "game.expiring"
    UNDO_REQUESTED = "game.undo_requested"
    MOVE_UNDONE = "game.move_undone"
    ABORT_REQUESTED = "game.abort_requested"
    GAME_FINISHED = "game.finished"
    GAME_ABORTED = "game.aborted"
    GAME_EXPIRED = "game.expired"
    RESULT_CHANGED = "game.result_changed"
    CHAT_MESSAGE = "game.chat_message"
    REMATCH_OFFERED = "game.rematch_offered"
    INVITATION_RECEIVED = "invitation.received"
    INVITATION_CANCELLED = "invitation.cancelled"
    INVITATION_DECLINED = "invitation.declined"
    VACATION_STARTED = "vacation.started"
    VACATION_ENDED = "vacation.ended"
    MOVES_REFUSED = "bot.moves_refused"
    WEBHOOK_DISABLED = "webhook.disabled"
    TOKEN_LEAKED = "token.leaked"  # noqa: S105 - a type, as below
    TOKEN_EXPIRING = "token.expiring"  # noqa: S105
    SANCTION_IMPOSED = "sanction.imposed"
    SANCTION_LIFTED = "sanction.lifted"
    APPEAL_ANSWERED = "appeal.answered"
    REPORT_ANSWERED = "report.answered"


@dataclass(frozen=True)
class Described:
    """What there is to know about a type."""

    text: str
    """When it happens: a sentence, for whoever reads a list of types."""
    data: type[EventData]
    """The shape of what such an event says."""
    scope: Scope = Scope.GAMES_READ
    """What a token must be for to be shown such events."""


EVENT_TYPES: Mapping[EventType, Described] = {
    EventType.GAME_STARTED: Described("A game of yours began.", OwnSeatData),
    EventType.DECISION_REQUESTED: Described(
        "You owe a decision; said once for each.", DecisionData
    ),
    EventType.DEADLINE_NEAR: Described(
        "Of the time for a decision half is gone, or a day is left.", DecisionData
    ),
    EventType.DEADLINE_MOVED: Described(
        "A decision that you owe has another deadline.", DecisionData
    ),
    EventType.DECISION_EXPIRED: Described(
        "You did not answer in time, and the game went on.", SeatData
    ),
    EventType.SEAT_AWAY: Described("A house bot plays a seat until its owner returns.", SeatData),
    EventType.SEAT_RETURNED: Described("The owner of a seat plays it again.", SeatData),
    EventType.SEAT_OFFERED: Described(
        "You are offered a seat of a running game; once a day for each seat.", SeatData
    ),
    EventType.SEAT_REPLACED: Described(
        "Somebody else holds a seat from now on; who held it is told, too.", SeatData
    ),
    EventType.GAME_PAUSED: Described("A game of yours was paused.", OwnSeatData),
    EventType.GAME_RESUMED: Described("A game of yours goes on after a pause.", OwnSeatData),
    EventType.UNDO_REQUESTED: Described("A seat would like to take its move back.", SeatData),
    EventType.GAME_EXPIRING: Described(
        "A game of yours will be closed, because nothing happens in it.", OwnSeatData
    ),
    EventType.MOVE_UNDONE: Described("A move was taken back, by consent.", OwnSeatData),
    EventType.ABORT_REQUESTED: Described("A seat would like to break a game off.", SeatData),
    EventType.GAME_FINISHED: Described("A game of yours ended with a result.", OwnSeatData),
    EventType.GAME_ABORTED: Described("A game of yours was broken off.", OwnSeatData),
    EventType.GAME_EXPIRED: Described("A game of yours never began and was closed.", OwnSeatData),
    EventType.RESULT_CHANGED: Described(
        "A game of yours that is over has another result, or none, by order of a moderator.",
        OwnSeatData,
    ),
    EventType.CHAT_MESSAGE: Described("Another seat said something.", ChatData),
    EventType.REMATCH_OFFERED: Described(
        "Somebody would like to play a game again with the same people.", RematchData
    ),
    EventType.INVITATION_RECEIVED: Described("A seat of a game is kept for you.", SeatData),
    EventType.INVITATION_CANCELLED: Described(
        "A game that kept a seat for you is over before it began.", GameData
    ),
    EventType.INVITATION_DECLINED: Described("Somebody whom you invited does not come.", SeatData),
    EventType.VACATION_STARTED: Described(
        "Your vacation began; your clocks stand still in games that allow it.",
        VacationData,
        Scope.ACCOUNT_READ,
    ),
    EventType.VACATION_ENDED: Described(
        "Your vacation is over, or you ended it.", VacationData, Scope.ACCOUNT_READ
    ),
    EventType.MOVES_REFUSED: Described(
        "A bot of yours has lost a decision, because five moves for it were refused.",
        MovesRefusedData,
        Scope.BOTS_MANAGE,
    ),
    EventType.WEBHOOK_DISABLED: Described(
        "Nothing is sent to a webhook of yours any more.", WebhookData, Scope.WEBHOOKS_MANAGE
    ),
    EventType.TOKEN_LEAKED: Described(
        "A token or the secret of an app of yours was found in public, and is revoked.",
        LeakData,
        Scope.ACCOUNT_READ,
    ),
    EventType.TOKEN_EXPIRING: Described(
        "A token of yours, or of a bot of yours, ends within a week.",
        TokenEndData,
        Scope.ACCOUNT_READ,
    ),
    EventType.SANCTION_IMPOSED: Described(
        "Moderators have decided something about you, or a bot of yours.",
        SanctionData,
        Scope.ACCOUNT_READ,
    ),
    EventType.SANCTION_LIFTED: Described(
        "A sanction was lifted before its time.", SanctionData, Scope.ACCOUNT_READ
    ),
    EventType.APPEAL_ANSWERED: Described(
        "Your appeal against a sanction was answered.", SanctionData, Scope.ACCOUNT_READ
    ),
    EventType.REPORT_ANSWERED: Described(
        "Moderators have looked at what you reported.", ReportData, Scope.ACCOUNT_READ
    ),
}
