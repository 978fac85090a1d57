"""Finding a token with its account, with which every request begins.

Written by hand, since putting the query together takes the ORM longer than the database to
answer it. It reads what nearly every request looks at; for all the rest there are
`selectors.whole_account` and `whole_token`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.db import connection, models
from django.db.models.base import ModelState

from accounts.combining import Combiner
from accounts.models import Account, Token
from accounts.moderation.restrictions import FOR_GOOD

M = TypeVar("M", bound=models.Model)


class _OfToken(msgspec.Struct, array_like=True):
    """Columns of a token."""

    id: str
    account_id: UUID
    secret_hash: str
    scopes: list[str]
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime
    of_app: bool


class _OfAccount(msgspec.Struct, array_like=True):
    """Columns of its account."""

    id: UUID
    name: str
    kind: str
    sandbox: bool
    owner_id: UUID | None
    time_zone: str
    quiet_hours: dict[str, Any] | None
    expires_at: datetime | None
    is_active: bool
    suspended_until: datetime | None
    unrated_until: datetime | None


class _OfAuthor(msgspec.Struct, array_like=True):
    """Columns of the author of the app that holds a token."""

    is_active: bool
    suspended_until: datetime | None


_decoder = msgspec.json.Decoder(tuple[_OfToken, _OfAccount, _OfAuthor | None])


def _array(alias: str, columns: type[msgspec.Struct]) -> str:
    names = (f"{alias}.{name}" for name in columns.__struct_fields__)
    return f"json_build_array({', '.join(names)})"


# Looked up for tokens of apps alone: it costs the others nothing.
_AUTHOR = f"""CASE WHEN t.of_app THEN (
  SELECT {_array("author", _OfAuthor)} FROM oauth2_provider_accesstoken held
  JOIN app ON app.id = held.application_id JOIN account author ON author.id = app.user_id
  WHERE held.id = t.access_id) END"""  # noqa: S608 - our columns
AS_JSON = f"json_build_array({_array('t', _OfToken)}, {_array('a', _OfAccount)}, {_AUTHOR})::text"
"""What `read` takes: of `token t`, of its `account a`, and of who wrote the app that holds it."""
_SQL = (
    f"SELECT t.id, {AS_JSON}"  # noqa: S608 - our columns
    " FROM token t JOIN account a ON a.id = t.account_id WHERE t.id = ANY(%s)"
)


def find(token_id: str) -> Token | None:
    """Return the token with this id, its account loaded with it."""
    text = _text(token_id)
    return None if text is None else read(text)


def read(text: str | bytes) -> Token:
    """Return the token, its account loaded with it, out of what `AS_JSON` gives."""
    of_token, of_account, of_author = _decoder.decode(text)
    account = _loaded(Account, msgspec.structs.asdict(of_account))
    values = msgspec.structs.asdict(of_token)
    values["secret_hash"] = bytes.fromhex(of_token.secret_hash.removeprefix("\\x"))
    token = _loaded(Token, values)
    token._state.fields_cache["account"] = account  # noqa: SLF001 - as a query that joins them does
    if of_author is not None:
        token.app_rests_until = of_author.suspended_until if of_author.is_active else FOR_GOOD
    return token


def _loaded(model: type[M], values: dict[str, Any]) -> M:
    """Return an instance as the ORM would, without its signals, which take five times as long.

    What is not among its values is read when somebody asks for it.
    """
    made = model.__new__(model)
    made.__dict__.update(values)
    made._state = ModelState()  # noqa: SLF001 - part of how a model may be loaded
    made._state.adding = False  # noqa: SLF001
    made._state.db = connection.alias  # noqa: SLF001
    return made


def _texts(ids: Sequence[str]) -> list[str | None]:
    with connection.cursor() as cursor:
        cursor.execute(_SQL, [list(ids)])
        found = dict(cursor.fetchall())
    return [found.get(token_id) for token_id in ids]


_text = Combiner(_texts)
