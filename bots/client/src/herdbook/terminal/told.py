"""What an account is told, each in a few words."""

from collections.abc import Mapping
from datetime import datetime

from rich.text import Text

from herdbook.answers import AccountEvent
from herdbook.terminal.writing import plain

WORDS: Mapping[str, str] = {
    "game.started": "begins",
    "game.decision_requested": "waits for you",
    "game.deadline_near": "waits for you, and time is short",
    "game.deadline_moved": "has another deadline for you",
    "game.decision_expired": "went on without you: your time was over",
    "game.seat_away": "has a house bot at a seat until its owner returns",
    "game.seat_returned": "has an owner back at a seat",
    "game.seat_offered": "has a seat to give away",
    "game.seat_replaced": "has somebody else at a seat",
    "game.paused": "is paused",
    "game.resumed": "goes on",
    "game.undo_requested": "has a seat that would like a move back",
    "game.move_undone": "has a move taken back",
    "game.abort_requested": "has a seat that would like to call it off",
    "game.finished": "is over",
    "game.aborted": "is called off",
    "game.expired": "is closed: it never began",
    "game.result_changed": "has another result, or none",
    "game.expiring": "will be closed soon if nobody comes",
    "game.rematch_offered": "is to be played again",
    "game.chat_message": "has a new message",
    "bot.moves_refused": "has a bot of yours that lost a decision: its moves were refused",
    "invitation.received": "keeps a seat for you",
    "invitation.cancelled": "is over before it began",
    "invitation.declined": "has an invitation that was declined",
}
"""What happened to the game that an event names."""


def told(event: AccountEvent) -> Text:
    """Tell an event on one line; one that is not known, by its type and what it says."""
    time = f"{event.at.astimezone():%d %b %H:%M}" if event.at else ""
    text = Text(f"{time}  ", style="dim")
    words, game = WORDS.get(event.type), event.data.get("game")
    if words is None or game is None:
        text.append(plain(event.type), style="italic not dim")
        return text.append(f" ({plain(event.data)})" if event.data else "")
    text.append(plain(game), style="cyan not dim").append(f" {words}", style="not dim")
    if (deadline := event.data.get("deadline_at")) is not None:
        text.append(f", until {_time(deadline)}")
    return text


def _time(said: object) -> str:
    """Write a time as the clock on the wall has it; what is none, as it is."""
    try:
        return f"{datetime.fromisoformat(str(said)).astimezone():%d %b %H:%M}"
    except ValueError:
        return plain(said)
