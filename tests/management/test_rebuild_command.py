"""`manage.py rebuild`: what it prints, how it ends, and who may run it."""

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from games.management.commands.rebuild import Command
from games.verifying.verify import verify_game
from tests.management.test_verify_command import run
from tests.services.table import Table, bot, new_game
from tests.verifying.tampering import restored


@pytest.fixture
def table(database: None) -> Table:
    table = new_game(bot(), bot())
    table.play(6)
    return table


def rebuild(*words: object) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("rebuild", *map(str, words), stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def throw_snapshot_away(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE game SET state = '' WHERE id = %s", [table.game])


def test_what_differs_is_told_and_made_anew(table):
    events = table.state.version
    assert rebuild(table.game) == (
        0,
        f"1 game, {events} events: all that is derived agrees with the logs\n",
    )
    throw_snapshot_away(table)
    found = f"game {table.game}: the stored state is empty (snapshot-differs)\n"
    counted = f"1 game, {events} events: "
    assert rebuild(table.game, "--dry-run") == (1, f"{found}{counted}not as in the log: 1\n")
    assert not verify_game(table.game).is_sound
    assert rebuild(table.game) == (0, f"{found}{counted}made anew: 1\n")
    assert verify_game(table.game).is_sound


def test_a_log_that_is_not_whole_ends_with_1(table):
    with restored(table.game) as thief:
        thief.run("UPDATE event SET hash = sha256(hash) WHERE game_id = %(game)s AND version = 3")
        code, printed = rebuild(table.game, uuid4(), "--json")
        *findings, counts = map(json.loads, printed.splitlines())
        assert code == 1
        assert {"event-changed", "no-game"} <= {finding["kind"] for finding in findings}
        assert counts["summary"]["games"] == 2
        assert "left alone because the log is not whole: 1" in rebuild(table.game)[1]


def test_the_application_may_look_and_not_write(table):
    throw_snapshot_away(table)
    refused = run("rebuild", str(table.game))
    assert refused.returncode == 2
    assert "HERDBOOK_OWNER_DATABASE_URL" in refused.stderr
    assert run("rebuild", str(table.game), "--dry-run").returncode == 1
    assert rebuild(table.game)[0] == 0


def test_the_help_says_what_the_exit_codes_mean():
    assert "exit codes:" in Command().create_parser("manage.py", "rebuild").format_help()
