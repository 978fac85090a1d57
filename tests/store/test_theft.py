"""What a thief with the application's password can do, and what of it shows.

`docs/database-roles.md` says it; what is refused stands in `test_attacks`.
"""

import msgspec
import pytest
from django.db import connection

from games.engine.events import Cause
from games.services.deadlines import Expire
from games.services.execute import execute
from games.store import grants
from games.store.append import _to_json
from games.verifying.findings import Kind
from games.verifying.verify import verify_game
from tests.docs.pages import DOCS, table
from tests.services.table import Table, bot, new_game, person
from tests.store.writing import answer

CALL = "SELECT result FROM herdbook.append_events(%s::jsonb)"
RIGHTS = """
SELECT c.relname::text, array(
    SELECT lower(a.privilege_type) FROM aclexplode(c.relacl) a
    WHERE a.grantee = 'herdbook_app'::regrole ORDER BY 1
)
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
"""


@pytest.fixture
def table_of_two(database: None) -> Table:
    return new_game(bot(), bot())


def test_the_page_names_the_rights_there_are(database):
    with connection.cursor() as cursor:
        cursor.execute(RIGHTS)
        rights = dict(cursor.fetchall())
    readable = {name for name, may in rights.items() if may == ["select"]}
    assert rights.pop("holder") == ["delete", "select"]
    assert rights.pop("chat_message") == ["insert", "select"]
    assert rights.pop("audit_entry") == ["insert", "select"]
    assert rights.pop("report") == ["insert", "select"]
    assert readable | {"holder", "chat_message", "audit_entry", "report"} == set(grants.READ_ONLY)
    assert {tuple(may) for name, may in rights.items() if name not in readable} == {
        ("delete", "insert", "select", "update")
    }
    rows = table(DOCS / "database-roles.md", "tables")
    named = {name.strip() for first, _ in rows[:-1] for name in first.split(",")}
    assert named == set(grants.READ_ONLY)
    for changed, columns in grants.CHANGEABLE.items():
        (words,) = [words for first, words in rows if first == changed]
        assert all(column in words for column in columns)


def test_a_decision_that_expires_early_says_so_in_the_log(table_of_two, as_app):
    due_at = table_of_two.owed().due_at
    as_app.execute("UPDATE decision SET refusals = 5 WHERE game_id = %s", [table_of_two.game])
    sent = msgspec.json.encode([_to_json(answer(table_of_two, how="expiry"))]).decode()
    assert as_app.execute(CALL, [sent]).fetchall() == [("done",)]
    found = as_app.execute(
        "SELECT recorded_at < %s FROM event WHERE game_id = %s AND type = 'DecisionExpired'",
        [due_at, table_of_two.game],
    )
    assert found.fetchall() == [(True,)]
    kinds = {finding.kind for finding in verify_game(table_of_two.game).findings}
    assert kinds == {Kind.EXPIRED_EARLY}


@pytest.mark.parametrize(("seat", "found"), [(bot, set()), (person, {Kind.EXPIRED_EARLY})])
def test_only_the_refused_moves_of_a_bot_account_count(database, as_app, seat, found):
    """What a bot sent nobody knows; of a person moves are never counted."""
    table = new_game(seat(), bot())
    as_app.execute("UPDATE decision SET refusals = 5 WHERE game_id = %s", [table.game])
    owed = table.owed()
    forged = Expire(game=table.game, cause=Cause.EXPIRY, refused=(owed.seat, owed.opened))
    execute(forged)
    assert "DecisionExpired" in table.types
    assert {finding.kind for finding in verify_game(table.game).findings} == found


def test_an_account_that_was_untied_from_its_seat_is_missed(table_of_two, as_app):
    as_app.execute("DELETE FROM holder WHERE game_id = %s", [table_of_two.game])
    kinds = {finding.kind for finding in verify_game(table_of_two.game).findings}
    assert Kind.HOLDER_MISSING in kinds


def test_a_state_that_does_not_follow_from_the_log_is_found(table_of_two, as_app):
    sent = _to_json(answer(table_of_two))
    state = msgspec.json.decode(sent["state"])
    state["owed"] = []
    sent["state"] = msgspec.json.encode(state).decode()
    as_app.execute(CALL, [msgspec.json.encode([sent]).decode()])
    assert not verify_game(table_of_two.game).is_sound
