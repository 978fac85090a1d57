"""Requests for a move that need no more looking at than this, as nearly all of them are."""

import re
from typing import NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import selectors, tokens
from accounts.api.authentication import bearer_text
from accounts.api.base import must_open
from accounts.errors import AccountError
from accounts.models import Account, Token
from accounts.scopes import Scope
from accounts.services import issuing
from games.api.answers import game_id_of, made_move
from games.selectors import decision_ids
from games.services import play
from games.services.errors import UnknownGameError
from games.store import load_for_bearer
from games.store.load import Loaded

_LONGEST = 1024
"""Bytes of a body; a move and a decision have less than a hundred."""
_BLANK = rb"[ \t\r\n]*"
_TEXT = rb'"([^"\\\x00-\x1f\x7f-\xff]*)"'
_MEMBER = rb'%b"(move|decision)"%b:%b%b%b' % (_BLANK, _BLANK, _BLANK, _TEXT, _BLANK)
_BODY = re.compile(rb"%b\{%b,%b\}%b" % (_BLANK, _MEMBER, _MEMBER, _BLANK))
"""Every reader of JSON understands this alike: two texts of plain ASCII without escapes."""
_FIELDS = {"Allow": "POST", "Cache-Control": "no-store"}
"""What the framework writes into the answer to a move."""
_REFUSED = "herdbook.refused_move"


class PlainMove(NamedTuple):
    """A move that answers a decision, the good token it came with, and the game as it stands."""

    token: Token
    loaded: Loaded
    move: str
    decision: str


class NoGame(NamedTuple):
    """A move like that in a game that is none."""

    token: Token


class Refused(NamedTuple):
    """Why a plain move was not made, and the good token it came with, if it was read so far."""

    error: Exception
    token: Token | None


def answer(request: HttpRequest, game_id: str) -> HttpResponse | None:
    """Make the move of a plain request and answer it; None: all the rest is the framework's.

    A refusal is too, and every failure: it finds them by `refusal_of`, and tries nothing again.
    """
    plain = None
    try:
        plain = read(request, game_id)
        return None if plain is None else _made(request, plain)
    except Exception as error:  # noqa: BLE001 - the framework answers it, whatever it is
        request.META[_REFUSED] = Refused(error, None if plain is None else plain.token)
        return None


def refusal_of(request: HttpRequest) -> Refused | None:
    """Return why the move of this request was not made, if that was tried."""
    refused = request.META.get(_REFUSED)
    return refused if isinstance(refused, Refused) else None


def _made(request: HttpRequest, plain: PlainMove | NoGame) -> HttpResponse:
    if isinstance(plain, NoGame):
        # At the cost of a game that is not theirs to know of, or a watch would tell the two apart.
        raise UnknownGameError
    account = plain.token.account
    request.auth = plain.token  # type: ignore[attr-defined]  # limits are told by token
    committed = play.play_move(
        game=plain.loaded.id,
        account=account.id,
        is_bot=account.kind == Account.Kind.BOT,
        move=plain.move,
        decision=plain.decision,
        loaded=plain.loaded,
    )
    made = made_move(committed, account.id)
    return HttpResponse(
        msgspec.json.encode(made.body),
        status=made.status,
        headers=_FIELDS | made.headers,
        content_type="application/json",
    )


def read(request: HttpRequest, game_id: str) -> PlainMove | NoGame | None:
    """Read a request of somebody who may move; None: the framework sees what there is to it."""
    said = _said(request)
    header = request.META.get("HTTP_AUTHORIZATION")
    if said is None or header is None:
        return None
    try:
        sent = tokens.parse(bearer_text(header))
        game = game_id_of(game_id)
    except (AccountError, UnknownGameError):
        return None
    if sent is None:
        return None
    move, decision = said
    found, loaded = load_for_bearer.find(
        sent.id, game, decision=decision_ids.read(decision, game_id=game)
    )
    now = timezone.now()
    try:
        token = selectors.good_bearer(sent, found, now=now)
        must_open(token, Scope.GAMES_PLAY)
    except AccountError:
        return None
    issuing.note_use(token, now=now)
    if loaded is None:
        return NoGame(token)
    return PlainMove(token, loaded, move, decision)


def _said(request: HttpRequest) -> tuple[str, str] | None:
    """Return the move and the decision, if the request holds these and nothing else."""
    meta = request.META
    length = meta.get("CONTENT_LENGTH", "")
    if (
        request.method != "POST"
        or meta.get("CONTENT_TYPE") != "application/json"
        or meta.get("QUERY_STRING")
        or "HTTP_IDEMPOTENCY_KEY" in meta
        or not (length.isdigit() and int(length) <= _LONGEST)
    ):
        return None
    match = _BODY.fullmatch(request.body)
    if match is None or match[1] == match[3]:
        return None
    found = {match[1]: match[2].decode(), match[3]: match[4].decode()}
    return found[b"move"], found[b"decision"]
