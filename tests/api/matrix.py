"""Who is answered how: each route and method of the API, each kind of caller, each kind of game.

`python -m tests.api.matrix` prints it; `test_matrix` asks every cell of it. A row says what
somebody with the right token is answered while the game runs; `IN` says where that is otherwise
for another kind of game. What follows from the token, from a suspension, and from a game being
private, is the same for all rows and stands in `expected`.
"""

from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console
from rich.table import Table

from tests.api.routes import ROUTES, Route

OF = {str(route): route for route in ROUTES}


class Kind(StrEnum):
    """The game that is asked about. Three have sat down; the third has got up again since."""

    RUNNING = "running"
    PRIVATE = "private"
    """Runs, and is nobody's to know who has no seat."""
    OPEN = "open"
    """Waits for two more."""
    PAUSED = "paused"
    """By the player who would be to act."""
    FINISHED = "finished"
    """The player who was to act is the only one left."""


class Viewer(StrEnum):
    """Who calls."""

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
    SUSPENDED = "suspended"
    """A stranger whom moderators have suspended."""
    READ_ONLY = "read only"
    """The player to act, with a token that reads games and the account."""
    MODERATOR = "moderator"
    """Has no seat, and a token: roles are for the dashboard and open nothing here."""
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
    "POST /email-confirmations": Row(to_act=422),
    "POST /password-resets": Row(to_act=202),
    "POST /password-resets/use": Row(to_act=422),
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
    "POST /games/{game}/pause": Row(to_act=200, resigned=409, stranger=403),
    "POST /games/{game}/resume": Row(to_act=409, stranger=403),
    # What is one's own.
    "GET /tokens": EVERYBODY,
    "POST /tokens": Row(to_act=201, no_token=422),
    "POST /tokens/leaked": Row(to_act=202),
    "GET /token": EVERYBODY,
    "DELETE /tokens/{token}": Row(to_act=204),
    "POST /stream-tickets": Row(to_act=201),
    "GET /me": EVERYBODY,
    "PATCH /me": EVERYBODY,
    "DELETE /me": Row(to_act=204),
    "PUT /me/password": Row(to_act=422),
    "POST /me/email-confirmation": Row(to_act=409),
    "GET /me/events": EVERYBODY,
    "GET /me/sanctions": EVERYBODY,
    "POST /me/sanctions/{sanction}/appeal": Row(to_act=404),
    "POST /me/sanctions/{sanction}/acknowledge": Row(to_act=404),
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
    "GET /me/export": EVERYBODY,
    "GET /reports": EVERYBODY,
    "POST /reports": Row(to_act=422),
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
    # Apps: those of somebody are nobody's else.
    "GET /apps": EVERYBODY,
    "POST /apps": Row(to_act=201),
    "GET /apps/{client}": Row(to_act=404),
    "PATCH /apps/{client}": Row(to_act=404),
    "POST /apps/{client}/rotate-secret": Row(to_act=404),
    "DELETE /apps/{client}": Row(to_act=404),
    "GET /me/apps": EVERYBODY,
    "DELETE /me/apps/{client}": Row(to_act=204),
    "GET /bots": EVERYBODY,
    "POST /bots": Row(to_act=201),
    # The bot of the player to act; to all others there is none.
    "GET /bots/{name}": Row(to_act=200, not_to_act=404),
    "PATCH /bots/{name}": Row(to_act=200, not_to_act=404),
    "GET /bots/{name}/refusals/{decision}": Row(to_act=404),
    "POST /bots/{name}/tokens": Row(to_act=201, not_to_act=404),
    "DELETE /bots/{name}": Row(to_act=204, not_to_act=404),
}


_NOT_NOW = Row(to_act=409, stranger=403)
_NO_SEAT = Row(to_act=409, resigned=403)  # who has left before the start has none
IN: dict[Kind, dict[str, Row]] = {
    Kind.RUNNING: {},
    Kind.PRIVATE: {},
    Kind.OPEN: {
        "POST /games/{game}/rematch": _NO_SEAT,
        "DELETE /games/{game}/seats/me": Row(to_act=204, resigned=403),
        "POST /games/{game}/seats/{seat}/offer": _NO_SEAT,
        "DELETE /games/{game}/seats/{seat}/offer": _NO_SEAT,
        "POST /games/{game}/seats/me/entropy": _NO_SEAT,
        "POST /games/{game}/seats/me/return": _NO_SEAT,
        "POST /games/{game}/moves": _NO_SEAT,
        "GET /games/{game}/plan": Row(to_act=200, resigned=403),
        "PUT /games/{game}/plan": _NO_SEAT,
        "DELETE /games/{game}/plan": Row(to_act=200, resigned=403),
        "POST /games/{game}/resign": _NO_SEAT,
        "POST /games/{game}/abort": Row(to_act=200, not_to_act=403),  # its creator alone
        "POST /games/{game}/undo": _NO_SEAT,
        "POST /games/{game}/pause": _NO_SEAT,
        "POST /games/{game}/resume": _NO_SEAT,
        "GET /me/turns/next": Row(to_act=204),
    },
    Kind.PAUSED: {
        "POST /games/{game}/moves": _NOT_NOW,
        "POST /games/{game}/pause": _NOT_NOW,
        "POST /games/{game}/resume": Row(to_act=200, not_to_act=409, stranger=403),
        "GET /me/turns/next": Row(to_act=204),
    },
    Kind.FINISHED: {
        "GET /games/{game}/replay": EVERYBODY,
        "POST /games/{game}/rematch": Row(to_act=201, stranger=403),
        "POST /games/{game}/seats/{seat}/offer": _NOT_NOW,
        "POST /games/{game}/moves": _NOT_NOW,
        "PUT /games/{game}/plan": _NOT_NOW,
        "POST /games/{game}/chat": Row(to_act=201, stranger=409),  # a closing word
        "POST /games/{game}/resign": _NOT_NOW,
        "POST /games/{game}/abort": _NOT_NOW,
        "POST /games/{game}/pause": _NOT_NOW,
        "GET /me/turns/next": Row(to_act=204),
    },
}
"""Rows that are otherwise for a game of this kind."""
WHILE_SUSPENDED = frozenset(
    {
        "GET /me/sanctions",
        "GET /me/limits",
        "GET /me/export",
        "POST /me/sanctions/{sanction}/appeal",
        "POST /me/sanctions/{sanction}/acknowledge",
        "DELETE /tokens/{token}",
    }
)
"""What a suspended account can ask for; all else is 403, be there a game or none."""


def expected(route: Route, viewer: Viewer, kind: Kind) -> int:
    """Return the status with which this viewer is answered."""
    if viewer in BAD_TOKEN:
        return 401
    if viewer in NO_TOKEN and route.needs_token:
        return 401
    if viewer is Viewer.SUSPENDED and str(route) not in WHILE_SUSPENDED:
        return 403
    if route.scope and route.scope not in SCOPES.get(viewer, {route.scope}):
        return 403
    if kind is Kind.PRIVATE and "{game}" in route.path and viewer not in SEATED:
        return 404
    return row_of(route, kind).for_viewer(viewer)


def row_of(route: Route, kind: Kind) -> Row:
    return IN[kind].get(str(route)) or ROWS[str(route)]


def cell(route: Route, viewer: Viewer) -> str:
    """Return the cell as it is printed: with several numbers where it depends on the game."""
    found = dict.fromkeys(expected(route, viewer, kind) for kind in Kind)
    return "/".join(map(str, found))


def table() -> Table:
    """Return all of it."""
    shown = Table(title=" / ".join(Kind), row_styles=["", "dim"])
    shown.add_column("route", no_wrap=True)
    for viewer in Viewer:
        shown.add_column(viewer.replace(" ", "\n"), justify="right", no_wrap=True)
    for name in ROWS:
        shown.add_row(name, *(cell(OF[name], viewer) for viewer in Viewer))
    return shown


if __name__ == "__main__":
    Console(width=220).print(table())
