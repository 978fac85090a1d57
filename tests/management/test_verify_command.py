"""`manage.py verify`: what it prints and how it ends."""

import json
import subprocess
import sys
from io import StringIO
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from games.management.commands.verify import Command
from games.services import lobby
from games.store.stored import game as stored_game
from games.verifying.heads import hash_of_id
from tests.services.table import Table, bot, new_game
from tests.verifying.tampering import restored


@pytest.fixture
def table(database: None) -> Table:
    table = new_game(bot(), bot())
    table.play(6)
    return table


def verify(*words: object) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify", *map(str, words), stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def published(table: Table, **changes: object) -> str:
    """Return a page of heads, as the API would have given it."""
    row = stored_game(table.game)
    assert row is not None
    head = {
        "game": str(table.game),
        "game_hash": hash_of_id(table.game),
        "version": row.version,
        "hash": row.head_hash.hex(),
    }
    return json.dumps({"items": [head | changes], "next": None}) + "\n"


def test_games_that_are_whole_end_with_0(table):
    other = new_game(bot(), "random")
    events = table.state.version + other.state.version
    agreed = f"2 games, {events} events: every log is whole, and all that is derived from it agrees"
    assert verify(table.game, other.game) == (0, agreed + "\n")


def test_a_finding_ends_with_1_and_names_game_and_event_and_nothing_secret(table):
    with restored(table.game) as thief:
        thief.run("UPDATE event SET salt = sha256(salt) WHERE game_id = %(game)s AND version = 3")
        code, printed = verify(table.game)
        as_json, lines = verify(table.game, "--json")
    assert (code, as_json) == (1, 1)
    first, summary = printed.splitlines()
    assert first == (
        f"game {table.game}, event 3: it is not what was recorded: its hash says something else"
        " (event-changed)"
    )
    assert summary.endswith(": 1 finding in 1 game")
    finding, counts = map(json.loads, lines.splitlines())
    assert (finding["kind"], finding["version"]) == ("event-changed", 3)
    assert counts["summary"]["findings"] == 1


def test_a_chain_written_anew_shows_against_a_kept_head_and_in_no_other_way(table, tmp_path):
    lobby.resign(game=table.game, asker=table.asker(0))
    file = tmp_path / "heads.json"
    # A day of two pages, kept in one file; the game is private in the second.
    file.write_text(published(table) + published(table, game=None))
    assert verify(table.game, "--heads", file)[0] == 0
    with restored(table.game) as thief:
        thief.run("UPDATE event SET recorded_at = recorded_at + '1 ms' WHERE game_id = %(game)s")
        thief.run(
            "UPDATE game SET created_at = created_at + '1 ms', started_at = started_at + '1 ms',"
            " finished_at = finished_at + '1 ms', last_at = last_at + '1 ms' WHERE id = %(game)s"
        )
        thief.rehash()
        thief.refold()
        assert verify(table.game)[0] == 0
        code, printed = verify(table.game, "--heads", file)
    assert code == 1
    assert printed.splitlines()[0].endswith("the log was written anew (rewritten)")


def test_a_log_cut_off_behind_a_kept_head_is_found(table, tmp_path):
    file = tmp_path / "heads.json"
    file.write_text(published(table, version=table.state.version + 1))
    code, printed = verify(table.game, "--heads", file)
    assert code == 1
    assert "has no such event any more" in printed


def test_a_game_that_is_gone_is_found_when_all_are_looked_at(table, tmp_path):
    gone, file = uuid4(), tmp_path / "heads.json"
    file.write_text(published(table, game=None, game_hash=hash_of_id(gone)))
    assert verify(table.game, "--heads", file)[0] == 0
    code, printed = verify("--heads", file)
    assert code == 1
    assert f"its head was published: {hash_of_id(gone)}" in printed


def test_a_game_that_nobody_made_is_a_finding(database):
    code, printed = verify(uuid4())
    assert code == 1
    assert "there is no such game (no-game)" in printed


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"items": [{"game": 1}]}', "[" * 5000, "x", "{"])
def test_a_file_that_holds_no_heads_ends_with_2(database, tmp_path, text):
    file = tmp_path / "heads.json"
    file.write_text(text)
    for path in (file, tmp_path / "none.json"):
        with pytest.raises(CommandError, match="cannot be used") as refused:
            call_command("verify", "--heads", str(path))
        assert refused.value.returncode == 2


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py in a process of its own, as the application role, on this test's database."""
    base = settings.APP_DATABASE
    name = connection.settings_dict["NAME"]
    url = f"postgresql://{base.user}:{base.password}@{base.host}:{base.port}/{name}"
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        env={"DATABASE_URL": url, "HERDBOOK_DEBUG": "1", "PYTHONHASHSEED": "7", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_another_process_folds_the_same_as_the_application(table):
    """S49: with other rights and another seed of hashes, the bytes are those of the snapshot."""
    ended = run("verify", str(table.game))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("1 game,")


def test_what_cannot_be_asked_ends_with_2(database):
    away = run("verify", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert away.returncode == 2
    assert "The database cannot be used" in away.stderr
    with pytest.raises(CommandError, match="invalid UUID value"):
        call_command("verify", "x")
    assert "exit codes:" in Command().create_parser("manage.py", "verify").format_help()
