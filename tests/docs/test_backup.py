"""The page on back-ups does what it says: a dump under load becomes a server in another cluster."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import herdbook
import psycopg
import pytest

from bots import answering
from config.stack import account, binaries, postgres
from config.stack.state import scratch_folder
from tests.cast import Player
from tests.config.production import Production, connected
from tests.docs.pages import DOCS, ROOT, Block, blocks
from tests.docs.test_code import pattern
from tests.stack.stacks import Stack, free_port, until
from tests.store.soundness import assert_log_is_sound

DUMP, RESTORE, LOOK = (block for block in blocks(DOCS / "backup.md") if block.is_run)
RIGHTS = """
SELECT 'table', relname::text, relowner::regrole::text, relacl::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace
UNION ALL
SELECT 'column', attrelid::regclass || '.' || attname, '', attacl::text FROM pg_attribute
WHERE attacl IS NOT NULL AND attrelid::regclass::text = 'decision'
UNION ALL
SELECT 'function', oid::regprocedure::text, proowner::regrole::text,
       concat(proacl, prosecdef, proconfig, provolatile)
FROM pg_proc WHERE pronamespace = 'herdbook'::regnamespace
UNION ALL
SELECT 'trigger', tgname::text, tgrelid::regclass::text, tgenabled::text FROM pg_trigger
WHERE NOT tgisinternal
UNION ALL
SELECT 'schema', nspname, '', has_schema_privilege('herdbook_app', oid, 'CREATE')::text
FROM pg_namespace WHERE nspname IN ('public', 'herdbook')
ORDER BY 1, 2, 3
"""


@dataclass(frozen=True)
class Restored:
    """A server in a new cluster, with what was on the old one when it was dumped."""

    old: Production
    new: Production
    token: str
    mine: str
    """A game in which the holder of this token has to move."""
    played: list[str]
    """Games of house bots, which were played while the dump was made."""
    looked: str
    """What the commands after the restore have printed."""


def run(block: Block, variables: dict[str, str]) -> str:
    """Run a block of the page as it stands."""
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.text],
        cwd=ROOT,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), f"line {block.line}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def shell_variables(old: Production, new: Production, folder: Path) -> dict[str, str]:
    """Return what the page's commands find: addresses, a file of passwords, programs."""
    passwords = folder / "pgpass"
    passwords.touch(mode=0o600)
    for one in (old, new):
        with passwords.open("a") as file:
            file.write(f"127.0.0.1:{one.port}:*:{postgres.OWNER}:{one.secrets.owner}\n")
    programs = binaries.postgres(old.stack.state.folder / "binaries", account.for_servers())
    return {
        **new.environment(HERDBOOK_OWNER_DATABASE_URL=new.url(postgres.OWNER)),
        "PATH": f"{programs.folder}{os.pathsep}{os.environ['PATH']}",
        "PGPASSFILE": str(passwords),
        "OLD": f"postgresql://{postgres.OWNER}@127.0.0.1:{old.port}/herdbook",
        "NEW": f"postgresql://{postgres.OWNER}@127.0.0.1:{new.port}/herdbook",
        "DUMP": str(folder / "herdbook.dump"),
    }


def house_game(client: herdbook.Client) -> str:
    seats = [herdbook.house("random")] * 5
    return client.games.create("mow", seats, options={"limit": 300}).id


def versions(client: herdbook.Client, games: list[str]) -> list[int]:
    return [client.games.view(game).version for game in games]


@pytest.fixture(scope="module")
def restored(live_stack: Stack, live_url: str, tmp_path_factory) -> Iterator[Restored]:
    """Do what the page says, while games are played."""
    with scratch_folder("restored") as folder, herdbook.Client(live_url) as client:
        new = Production(
            Stack(
                folder,
                HERDBOOK_DEBUG="0",
                HERDBOOK_EMBEDDED="postgres valkey",
                HERDBOOK_PORT=str(free_port()),
                HERDBOOK_HOUSE_PACE_MS="0",
                HERDBOOK_SWEEP_SECONDS="1",
            )
        )
        try:
            new.start()
            old = Production(live_stack)
            variables = shell_variables(old, new, tmp_path_factory.mktemp("backup"))
            token = client.token = client.sandbox().token
            mine = client.games.create("mow", [herdbook.ME, herdbook.house("random")]).id
            played = [house_game(client) for _ in range(3)]
            until(lambda: min(versions(client, played)) > 20, "games under way")
            before = versions(client, played)
            run(DUMP, variables)
            assert versions(client, played) != before, "nothing was played while it was dumped"
            run(RESTORE, variables)
            yield Restored(old, new, token, mine, played, run(LOOK, variables))
        finally:
            new.stack.end()


def test_the_page_says_what_its_commands_print(restored):
    assert LOOK.prints is not None
    assert re.fullmatch(pattern(LOOK.prints), restored.looked.strip(), re.DOTALL), restored.looked


def test_owners_rights_functions_and_triggers_came_along(restored):
    found = []
    for server in (restored.old, restored.new):
        with psycopg.connect(server.url("postgres")) as superuser:
            found.append(superuser.execute(RIGHTS).fetchall())
    assert len(found[0]) > 30
    assert found[0] == found[1]
    with (
        psycopg.connect(restored.new.url()) as application,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        application.execute("DELETE FROM event")


def test_a_process_for_the_public_would_start(restored):
    assert restored.new.refusals("config.starting") == {"config.starting": (0, "")}


def test_a_move_is_taken_and_the_house_answers(restored, django_db_blocker):
    """S45: what was acknowledged before the dump is there, and goes on; in this process."""
    player = Player(token=restored.token)
    with django_db_blocker.unblock(), connected(restored.new.url()):
        before = player.view(restored.mine)
        assert player.move(restored.mine).status_code == 201
        after = before

        def house_has_answered() -> bool:
            nonlocal after
            answering.answer_overdue()
            after = player.view(restored.mine)
            return after["status"] != "running" or after["decision"] is not None

        until(house_has_answered, "the house to answer")
        assert after["version"] > before["version"] + 1
        assert_log_is_sound(restored.mine)


@pytest.fixture(scope="module")
def served(restored: Restored) -> Iterator[herdbook.Client]:
    """All processes on the new server, as for the public, and somebody with an old token."""
    restored.new.stack.end()
    restored.new.stack.start_and_wait("run")
    snapshot = restored.new.stack.state.snapshot()
    assert snapshot is not None
    assert snapshot["url"] is not None
    with herdbook.Client(snapshot["url"], token=restored.token) as client:
        yield client


@pytest.mark.slow
def test_whole_games_go_on_and_every_log_is_whole(restored, served):
    before = versions(served, restored.played)

    def have_gone_on() -> bool:
        now = versions(served, restored.played)
        return all(after > then for after, then in zip(now, before, strict=True))

    until(have_gone_on, "the games to go on")
    view = served.games.view(restored.mine)
    if view.decision is not None:
        served.games.move(restored.mine, view.decision.legal_moves[0], decision=view.decision.id)
    assert "whole" in restored.new.manage("verify")


@pytest.mark.slow
def test_consumers_of_the_feed_go_on(restored, served):
    """They handle each event once, those of before and those of after the restore."""
    upto = "SELECT count(*) FROM event WHERE (transaction_id, game_id, version) <= (%s, %s, %s)"
    (dumped,) = restored.new.ask("SELECT count(*) FROM event")
    house_game(served)

    def consumers() -> list[dict[str, Any]]:
        shown = json.loads(restored.new.manage("feeds", "--json"))
        assert shown["rebased"] is True
        return [*shown["consumers"]]

    until(lambda: all(one["handled"] > dumped for one in consumers()), "events to be handled")
    for one in consumers():
        place = (one["transaction_id"], one["game"], one["version"])
        assert (one["handled"],) == restored.new.ask(upto, *place), one
