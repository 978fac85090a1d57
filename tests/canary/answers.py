"""Answers of the API, held against the stored game: no card stands in them that is hidden."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.canary.cards import CODES, codes_in_prose, seen_on_the_table, shown_at_the_last_end
from tests.canary.channels import search_text
from tests.canary.findings import report
from tests.canary.told import codes_of, forbidden_in, own_cards
from tests.canary.truth import Stored, Truth, truth
from tests.contract.frames import frames_of

_GAME = re.compile(r"/api/v1/games/([0-9a-f-]{36})(?:/|$)")
_OPEN_TO_ITS_READER = re.compile(
    r"/api/v1/(rulesets|openapi|docs|errors|imports|me/export|games/[^/]+/(plan|replay|chat)$)"
)
"""The rules, what somebody sent there himself, and games that are over."""
_WRITTEN = frozenset({"label", "description", "display_name", "text", "detail", "title", "name"})
"""Fields of prose."""
_TICKETS = "/api/v1/stream-tickets"
_TICKET = re.compile(r"[?&]ticket=([\w-]{32})(?:&|$)")
_AT_MOST = 3
"""Games that are looked up for one answer."""

_issued: dict[str, str | None] = {}
"""The tickets that were answered, each with the token that asked for it."""


class Search:
    """The search of one answer."""

    def __init__(self, asked: str, path: str, token: str | None, sent: bytes, truth: Truth) -> None:
        self.truth = truth
        self.asked = asked
        self.token = token
        self.sent = sent.decode(errors="replace") + path
        found = _GAME.match(path)
        self.game = found[1] if found else None
        self._stored: dict[str, Stored | None] = {}

    def stored(self, game: str) -> Stored | None:
        """Return a game, looked up once; None if there were too many, or its rules are not ours."""
        if game not in self._stored:
            if len(self._stored) == _AT_MOST:
                return None
            found = self.truth.find(game, self.token)
            known = found is not None and found.state.ruleset in CODES
            self._stored[game] = found if known else None
        return self._stored[game]

    def value(self, value: Any, game: str | None) -> None:
        """Search what was answered about a game, or about none."""
        if isinstance(value, dict):
            if {"table", "free_moves", "version"} <= value.keys():
                self._view(value)
            elif {"version", "type", "cause", "data"} <= value.keys():
                self._event(value, game)
            elif {"decision", "game", "version"} <= value.keys():
                self._decision(value["game"], value["version"], value["decision"])
            else:
                for name, one in value.items():
                    if name not in _WRITTEN:
                        self.value(one, game)
        elif isinstance(value, list):
            for one in value:
                self.value(one, game)
        elif isinstance(value, str) and (codes := codes_of(value)):
            self._say(sorted(codes))

    def problem(self, body: dict[str, Any]) -> None:
        """Search a refusal: it names what the asker sent or sees, and no other card."""
        told = frozenset().union(*(codes_in_prose(text) for text in _texts(body)))
        if told := told - codes_in_prose(re.sub(r"[:>@^]", " ", self.sent)):
            stored = self.stored(self.game) if self.game else None
            if hidden := told - _seen(stored):
                self._say(sorted(hidden))

    def secrets(self, text: str) -> None:
        """Search an answer about a running game for its secret and its last hash."""
        stored = self.stored(self.game) if self.game else None
        if stored is not None and not stored.is_over and any(one in text for one in stored.secrets):
            self._say("the secret or a hash of the game")

    def _view(self, view: dict[str, Any]) -> None:
        shown = {name: view[name] for name in ("table", "decision", "free_moves")}
        self._decision(view["id"], view["version"], shown)
        rest = {name: one for name, one in view.items() if name not in shown}
        self.value(rest, view["id"])

    def _decision(self, game: str, version: int, shown: Any) -> None:
        """Search what somebody is shown of the table and may do, if it is how the game stands."""
        stored = self.stored(game)
        if stored is None or stored.is_over or stored.state.version != version:
            return
        table = shown.get("table") or {} if isinstance(shown, dict) else {}
        last = table.pop("last_round", None) if isinstance(table, dict) else None
        if hidden := codes_of(shown) - _seen(stored):
            self._say(sorted(hidden))
        if hidden := codes_of(last) - shown_at_the_last_end(
            stored.state.ruleset, stored.state.rules
        ):
            self._say(sorted(hidden))

    def _event(self, event: dict[str, Any], game: str | None) -> None:
        stored = self.stored(game) if game else None
        if stored is None or game is None or stored.is_over:
            return
        for name, codes in forbidden_in(stored.state.ruleset, event, stored.seat).items():
            self._say(f"{event['type']}.{name} {sorted(codes)}")
        if stored.seat is None:
            return
        for name, true in own_cards(event).items():
            payload, told = self.truth.payload(game, event["version"]), event["data"][name]
            code_of = stored.state.game_rules.pack.code_of
            held = sorted(code_of[card] for card in true(payload, stored.seat))
            if held != sorted(told if isinstance(told, list) else [told]):
                self._say(f"{event['type']}.{name} of another seat {told}")

    def _say(self, what: object) -> None:
        report("answer", self.asked, what)


def search(
    method: str,
    path: str,
    *,
    token: str | None,
    sent: bytes,
    kind: str,
    content: bytes,
    truth: Truth = truth,
) -> None:
    """Report the cards in an answer that its reader may not know."""
    if not content or _OPEN_TO_ITS_READER.match(path):
        return
    asked, media = f"{method} {path}", kind.partition(";")[0]
    if path == _TICKETS and media == "application/json":
        _issued[json.loads(content)["ticket"]] = token
    elif not token and (ticket := _TICKET.search(sent.decode(errors="replace"))):
        token = _issued.get(ticket[1])
    one = Search(asked, path, token, sent, truth)
    if media == "application/problem+json":
        one.problem(json.loads(content))
    elif media == "application/json":
        one.value(json.loads(content), one.game)
        one.secrets(content.decode())
    elif media == "text/event-stream":
        for frame in frames_of(content):
            one.value(frame.shown, one.game)
    elif media == "text/calendar":
        search_text("calendar", asked, content.decode())
    elif media == "text/plain" and one.game:
        stored = one.stored(one.game)
        if hidden := codes_in_prose(re.sub(r"[:>@^]", " ", content.decode())) - _seen(stored):
            report("answer", asked, sorted(hidden))


def _seen(stored: Stored | None) -> frozenset[str]:
    if stored is None or stored.state.rules is None or not stored.state.rules_installed:
        return frozenset()
    return seen_on_the_table(stored.state.ruleset, stored.state.rules, stored.seat)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
