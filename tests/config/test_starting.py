"""A process for the public does not start on a database that could lose or rewrite history."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import starting
from config.stack import postgres
from config.stack.state import scratch_folder
from config.starting import keys
from tests.config.production import UNITS, Production, connected
from tests.stack.stacks import Stack

GOOD_KEY = "q7-Wd_2k" * 8
EVIDENCE = "id, case_id, created_at, from_version, to_version, text, evidence, evidence_hash"


def guard(name: str, on: str, condition: str = "") -> str:
    """Return what makes a trigger anew that refuses changes."""
    table = on.rpartition(" ")[2]
    return (
        f"DROP TRIGGER {name} ON {table}; CREATE TRIGGER {name} BEFORE {on} FOR EACH ROW"
        f" {condition} EXECUTE FUNCTION herdbook.refuse_change();"
        f" ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"
    )


APPEND = "FUNCTION herdbook.append_events(jsonb)"
FAULTS = {
    "synchronous_commit off for the role": (
        "ALTER ROLE herdbook_app SET synchronous_commit = off",
        "ALTER ROLE herdbook_app RESET synchronous_commit",
        'synchronous_commit=off.*ALTER ROLE "herdbook_app" RESET synchronous_commit',
    ),
    "synchronous_commit off for the database": (
        "ALTER DATABASE herdbook SET synchronous_commit = off",
        "ALTER DATABASE herdbook RESET synchronous_commit",
        'synchronous_commit=off.*ALTER DATABASE "herdbook" RESET synchronous_commit',
    ),
    "synchronous_commit for this machine alone, for role and database": (
        "ALTER ROLE herdbook_app IN DATABASE herdbook SET synchronous_commit = local",
        "ALTER ROLE herdbook_app IN DATABASE herdbook RESET synchronous_commit",
        'synchronous_commit=local.*ALTER ROLE "herdbook_app" IN DATABASE "herdbook" RESET',
    ),
    "a superuser": (
        "ALTER ROLE herdbook_app SUPERUSER",
        "ALTER ROLE herdbook_app NOSUPERUSER",
        "herdbook_app is a superuser.*Give DATABASE_URL the application's role",
    ),
    "a maker of roles": (
        "ALTER ROLE herdbook_app CREATEROLE",
        "ALTER ROLE herdbook_app NOCREATEROLE",
        "may make roles",
    ),
    "a role that row security does not hold": (
        "ALTER ROLE herdbook_app BYPASSRLS",
        "ALTER ROLE herdbook_app NOBYPASSRLS",
        "passes by row security",
    ),
    "a member of the owner": (
        "GRANT herdbook_owner TO herdbook_app WITH INHERIT FALSE",
        "REVOKE herdbook_owner FROM herdbook_app",
        "is a member of herdbook_owner",
    ),
    "a runner of programs": (
        "GRANT pg_execute_server_program TO herdbook_app",
        "REVOKE pg_execute_server_program FROM herdbook_app",
        "is a member of pg_execute_server_program",
    ),
    "a writer of events": (
        "GRANT INSERT ON event TO herdbook_app",
        "REVOKE INSERT ON event FROM herdbook_app",
        "may write public.event:",
    ),
    "a writer of deadlines": (
        "GRANT UPDATE (due_at) ON decision TO herdbook_app",
        "REVOKE UPDATE (due_at) ON decision FROM herdbook_app",
        "may write public.decision:",
    ),
    "a writer of what was said": (
        "GRANT UPDATE (text) ON chat_message TO herdbook_app",
        "REVOKE UPDATE (text) ON chat_message FROM herdbook_app",
        "may write public.chat_message:",
    ),
    "somebody who seats people": (
        "GRANT UPDATE ON holder TO herdbook_app",
        "REVOKE UPDATE ON holder FROM herdbook_app",
        "may write public.holder:",
    ),
    "a maker of functions": (
        "GRANT CREATE ON SCHEMA herdbook TO herdbook_app",
        "REVOKE CREATE ON SCHEMA herdbook FROM herdbook_app",
        "may create in the schema herdbook",
    ),
    "a clock of somebody else's": (
        "ALTER FUNCTION herdbook.clock() OWNER TO postgres",
        "ALTER FUNCTION herdbook.clock() OWNER TO herdbook_owner",
        r"clock\(\) is not the one",
    ),
    "a clock with names of its own": (
        "ALTER FUNCTION herdbook.clock() SET search_path = public",
        "ALTER FUNCTION herdbook.clock() RESET search_path",
        r"clock\(\) is not the one",
    ),
    "a way into the log whose names the caller chooses": (
        f"ALTER {APPEND} SET search_path = pg_temp, public",
        f"ALTER {APPEND} SET search_path = pg_catalog, herdbook, public, pg_temp",
        r"append_events\(jsonb\) is not the one",
    ),
    "a way into the log for everybody": (
        f"GRANT EXECUTE ON {APPEND} TO PUBLIC",
        f"REVOKE EXECUTE ON {APPEND} FROM PUBLIC",
        r"append_events\(jsonb\) is not the one",
    ),
    "triggers that are disabled": (
        "ALTER TABLE event DISABLE TRIGGER event_is_history",
        "ALTER TABLE event ENABLE ALWAYS TRIGGER event_is_history",
        "missing or disabled.*ENABLE ALWAYS TRIGGER",
    ),
    "triggers that a replica's session silences": (
        "ALTER TABLE command ENABLE TRIGGER command_is_kept",
        "ALTER TABLE command ENABLE ALWAYS TRIGGER command_is_kept",
        "missing or disabled",
    ),
    "evidence that can be written anew": (
        "ALTER TABLE report DISABLE TRIGGER report_is_evidence",
        "ALTER TABLE report ENABLE ALWAYS TRIGGER report_is_evidence",
        "missing or disabled.*report",
    ),
    "a trigger that looks away": (
        guard("audit_entry_is_history", "UPDATE OR DELETE ON audit_entry", "WHEN (OLD.role = 'x')"),
        guard("audit_entry_is_history", "UPDATE OR DELETE ON audit_entry"),
        "missing or disabled",
    ),
    "a trigger for some columns of evidence": (
        guard("report_is_evidence", "DELETE OR UPDATE OF id, text ON report"),
        guard("report_is_evidence", f"DELETE OR UPDATE OF {EVIDENCE} ON report"),
        "missing or disabled",
    ),
    "a release before": (
        "UPDATE django_migrations SET name = '-' || name WHERE name = '0003_append_events'",
        "UPDATE django_migrations SET name = '0003_append_events' WHERE name LIKE '-0003%'",
        "older than this version.*manage.py migrate",
    ),
}
"""What is done to the server, how it is undone, and what a process says."""


REPLACED = {
    "clock": ("clock_timestamp()", "clock_timestamp() + interval '1 hour'"),
    "append_events": ("owed.due_at <= clock_now", "false"),
    "refuse_change": ("BEGIN", "BEGIN RETURN NULL;"),
    "event_hash": ("int4send(16)", "int4send(61)"),
}
"""Functions, and the part of each that is replaced by another."""


@pytest.fixture(scope="module")
def production() -> Iterator[Production]:
    with scratch_folder("production") as folder:
        made = Production(Stack(folder))
        made.start()
        made.migrate()
        yield made
        made.stack.end()


@pytest.fixture
def found(production, settings, django_db_blocker):
    """Look at a server as each process does; return what is wrong with it."""
    settings.PRODUCTION = True
    settings.SECRET_KEY = GOOD_KEY

    def look(role: str = postgres.APP, *, url: str = "") -> list[str]:
        with django_db_blocker.unblock(), connected(url or production.url(role)):
            try:
                starting.refuse_unsafe()
            except ImproperlyConfigured as error:
                return str(error).removeprefix("Herdbook does not start.\n* ").split("\n* ")
            return []

    return look


@contextmanager
def replaced(production: Production, name: str) -> Iterator[None]:
    """Have another function of the same name, owner and rights for a while."""
    before, after = REPLACED[name]
    (text,) = production.ask(
        "SELECT pg_get_functiondef(oid) FROM pg_proc"
        " WHERE pronamespace = 'herdbook'::regnamespace AND proname = %s",
        name,
    )
    assert before in text
    production.administer(text.replace(before, after))
    try:
        yield
    finally:
        production.administer(text)


def test_a_server_as_the_pages_say_has_no_fault(found):
    assert found() == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_what_to_do(production, found, name):
    break_it, mend_it, said = FAULTS[name]
    production.administer(break_it)
    try:
        faults = found()
    finally:
        production.administer(mend_it)
    assert [re.search(said, fault) is not None for fault in faults] == [True], faults
    assert found() == []


@pytest.mark.parametrize("name", REPLACED)
def test_another_function_is_noticed(production, found, name):
    with replaced(production, name):
        (fault,) = found()
    assert f"function herdbook.{name}" in fault
    assert found() == []


def test_a_release_before_may_start_on_the_tables_of_the_next(production, found):
    """While a release is rolled out, its migrations have run and old processes still start."""
    production.administer(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('store', '9999_next', now())"
    )
    try:
        with replaced(production, "append_events"):
            assert found() == []
        with replaced(production, "clock"):
            assert len(found()) == 1
    finally:
        production.administer("DELETE FROM django_migrations WHERE name = '9999_next'")


def test_by_hand_nothing_is_said_about_a_server_with_no_fault(production):
    assert production.refusals("config.starting") == {"config.starting": (0, "")}


def test_the_owner_is_no_role_for_a_process(found):
    (fault,) = found(postgres.OWNER)
    assert "herdbook_owner owns tables or functions" in fault
    assert "HERDBOOK_OWNER_DATABASE_URL" in fault


@pytest.mark.parametrize(
    "key",
    [
        "q7-Wd_2k",
        "x" * 60,
        "django-insecure-" + GOOD_KEY,
        "only-for-debugging-" + GOOD_KEY,
        "please-change-me-" + GOOD_KEY,
    ],
)
def test_a_sample_is_no_secret_key(found, settings, key):
    settings.SECRET_KEY = key
    (fault,) = keys.faults()
    assert "HERDBOOK_SECRET_KEY is a sample" in fault
    assert key not in fault


def test_a_good_key_has_no_fault(settings):
    settings.SECRET_KEY = GOOD_KEY
    assert list(keys.faults()) == []


def test_a_server_that_does_not_answer_is_named(production, found):
    with_no_server = production.url().replace(f":{production.port}/", ":1/")
    (fault,) = found(url=with_no_server)
    assert "PostgreSQL could not be asked" in fault


EVERYTHING_WRONG = (
    "ALTER ROLE ALL SET synchronous_commit = off",
    "ALTER SYSTEM SET full_page_writes = off",
    "ALTER TABLE event DISABLE TRIGGER event_is_history",
    "SELECT pg_reload_conf()",
)
EVERYTHING_MENDED = (
    "ALTER ROLE ALL RESET synchronous_commit",
    "ALTER SYSTEM RESET full_page_writes",
    "ALTER TABLE event ENABLE ALWAYS TRIGGER event_is_history",
)
SAID = (
    "HERDBOOK_SECRET_KEY is a sample",
    "fsync=off (from: command line)",
    "full_page_writes=off (from: configuration file)",
    "synchronous_commit=off (from: global)",
    "The role herdbook_owner owns tables",
    "The function herdbook.clock() is not the one",
    "The function herdbook.append_events(jsonb) is not the one",
    "The triggers that refuse changes of history are missing or disabled",
)


def test_every_process_refuses_a_server_with_everything_wrong(production):
    """By the commands of the unit files, on a server that is really so."""
    production.start(fsync=False)
    production.administer(*EVERYTHING_WRONG)
    owner = production.url(postgres.OWNER)
    with replaced(production, "clock"), replaced(production, "append_events"):
        ended = production.refusals(
            *UNITS, "config.starting", DATABASE_URL=owner, HERDBOOK_SECRET_KEY="sample"
        )
    production.administer(*EVERYTHING_MENDED)
    production.start()
    for unit, (code, output) in ended.items():
        assert code > 0, f"{unit}: {output}"
        assert [said for said in SAID if said not in output] == [], f"{unit}: {output}"
        assert owner.partition("@")[0].rpartition(":")[2] not in output, "a password"


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_every_process_refuses_every_fault_by_itself(production, name):
    break_it, mend_it, said = FAULTS[name]
    production.administer(break_it)
    try:
        ended = production.refusals(*UNITS)
    finally:
        production.administer(mend_it)
    for unit, (code, output) in ended.items():
        assert code > 0, f"{unit}: {output}"
        assert re.search(said, output), f"{unit}: {output}"
