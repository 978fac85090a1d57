"""`manage.py replay-gate`: its lines, its JSON and its exit codes."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import ClassVar
from uuid import uuid4

import msgspec
import psycopg
import pytest
from django.core.management import CommandError, call_command

from games.management.commands import replay_gate
from tests.rules.planted.magpies.state import MagpieState
from tests.rules.planted.releases import FIRST, THIRD, FirstRelease
from tests.services.releasing import SLUG, Server, begun
from tests.services.table import Table

ROOT = Path(__file__).parents[2]


class OtherRules(FirstRelease):
    """Other rules under the same version."""

    def _winner(self, values):
        return None


@pytest.fixture
def server(database: None, monkeypatch) -> Server:
    server = Server(monkeypatch)
    server.release(FIRST)
    return server


@pytest.fixture
def table(server) -> Table:
    table = begun()
    table.play(100)
    return table


def run(*arguments: object) -> tuple[int, list[str]]:
    """Return exit code and lines."""
    said = StringIO()
    try:
        call_command("replay_gate", *map(str, arguments), stdout=said)
    except SystemExit as end:
        return int(end.code or 0), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


def test_the_same_result_is_let_through(table):
    code, lines = run(table.game)
    assert code == 0
    assert lines == [f"1 games, {table.state.version} events: every game is played as before"]


def test_another_result_is_refused_with_game_version_and_reason(table, server):
    server.release(OtherRules())
    code, (line, summary) = run(table.game)
    assert code == replay_gate.DIFFERENT == 1
    assert line.startswith(f"game {table.game}, event ")
    assert "by the rules of today CardsTurnedUp would say something else" in line
    assert line.endswith(f"[{SLUG}, rules version 1]")
    assert summary.endswith("1 games are played otherwise")


def test_json_is_for_programs(table, server):
    server.release(OtherRules())
    code, lines = run(table.game, "--json")
    game, summary = map(json.loads, lines)
    assert code == 1
    assert (game["game"], game["result"]) == (str(table.game), "different")
    assert game["first_version"] == game["findings"][0]["version"]
    assert (game["ruleset"], game["rules_version"]) == (SLUG, 1)
    counts = {"same": 0, "stale": 0, "skipped": 0, "different": 1}
    assert summary == {"summary": {**counts, "events": game["events"]}}


class DemandingState(MagpieState, kw_only=True):
    weather: int


class OtherForm(FirstRelease):
    """A state that cannot be read from what is stored."""

    state_type: ClassVar[type[MagpieState]] = DemandingState

    def blank(self, options, seats: int) -> DemandingState:
        return DemandingState(**msgspec.structs.asdict(super().blank(options, seats)), weather=7)


def test_snapshots_of_an_older_form_have_an_exit_code_of_their_own(table, server):
    server.release(OtherForm())
    code, (line, summary) = run(table.game)
    assert code == replay_gate.STALE == 3
    assert "`manage.py rebuild` writes it anew" in line
    assert summary.endswith("every game is played as before; 1 snapshots must be rebuilt")


def test_games_that_are_over_need_no_rules(table, server):
    server.release(THIRD)
    code, lines = run(table.game)
    assert code == 0
    assert lines[-1].endswith("1 that are over have no rules any more")


def test_a_wrong_call_has_its_own_exit_code(database):
    with pytest.raises(CommandError, match="There is no game") as refused:
        run(uuid4())
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="invalid UUID"):
        run("mow")


def test_it_works_with_the_few_rights_of_the_application(table, as_app: psycopg.Connection):
    """The rules of Magpies are known to this process only, so the game has none there."""
    app = as_app.info
    address = f"postgresql://{app.user}:{app.password}@{app.host}:{app.port}/{app.dbname}"
    command = [sys.executable, "manage.py", "replay-gate", str(table.game), "--json"]
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address, "HERDBOOK_OWNER_DATABASE_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["summary"]["skipped"] == 1
