"""Finding a token with its account: the one query that every request begins with.

Written by hand, since putting the query together takes the ORM longer than the database to
answer it.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

from accounts.models import Account, Token

M = TypeVar("M", bound=models.Model)


def _fields(model: type[models.Model]) -> Sequence[models.Field[Any, Any]]:
    return model._meta.concrete_fields  # noqa: SLF001 - public in all but name, see Django's docs


def _columns(model: type[models.Model], alias: str) -> str:
    return ", ".join(f'{alias}."{field.column}"' for field in _fields(model))


_SQL = (
    f"SELECT {_columns(Token, 't')}, {_columns(Account, 'a')}"  # noqa: S608 - made of our columns
    " FROM token t JOIN account a ON a.id = t.account_id WHERE t.id = %s"
)
_OF_TOKEN = len(_fields(Token))


def find(token_id: str) -> Token | None:
    """Return the token with this id, its account loaded with it."""
    with connection.cursor() as cursor:
        cursor.execute(_SQL, [token_id])
        row = cursor.fetchone()
    if row is None:
        return None
    token = _loaded(Token, row[:_OF_TOKEN])
    token.account = _loaded(Account, row[_OF_TOKEN:])
    return token


def _loaded(model: type[M], values: Sequence[Any]) -> M:
    """Return an instance out of raw values, as the ORM would."""
    names, of_json = _reading(model)
    read = list(values)
    for place in of_json:
        read[place] = json.loads(read[place])
    return model.from_db(connection.alias, names, read)


@cache
def _reading(model: type[models.Model]) -> tuple[list[str], list[int]]:
    """Return the attributes of a model, and which of its columns hold JSON."""
    fields = _fields(model)
    of_json = [place for place, field in enumerate(fields) if isinstance(field, models.JSONField)]
    return [field.attname for field in fields], of_json
