"""Walk through everything the API answers to one viewer, and search it for what is hidden."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.rules.mow.cards import PACK
from games.store import load
from games.store.models import Event, Game, Holder
from tests.api.routes import ROUTES, Route
from tests.cast import Caller, Player

_WORDS = re.compile(r"[^0-9A-Za-z.]+")
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
EVERY_MOVE = tuple(
    dict.fromkeys(
        [
            *(code for code in PACK.code_of if "." in code),
            *(f"{code}>L" for code in ("B0", "B16", "A7", "A9", "S@6", "S@12")),
            "take",
        ]
    )
)
"""A move with each card there is."""


@dataclass(frozen=True)
class Page:
    """One answer: where it came from, and all of its text."""

    asked: str
    status: int
    text: str

    def words(self) -> set[str]:
        """Return the words of it that could be cards; times are none."""
        return set(_WORDS.split(_TIMES.sub("", self.text)))


def pages(viewer: Caller, game: str, *, since: int = 0, attacks: bool = True) -> Iterator[Page]:
    """Ask for everything there is to see of a game, from its event `since` on."""
    name = viewer.name if isinstance(viewer, Player) else "nobody"
    reads = [
        *(route.at(game, name) for route in ROUTES if route.method == "GET" and _tells(route)),
        f"/games/{game}/stream?after={since}",
        f"/games/{game}/replay?seat=0",
        f"/games/{game}/replay?seat=1",
        f"/games?player={name}&limit=100",
        "/me/games?limit=100",
        "/me/turns?limit=100",
        *_event_pages(viewer, game, since),
    ]
    for path in reads:
        yield _page("GET", path, viewer)
    if attacks:
        yield from refusals(viewer, game)


def _tells(route: Route) -> bool:
    """Answer whether a route shows something of this game, and is not read in another way."""
    about_rules = ("/rulesets", "/openapi.json", "/docs", "/errors")
    otherwise = {"", "/time", "/games", "/games/{game}/events"}
    return not route.path.startswith(about_rules) and route.path not in otherwise


def _event_pages(viewer: Caller, game: str, since: int) -> list[str]:
    version = viewer.get(f"/games/{game}").json()["version"]
    return [f"/games/{game}/events?after={at}&limit=100" for at in range(since, version + 1, 100)]


def refusals(viewer: Caller, game: str) -> Iterator[Page]:
    """Send what is refused, whoever sends it, and changes nothing."""
    for body in (
        {"move": "take"},
        {"move": "7.2", "decision": "x"},
        {"move": 7, "decision": {}},
        {"move": "7.2", "cards": []},
        {},
    ):
        yield _page("POST", f"/games/{game}/moves", viewer, body)
    for path in ("seats", "code", "seats/me/return", "rematch"):
        yield _page("POST", f"/games/{game}/{path}", viewer, {"seat": 9} if path == "seats" else {})
    yield _page("POST", f"/games/{game}/invitation", viewer, {"accept": True})
    yield _page("DELETE", f"/games/{game}/seats/me", viewer)
    yield _page("PUT", f"/games/{game}", viewer)


def probes(viewer: Player, game: str) -> Iterator[Page]:
    """Try to play every card there is; for a viewer whose refusals are not counted."""
    decision = viewer.view(game)["decision"]
    if decision is None:
        return
    for move in EVERY_MOVE:
        if move not in decision["legal_moves"]:
            asked = {"decision": decision["id"], "move": move}
            yield _page("POST", f"/games/{game}/moves", viewer, asked)


def _page(method: str, path: str, viewer: Caller, body: Any = None) -> Page:
    response = viewer.request(method, path, body, headers={"Request-Id": "the-same"})
    assert response.status_code < 500
    text = f"{sorted(response.headers.items())} {response.content.decode()}"
    asked = f"{method} {path} {body or ''}"
    return Page(asked=asked, status=response.status_code, text=text)


def hidden_cards(game: str, seat: int | None) -> set[str]:
    """Return the codes of the cards that a viewer cannot have seen since the last deal."""
    state: Any = load.game(UUID(game)).state.rules
    lying = [
        *state.deck,
        *(card for s, hand in enumerate(state.hands) if s != seat for card in hand),
    ]
    # A code of which the other copy can be seen says nothing; in Mow that is the slowpoke.
    seen = set(PACK.codes(set(PACK.cards()) - set(lying)))
    return set(PACK.codes(lying)) - seen


def never_shown(game: str) -> dict[str, str]:
    """Return what nobody is told while the game runs, and what it is."""
    row = Game.objects.get(id=game)
    found = {bytes(row.secret).hex(): "the secret", bytes(row.head_hash).hex(): "the head"}
    for holder, account in Holder.objects.filter(game_id=UUID(game)).values_list("id", "account"):
        found |= {str(holder): "a holder", str(account): "an account"}
    for salt, digest in Event.objects.filter(game_id=UUID(game)).values_list("salt", "hash"):
        found |= {bytes(salt).hex(): "a salt", bytes(digest).hex(): "a hash"}
    return found


def last_deal(game: str) -> int:
    """Return the version before the last deal."""
    dealt = Event.objects.filter(game_id=UUID(game), type="RoundDealt").order_by("version").last()
    assert dealt is not None
    return int(dealt.version) - 1
