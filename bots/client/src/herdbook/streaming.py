"""A stream as a value: what to ask for, how to read what comes, and when to ask again.

Like a conversation it does no input or output of its own. `herdbook.streams` carries it, for
threads and for tasks.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import httpx

from herdbook.answers import AccountEvent
from herdbook.call import Call, path
from herdbook.conversation import BUSY, GATEWAY, Settings
from herdbook.errors import ConnectionFailedError, HerdbookError, Problem
from herdbook.problems import error_of, redacted, unexpected
from herdbook.reading import UnreadableError, read
from herdbook.views import Event, Game

T = TypeVar("T")
_BEGINNING = frozenset({"hello", "snapshot"})
_AT_ANY_TIME = frozenset({"server_restart", "access_changed", "token_revoked"})
"""Reasons for which a stream can end as soon as it has begun."""
SILENCE = 45.0
"""Seconds without a frame after which a stream is dead: three heartbeats were due."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of a stream: `hello`, `snapshot`, `event`, `heartbeat` or `bye`."""

    event: str
    data: dict[str, Any]
    id: str
    """The cursor to go on from."""


class HoleError(Exception):
    """What came does not follow what came before, so that something was lost."""


class Course(ABC, Generic[T]):
    """One stream over all the connections it takes: it goes on where the last one was cut."""

    def __init__(
        self, address: str, settings: Settings, *, after: str | None, insists: bool = True
    ) -> None:
        """Begin behind `after`; without `insists` what is refused is not asked for again."""
        self._address = address
        self._settings = settings
        self._cursor = after
        self._insists = insists
        self._rest = b""
        self._failures = 0
        self._waited = 0.0
        self._gave = False
        """Whether this connection has given more than its beginning."""
        self.is_over = False
        """Whether nothing comes any more."""
        self.is_cut = False
        """Whether the server has ended this connection, and another one has to be made."""

    def request(self) -> httpx.Request:
        """Return what to ask for: everything behind the last frame."""
        self._rest, self.is_cut, self._gave = b"", False, False
        headers = {"Accept": "text/event-stream"}
        if self._cursor is not None:
            headers["Last-Event-ID"] = self._cursor
        asked = self._settings.request(Call("GET", self._address, _unread, headers=headers))
        timeout = httpx.Timeout(self._settings.timeout, read=SILENCE)
        asked.extensions = {"timeout": timeout.as_dict()}
        return asked

    def refused(self, answer: httpx.Response) -> float:
        """Return the seconds until it is worth asking again, or raise what the answer says."""
        if answer.is_success:
            raise unexpected(answer, "What was answered is no stream.")
        error = error_of(answer, token=self._settings.token, resent=False)
        if not self._insists or answer.status_code not in BUSY | GATEWAY:
            raise error
        return self._pause(error)

    def lost(self, reason: Exception | None) -> float:
        """Return the seconds until the connection is made again; None: the server ended it."""
        if reason is None:
            # One that is ended as soon as it has begun comes from a server that keeps none.
            return 0.0 if self._gave else self._pause(self._failed(HoleError("it ended at once")))
        if not isinstance(reason, httpx.TransportError | HoleError):
            raise self._failed(reason)
        return self._pause(self._failed(reason))

    def taken(self, chunk: bytes) -> Iterator[T]:
        """Read what came; yield what it tells. Raises `HoleError`."""
        *texts, self._rest = (self._rest + chunk).split(b"\n\n")
        for text in texts:
            frame = _frame(text)
            if frame is None:
                continue
            if frame.event == "bye":
                self.is_cut = True
                self.is_over = frame.data.get("reason") == "game_finished"
                self._gave |= frame.data.get("reason") in _AT_ANY_TIME
            elif frame.event not in _BEGINNING:
                self._gave, self._failures, self._waited = True, 0, 0.0
            yield from self._told(frame)
            if frame.event != "bye":  # which may name less than has come
                self._cursor = frame.id

    @abstractmethod
    def _told(self, frame: Frame) -> Iterator[T]:
        """Yield what a frame of this kind of stream tells. Raises `HoleError`."""

    def _pause(self, error: HerdbookError) -> float:
        self._failures += 1
        pause = self._settings.retries.pause(
            self._failures, waited=self._waited, at_least=error.retry_after
        )
        if pause is None:
            raise error
        self._waited += pause
        return pause

    def _failed(self, reason: Exception) -> HerdbookError:
        said = redacted(str(reason), self._settings.token) or type(reason).__name__
        detail = f"The stream of {self._settings.url} was lost: {said}"
        return ConnectionFailedError(
            Problem(code="connection_failed", title="No answer", detail=detail, retryable=True)
        )


class GameCourse(Course[Game | Event]):
    """A game: its view at first, then every event without a hole."""

    def __init__(
        self, game: str, settings: Settings, *, after: int | None, insists: bool = True
    ) -> None:
        super().__init__(
            path("games", game, "stream"),
            settings,
            after=None if after is None else str(after),
            insists=insists,
        )
        self._shows = True
        """Whether the next view is news: the first, and any that is seen from another seat."""

    def _told(self, frame: Frame) -> Iterator[Game | Event]:
        match frame.event:
            case "snapshot" if self._shows:
                self._shows = False
                yield _read(Game, frame)
            case "event":
                event = _read(Event, frame)
                if self._cursor is not None and event.version != int(self._cursor) + 1:
                    raise HoleError(f"version {event.version} came after {self._cursor}")
                yield event
            case "heartbeat" if frame.id != self._cursor:
                raise HoleError(f"the server has sent {frame.id}, and {self._cursor} came")
            case "bye" if frame.data.get("reason") == "access_changed":
                self._shows = True
            case _:
                pass


class BellCourse(Course[str]):
    """All that happens to an account, by its name alone: for who looks for themselves then.

    It begins with what comes next, and `hello` says each time that it hears from there on.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__("/me/stream", settings, after=None, insists=False)
        self.hears = False
        """Whether all that happens now will be told."""

    def request(self) -> httpx.Request:
        """Return what to ask for; until it is answered nothing is heard."""
        self.hears = False
        return super().request()

    def _told(self, frame: Frame) -> Iterator[str]:
        match frame.event:
            case "hello":
                self.hears = True
                yield frame.event
            case "turns" if frame.data.get("turns") != 0:
                yield frame.event
            case "event":
                yield str(frame.data.get("type"))
            case "bye":
                self.hears = False
            case _:
                pass


class AccountCourse(Course[AccountEvent]):
    """All that an account is told."""

    def __init__(self, settings: Settings, *, after: str | None) -> None:
        super().__init__("/me/stream", settings, after=None if after == "latest" else after)
        self._last: str | None = None

    def _told(self, frame: Frame) -> Iterator[AccountEvent]:
        if frame.event != "event":
            return
        event, previous = _read(AccountEvent, frame), frame.data.get("previous")
        if None not in {self._last, previous} and previous != self._last:
            raise HoleError(f"an event came after {previous}, and {self._last} was the last")
        self._last = event.id
        yield event


def is_stream(answer: httpx.Response) -> bool:
    """Answer whether a stream was granted."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    return answer.is_success and kind == "text/event-stream"


def _frame(text: bytes) -> Frame | None:
    """Read one frame; a line that says nothing to us is passed over."""
    fields: dict[str, str] = {}
    for line in text.decode("utf-8", "replace").split("\n"):
        name, _, value = line.partition(":")
        fields[name] = value.removeprefix(" ")
    if "data" not in fields or "id" not in fields:
        return None
    try:
        data: Any = json.loads(fields["data"])
    except (RecursionError, ValueError):
        raise HoleError("a frame cannot be read") from None
    return Frame(fields.get("event", ""), cast("dict[str, Any]", data), fields["id"])


def _read(kind: type[T], frame: Frame) -> T:
    try:
        return read(kind, frame.data)
    except UnreadableError as error:
        raise HoleError(f"a frame cannot be read: {error}") from None


def _unread(_: httpx.Response) -> None:
    return None
