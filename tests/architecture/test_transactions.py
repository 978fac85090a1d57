"""F22: what is undone when something fails does not depend on how the failure was told.

No request runs in a transaction of its own: a service says where one begins, and that what it
answers is on disk when it ends.
"""

import ast
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from tests.docs.pages import ROOT

PLACES = ("accounts", "games/api", "games/services", "games/selectors", "bots", "config")
FILES = [path for place in PLACES for path in sorted((ROOT / place).rglob("*.py"))]

SAVEPOINTS = ["accounts/services/opening.py"]
"""Where a function is called inside a transaction, which goes on after a name that was taken."""


def blocks(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[int, bool]]:
    """Yield the line of each `transaction.atomic`, and whether it is durable or inside one that is."""
    calls = [item.context_expr for item in node.items] if isinstance(node, ast.With) else []
    for call in calls:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "transaction.atomic":
            inside = inside or "durable=True" in ast.unparse(call)
            yield call.lineno, inside
    for child in ast.iter_child_nodes(node):
        # A function that is defined in a block runs some other time.
        yield from blocks(child, inside=inside and not isinstance(child, ast.FunctionDef))


def test_every_transaction_is_durable_and_said_where_it_is_needed():
    found = [
        (str(path.relative_to(ROOT)), line, good)
        for path in FILES
        for line, good in blocks(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(found) > 5
    assert [path for path, _, good in found if not good] == SAVEPOINTS


def test_no_function_is_a_transaction_by_decoration():
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert "@transaction.atomic" not in text, path
        assert "non_atomic_requests" not in text, path


@pytest.mark.parametrize("name", settings.DATABASES)
def test_no_request_is_a_transaction(name):
    assert len(settings.DATABASES) == 1, "what is rolled back would depend on the database"
    assert not settings.DATABASES[name].get("ATOMIC_REQUESTS", False)
    assert settings.DATABASES[name].get("AUTOCOMMIT", True)


def test_a_refused_request_leaves_no_transaction_and_no_row(alice, database):
    before = alice.get("/me/games").json()
    refused = alice.post(
        "/games", {"ruleset": "mow", "seats": [{"kind": "me"}], "options": {"x": 1}}
    )
    assert refused.status_code in {400, 422}
    assert alice.get("/me/games").json() == before
    assert connection.get_autocommit()
    assert not connection.in_atomic_block
