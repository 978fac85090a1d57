"""Finding a token with its account: the one query that every request begins with.

Written by hand, since putting the query together takes the ORM longer than the database to
answer it. It reads what nearly every request looks at; for all the rest there are
`selectors.whole_account` and `whole_token`.
"""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import connection, models

from accounts.combining import Combiner
from accounts.models import Account, Token

M = TypeVar("M", bound=models.Model)
_OF_TOKEN = (
    "id",
    "account_id",
    "secret_hash",
    "scopes",
    "expires_at",
    "revoked_at",
    "last_used_at",
)
_OF_ACCOUNT = (
    *("id", "name", "kind", "sandbox", "owner_id"),
    *("time_zone", "quiet_hours", "expires_at", "is_active"),
)
"""In the order of the model's fields, as of the token: `from_db` goes by that."""
_JSON = frozenset({"scopes", "quiet_hours"})


def _columns(alias: str, names: Sequence[str]) -> str:
    return ", ".join(f"{alias}.{name}" for name in names)


_SQL = (
    f"SELECT {_columns('t', _OF_TOKEN)}, {_columns('a', _OF_ACCOUNT)}"  # noqa: S608 - our columns
    " FROM token t JOIN account a ON a.id = t.account_id WHERE t.id = ANY(%s)"
)


def find(token_id: str) -> Token | None:
    """Return the token with this id, its account loaded with it."""
    row = _row(token_id)
    if row is None:
        return None
    token = _loaded(Token, _OF_TOKEN, row[: len(_OF_TOKEN)])
    token.account = _loaded(Account, _OF_ACCOUNT, row[len(_OF_TOKEN) :])
    return token


def _loaded(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """Return an instance out of raw values, as the ORM would."""
    read = [
        json.loads(value) if name in _JSON and value is not None else value
        for name, value in zip(names, values, strict=True)
    ]
    return model.from_db(connection.alias, names, read)


def _rows(ids: Sequence[str]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(_SQL, [list(ids)])
        found = {row[0]: row for row in cursor.fetchall()}
    return [found.get(token_id) for token_id in ids]


_row = Combiner(_rows)
