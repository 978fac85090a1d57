"""Who is answered how: each route and method of the API with each kind of caller, as a table.

`python -m tests.api.matrix` prints it; `test_matrix` asks every cell of it. A row says what
somebody with the right token is answered; what follows from the token, and from a game being
private, is the same for all rows and stands in `expected`.
"""

from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console
from rich.table import Table

from tests.api.routes import ROUTES, Route

OF = {str(route): route for route in ROUTES}


class Viewer(StrEnum):
    """Who calls. The game runs; three have sat down, and one of them has resigned since."""

    ANONYMOUS = "anonymous"
    GARBAGE = "garbage token"
    EXPIRED = "expired token"
    REVOKED = "revoked token"
    TO_ACT = "to act"
    NOT_TO_ACT = "not to act"
    RESIGNED = "resigned"
    STRANGER = "stranger"
    SPECTATOR = "spectator"
    """Has no seat, and a token that reads games."""
    READ_ONLY = "read only"
    """The player to act, with a token that reads games and the account."""
    ADMIN_COOKIE = "admin cookie"
    """A browser in which a superuser is logged in to the admin, and no token."""


SEATED = frozenset({Viewer.TO_ACT, Viewer.NOT_TO_ACT, Viewer.RESIGNED, Viewer.READ_ONLY})
BAD_TOKEN = frozenset({Viewer.GARBAGE, Viewer.EXPIRED, Viewer.REVOKED})
NO_TOKEN = frozenset({Viewer.ANONYMOUS, Viewer.ADMIN_COOKIE})
SCOPES = {
    Viewer.SPECTATOR: frozenset({"games:read"}),
    Viewer.READ_ONLY: frozenset({"games:read", "account:read"}),
}
"""What a token is for, where it is not for everything."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """The answers of one method of one path, to whoever may ask; left out, it is that before."""

    to_act: int
    not_to_act: int | None = None
    resigned: int | None = None
    stranger: int | None = None
    no_token: int | None = None

    def answer(self, *known: int | None) -> int:
        """Return the last of these that is said."""
        return [status for status in (self.to_act, *known) if status is not None][-1]

    def for_viewer(self, viewer: Viewer) -> int:
        """Return the answer where neither the token nor a private game is in the way."""
        steps = {
            Viewer.TO_ACT: (),
            Viewer.READ_ONLY: (),
            Viewer.NOT_TO_ACT: (self.not_to_act,),
            Viewer.RESIGNED: (self.not_to_act, self.resigned),
        }
        outside = (self.not_to_act, self.resigned, self.stranger)
        no_token = (*outside, self.no_token)
        return self.answer(*steps.get(viewer, no_token if viewer in NO_TOKEN else outside))


EVERYBODY = Row(to_act=200)
ROWS: dict[str, Row] = {
    # What needs no token.
    "GET ": EVERYBODY,
    "GET /errors": EVERYBODY,
    "GET /openapi.json": EVERYBODY,
    "GET /docs": EVERYBODY,
    "GET /health/live": EVERYBODY,
    "GET /health/ready": EVERYBODY,
    "GET /time": EVERYBODY,
    "GET /rulesets": EVERYBODY,
    "GET /rulesets/{slug}": EVERYBODY,
    "POST /sandbox": Row(to_act=201),
    "POST /accounts": Row(to_act=201),
    # What anybody may read, and a token that is sent must be for it.
    "GET /games": EVERYBODY,
    "GET /games/{game}": EVERYBODY,
    "GET /games/{game}/events": EVERYBODY,
    "GET /games/{game}/stream": EVERYBODY,
    "GET /games/{game}/proof": EVERYBODY,
    "GET /games/{game}/replay": Row(to_act=409),
    "GET /log/heads": Row(to_act=422),  # without the day it asks for
    "GET /players/{name}": EVERYBODY,
    "GET /players/{name}/games": EVERYBODY,
    # What is done in a game.
    "POST /imports": Row(to_act=422),
    "POST /games": Row(to_act=201),
    "POST /quick-match": Row(to_act=422),
    "POST /games/{game}/code": Row(to_act=409, not_to_act=403),
    "POST /games/{game}/seats": Row(to_act=409),
    "POST /games/{game}/invitation": Row(to_act=403),
    "POST /games/{game}/rematch": Row(to_act=409, stranger=403),
    "DELETE /games/{game}/seats/me": Row(to_act=409, stranger=403),
    "POST /games/{game}/seats/{seat}/offer": Row(to_act=422, not_to_act=409, stranger=403),
    "DELETE /games/{game}/seats/{seat}/offer": Row(to_act=409, stranger=403),
    "POST /games/{game}/seats/me/entropy": Row(to_act=409, stranger=403),
    "POST /games/{game}/seats/me/return": Row(to_act=409, stranger=403),
    "POST /games/{game}/moves": Row(to_act=201, not_to_act=409, stranger=403),
    "GET /games/{game}/plan": Row(to_act=200, stranger=403),
    "PUT /games/{game}/plan": Row(to_act=200, resigned=409, stranger=403),
    "DELETE /games/{game}/plan": Row(to_act=200, stranger=403),
    "GET /games/{game}/chat": Row(to_act=204),
    "POST /games/{game}/chat": Row(to_act=201),
    "POST /games/{game}/resign": Row(to_act=200, resigned=409, stranger=403),
    "POST /games/{game}/abort": Row(to_act=200, resigned=409, stranger=403),
    "POST /games/{game}/undo": Row(to_act=409, stranger=403),
    "POST /games/{game}/pause": Row(to_act=409, stranger=403),  # it has no budget for that
    "POST /games/{game}/resume": Row(to_act=409, stranger=403),
    # What is one's own.
    "GET /tokens": EVERYBODY,
    "POST /tokens": Row(to_act=201, no_token=422),
    "GET /token": EVERYBODY,
    "DELETE /tokens/{token}": Row(to_act=204),
    "POST /stream-tickets": Row(to_act=201),
    "GET /me": EVERYBODY,
    "PATCH /me": EVERYBODY,
    "DELETE /me": Row(to_act=204),
    "GET /me/events": EVERYBODY,
    "GET /me/sanctions": EVERYBODY,
    "GET /me/limits": EVERYBODY,
    "GET /calendar/{address}.ics": Row(to_act=404),  # to nobody, with or without a token
    "GET /me/calendar": EVERYBODY,
    "POST /me/calendar": Row(to_act=201),
    "DELETE /me/calendar": Row(to_act=204),
    "GET /me/vacation": EVERYBODY,
    "PUT /me/vacation": Row(to_act=422),
    "DELETE /me/vacation": Row(to_act=204),
    "GET /me/stream": EVERYBODY,
    "GET /me/turns": EVERYBODY,
    "GET /me/turns/next": Row(to_act=200, not_to_act=204),
    "GET /me/invitations": EVERYBODY,
    "GET /me/games": EVERYBODY,
    "PUT /me/mutes/{name}": Row(to_act=204),
    "DELETE /me/mutes/{name}": Row(to_act=204),
    "PUT /me/blocks/{name}": Row(to_act=204),
    "DELETE /me/blocks/{name}": Row(to_act=204),
    # Webhooks of nobody, and one that leads into the network of the server.
    "GET /webhooks": EVERYBODY,
    "POST /webhooks": Row(to_act=422),
    "GET /webhooks/{webhook}": Row(to_act=404),
    "PATCH /webhooks/{webhook}": Row(to_act=404),
    "POST /webhooks/{webhook}/rotate-secret": Row(to_act=404),
    "POST /webhooks/{webhook}/test": Row(to_act=404),
    "POST /webhooks/{webhook}/redeliver": Row(to_act=404),
    "GET /webhooks/{webhook}/deliveries": Row(to_act=404),
    "GET /webhooks/{webhook}/deliveries/{delivery}": Row(to_act=404),
    "DELETE /webhooks/{webhook}": Row(to_act=404),
    "GET /bots": EVERYBODY,
    "POST /bots": Row(to_act=201),
    # The bot of the player to act; to all others there is none.
    "GET /bots/{name}": Row(to_act=200, not_to_act=404),
    "PATCH /bots/{name}": Row(to_act=200, not_to_act=404),
    "POST /bots/{name}/tokens": Row(to_act=201, not_to_act=404),
    "DELETE /bots/{name}": Row(to_act=204, not_to_act=404),
}


def expected(route: Route, viewer: Viewer, *, private: bool) -> int:
    """Return the status with which this viewer is answered."""
    if viewer in BAD_TOKEN:
        return 401
    if viewer in NO_TOKEN and route.needs_token:
        return 401
    if route.scope and route.scope not in SCOPES.get(viewer, {route.scope}):
        return 403
    if private and "{game}" in route.path and viewer not in SEATED:
        return 404
    return ROWS[str(route)].for_viewer(viewer)


def cell(route: Route, viewer: Viewer) -> str:
    """Return the cell as it is printed: with two numbers where a private game makes the other."""
    return "/".join(
        str(status)
        for status in dict.fromkeys(expected(route, viewer, private=p) for p in (False, True))
    )


def table() -> Table:
    """Return all of it."""
    shown = Table(title="Public game / private game", row_styles=["", "dim"])
    shown.add_column("route", no_wrap=True)
    for viewer in Viewer:
        shown.add_column(viewer.replace(" ", "\n"), justify="right", no_wrap=True)
    for name in ROWS:
        shown.add_row(name, *(cell(OF[name], viewer) for viewer in Viewer))
    return shown


if __name__ == "__main__":
    Console(width=150).print(table())
