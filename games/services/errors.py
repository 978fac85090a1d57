"""Refusals of commands. Each has a code for programs; `config.errors` knows its HTTP status."""

from typing import Any


class ServiceError(Exception):
    """A command that was refused and changed nothing.

    `version` and `decision` are filled in by the command path: the game's version, and what the
    asker still owes.
    """

    code = "refused"
    detail = "This is refused."

    def __init__(self, detail: str | None = None) -> None:
        super().__init__(detail or self.detail)
        self.version: int | None = None
        self.decision: dict[str, Any] | None = None


class UnknownGameError(ServiceError):
    """The game does not exist, or the asker may not know that it does."""

    code = "not_found"
    detail = "There is no such game."


class BusyError(ServiceError):
    """Others were faster eight times in a row, or somebody holds the game's row locked."""

    code = "busy"
    detail = "The game is changing too fast. Send the same request again."


class ExportsBusyError(BusyError):
    """Others have the server make a file of all that is stored about them."""

    detail = "Another export is being made. Send the same request again."


class KeyReusedError(ServiceError):
    """The idempotency key belongs to another request."""

    code = "idempotency_key_reused"
    detail = "This Idempotency-Key was used for another request. Use a new one."


class ConflictError(ServiceError):
    """Base of what is refused because of how the game stands."""


class GameOverError(ConflictError):
    """The game has ended."""

    code = "game_over"
    detail = "This game is over."


class RulesNotInstalledError(ConflictError):
    """The game was begun under a version of its rules that this release has not got."""

    code = "rules_not_installed"
    detail = "This server has not got the version of the rules by which this game is played."


class GameNotRunningError(ConflictError):
    """The game has not started."""

    code = "game_not_running"
    detail = "This game has not started yet."


class GamePausedError(ConflictError):
    """The game rests, so nobody can move."""

    code = "game_paused"
    detail = "This game is paused. `pause` in its view says until when."


class GameStartedError(ConflictError):
    """The game has started, so seats are fixed."""

    code = "game_started"
    detail = "This game has started."


class GameRunningError(ConflictError):
    """The game must be over for this."""

    code = "game_running"
    detail = "This game is not over yet."


class IncidentError(ServiceError):
    """Something went wrong inside the game, which is paused until somebody has seen to it.

    `incident` is its public id, which the log names too.
    """

    code = "game_incident"

    def __init__(self, incident: str) -> None:
        super().__init__(f"Something went wrong in this game; it is paused. Incident {incident}.")
        self.incident = incident


class MutedError(ServiceError):
    """The account may not write here, or nobody would read it."""

    code = "muted"
    detail = "Nobody else at this table wants to read you."


class NotCreatorError(ServiceError):
    """Only who made the game may do this."""

    code = "not_creator"
    detail = "Only who made the game may do this before it starts."


class BadRequestValueError(ServiceError):
    """A value that is well formed but cannot be used; `pointer` leads to it."""

    code = "invalid_request"

    def __init__(self, detail: str, pointer: str = "") -> None:
        super().__init__(detail)
        self.pointer = pointer


class UnknownMemberError(ServiceError):
    """A part of the request has a member that does not exist."""

    code = "unknown_field"


class BadOptionsError(BadRequestValueError):
    """An option is unknown or out of range."""

    code = "bad_options"


class BadReplayError(BadRequestValueError):
    """A replay file from which no game can be played; `pointer` leads into the file."""

    code = "bad_replay"
