"""What a thief with the application's password tries, one by one, and how it is refused.

A statement may name `{game}`, a running game, the `{database}`, and a session of the owner's.
"""

from dataclasses import dataclass

import psycopg
from psycopg.errors import InsufficientPrivilege


@dataclass(frozen=True)
class Attack:
    """Statements of one session, of which the last is refused."""

    statements: tuple[str, ...]
    says: str
    """Part of the refusal."""
    refusal: type[psycopg.Error] | tuple[type[psycopg.Error], ...] = InsufficientPrivilege


def _attack(*statements: str, says: str = "permission denied|must be|must have") -> Attack:
    return Attack(statements, says)


_OWNER = "must be owner"
_EVENT = "SELECT * FROM event WHERE game_id = '{game}'"
_NEXT = (
    "INSERT INTO event (game_id, version, type, schema_version, cause, command, payload, salt,"
    " prev_hash, hash, recorded_at, transaction_id) SELECT game_id, version + {ahead}, type,"
    " schema_version, cause, command, payload, salt, prev_hash, hash, recorded_at, transaction_id"
    " FROM event WHERE game_id = '{{game}}' ORDER BY version DESC LIMIT 1"
)

WRITING = {
    "change a payload": _attack("UPDATE event SET payload = '{{}}' WHERE game_id = '{game}'"),
    "change a hash": _attack("UPDATE event SET hash = salt WHERE game_id = '{game}'"),
    "change a time": _attack("UPDATE event SET recorded_at = now() WHERE game_id = '{game}'"),
    "delete an event": _attack("DELETE FROM event WHERE game_id = '{game}' AND version = 1"),
    "delete what a command did": _attack("DELETE FROM command WHERE game_id = '{game}'"),
    "change what a command did": _attack("UPDATE command SET fingerprint = ''"),
    "empty the log": _attack("TRUNCATE event"),
    "empty all that hangs on a game": _attack("TRUNCATE game CASCADE"),
    "empty what hangs on an account": _attack("TRUNCATE account CASCADE"),
    "insert the next event": _attack(_NEXT.format(ahead=1)),
    "insert an event ahead of the next (F34)": _attack(_NEXT.format(ahead=2)),
    "insert or change": _attack(
        f"INSERT INTO event {_EVENT} ON CONFLICT (game_id, version) DO UPDATE SET payload = '{{{{}}}}'"
    ),
    "merge": _attack(
        f"MERGE INTO event USING ({_EVENT}) one ON event.game_id = one.game_id"
        " WHEN MATCHED THEN DELETE"
    ),
    "copy into the log": _attack("COPY event FROM STDIN"),
    "insert a command": _attack("INSERT INTO command SELECT * FROM command LIMIT 1"),
    "insert a game": _attack("INSERT INTO game SELECT * FROM game LIMIT 1"),
    "move a game to another version": _attack(
        "UPDATE game SET version = version + 1 WHERE id = '{game}'"
    ),
    "change a state": _attack("UPDATE game SET state = '{{}}' WHERE id = '{game}'"),
    "change who has won": _attack("UPDATE game SET status = 'aborted' WHERE id = '{game}'"),
    "read a secret out by exchanging it": _attack("UPDATE game SET secret = '' RETURNING secret"),
    "delete a game": _attack("DELETE FROM game WHERE id = '{game}'"),
    "put off a deadline": _attack("UPDATE decision SET due_at = 'infinity'"),
    "bring a deadline forward": _attack("UPDATE decision SET due_at = now() WHERE false"),
    "take a decision for another": _attack("UPDATE decision SET opened = opened + 1"),
    "change who answers": _attack("UPDATE decision SET answerer = 'house'"),
    "take a decision away": _attack("DELETE FROM decision WHERE game_id = '{game}'"),
    "invent a decision": _attack("INSERT INTO decision SELECT * FROM decision LIMIT 1"),
    "empty the decisions": _attack("TRUNCATE decision"),
    "take somebody's seat": _attack("UPDATE holder SET account_id = id WHERE game_id = '{game}'"),
    "sit down without an event": _attack("INSERT INTO holder SELECT * FROM holder LIMIT 1"),
    "begin the feed anew": _attack("UPDATE feed_epoch SET number = number + 1"),
    "begin an epoch": _attack("SELECT herdbook.begin_epoch()"),
    "forget that a migration ran": _attack("DELETE FROM django_migrations"),
}
DISARMING = {
    "disable a trigger": _attack("ALTER TABLE event DISABLE TRIGGER event_is_history", says=_OWNER),
    "disable every trigger": _attack("ALTER TABLE event DISABLE TRIGGER ALL", says=_OWNER),
    "drop a trigger": _attack("DROP TRIGGER event_is_history ON event", says=_OWNER),
    "drop the table": _attack("DROP TABLE event CASCADE", says=_OWNER),
    "drop a constraint": _attack("ALTER TABLE event DROP CONSTRAINT event_pkey", says=_OWNER),
    "drop an index": _attack("DROP INDEX event_one_end_a_game", says=_OWNER),
    "rename a column": _attack("ALTER TABLE event RENAME payload TO lost", says=_OWNER),
    "make a column another": _attack(
        "ALTER TABLE event ALTER payload TYPE text USING '{{}}'", says=_OWNER
    ),
    "own the table": _attack("ALTER TABLE event OWNER TO herdbook_app", says=_OWNER),
    "move the table away": _attack("ALTER TABLE event SET SCHEMA pg_temp", says=_OWNER),
    "not write it to disk": _attack("ALTER TABLE event SET UNLOGGED", says=_OWNER),
    "a rule": _attack("CREATE RULE quiet AS ON INSERT TO event DO INSTEAD NOTHING", says=_OWNER),
    "a policy": _attack("CREATE POLICY quiet ON event USING (false)", says=_OWNER),
    "a trigger of one's own": _attack(
        "CREATE TRIGGER mine BEFORE INSERT ON event FOR EACH ROW"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
    ),
    "a trigger on a table that may be written": _attack(
        "CREATE TRIGGER mine AFTER INSERT ON token FOR EACH ROW"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
    ),
    "an index whose expression runs as its owner": _attack(
        "CREATE INDEX ON event ((length(payload)))", says=_OWNER
    ),
    "drop the way in": _attack("DROP FUNCTION herdbook.append_events(jsonb)", says=_OWNER),
    "drop the schema": _attack("DROP SCHEMA herdbook CASCADE", says=_OWNER),
    "stop the world": _attack("BEGIN", "LOCK TABLE event IN ACCESS EXCLUSIVE MODE"),
    "stop every move": _attack("BEGIN", "LOCK TABLE decision IN SHARE ROW EXCLUSIVE MODE"),
    "hold a game": _attack("SELECT 1 FROM game WHERE id = '{game}' FOR NO KEY UPDATE"),
    "silence triggers": _attack("SET session_replication_role = replica"),
    "silence triggers from the next session on": _attack(
        "ALTER ROLE CURRENT_USER SET session_replication_role = replica"
    ),
    "silence triggers by a function": _attack(
        "SELECT set_config('session_replication_role', 'replica', false)"
    ),
}
SHADOWING = {
    "another clock": _attack(
        "CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz LANGUAGE sql RETURN now()"
    ),
    "another way in": _attack(
        "CREATE OR REPLACE FUNCTION herdbook.append_events(commands jsonb) RETURNS TABLE"
        " (place integer, result text, first_version integer, last_version integer)"
        " LANGUAGE sql AS ''"
    ),
    "other names for the way in": _attack(
        "ALTER FUNCTION herdbook.append_events(jsonb) SET search_path = pg_temp", says=_OWNER
    ),
    "a way in with the caller's rights": _attack(
        "ALTER FUNCTION herdbook.append_events(jsonb) SECURITY INVOKER", says=_OWNER
    ),
    "a function beside ours": _attack(
        "CREATE FUNCTION herdbook.event_hash(text) RETURNS bytea LANGUAGE sql RETURN ''::bytea"
    ),
    "a function in public": _attack(
        "CREATE FUNCTION public.sha256(text) RETURNS bytea LANGUAGE sql RETURN ''::bytea"
    ),
    "an operator in public": _attack(
        "CREATE OPERATOR public.= (FUNCTION = int4eq, LEFTARG = integer, RIGHTARG = integer)"
    ),
    "an operator of one's own": _attack(
        "CREATE OPERATOR herdbook.|| (FUNCTION = byteacat, LEFTARG = bytea, RIGHTARG = bytea)"
    ),
    "a cast": _attack(
        "CREATE CAST (jsonb AS uuid) WITHOUT FUNCTION AS IMPLICIT", says="must be owner of type"
    ),
    "a table in public": _attack("CREATE TABLE public.events (LIKE public.event)"),
    "a view in public": _attack("CREATE VIEW public.log AS TABLE event"),
    "a schema of one's own name": _attack("CREATE SCHEMA herdbook_app"),
    "a table that inherits the log": _attack(
        "CREATE TEMP TABLE more () INHERITS (public.event)", says=_OWNER
    ),
    "a column that looks like the log's": _attack(
        "CREATE TEMP TABLE event (LIKE public.event)",
        "ALTER TABLE public.event INHERIT pg_temp.event",
        says=_OWNER,
    ),
    "a temporary function in C": _attack(
        "CREATE FUNCTION pg_temp.run(cstring) RETURNS integer LANGUAGE c AS 'libc', 'system'"
    ),
    "a temporary function of the server's inside": _attack(
        "CREATE FUNCTION pg_temp.read(text) RETURNS text LANGUAGE internal AS 'pg_read_file_all'"
    ),
    "a subscription that writes tables": _attack(
        "CREATE SUBSCRIPTION mine CONNECTION 'host=127.0.0.1' PUBLICATION p WITH (connect = false)"
    ),
}
BECOMING = {
    "become the owner": _attack("SET ROLE herdbook_owner"),
    "become the superuser": _attack("SET ROLE postgres"),
    "log in as the owner": _attack("SET SESSION AUTHORIZATION herdbook_owner"),
    "be a superuser": _attack("ALTER ROLE herdbook_app SUPERUSER"),
    "make roles": _attack("ALTER ROLE herdbook_app CREATEROLE"),
    "join the owner": _attack("GRANT herdbook_owner TO herdbook_app"),
    "join who writes everything": _attack("GRANT pg_write_all_data TO herdbook_app"),
    "a role of one's own": _attack("CREATE ROLE mine LOGIN"),
    "another password for the owner": _attack("ALTER ROLE herdbook_owner PASSWORD 'mine'"),
    "settings of the owner": _attack("ALTER ROLE herdbook_owner SET search_path = pg_temp"),
    "settings of the database": _attack("ALTER DATABASE {database} SET search_path = pg_temp"),
    "what belongs to the owner": _attack("REASSIGN OWNED BY herdbook_owner TO herdbook_app"),
    "rights on what the owner makes": _attack(
        "ALTER DEFAULT PRIVILEGES FOR ROLE herdbook_owner GRANT ALL ON TABLES TO herdbook_app"
    ),
    "read passwords": _attack("SELECT rolpassword FROM pg_authid"),
    "read passwords by the old name": _attack("SELECT passwd FROM pg_shadow"),
    "end the owner's sessions": _attack("SELECT pg_terminate_backend({owner_pid})"),
}
THE_SERVER = {
    "run a program": _attack("COPY event TO PROGRAM 'cat'"),
    "fill a table from a program": _attack("COPY token FROM PROGRAM 'true'"),
    "write a file": _attack("COPY event TO '/tmp/event'"),
    "read a file": _attack("SELECT pg_read_file('postgresql.conf')"),
    "list a folder": _attack("SELECT pg_ls_dir('.')"),
    "read a file as a large object": _attack("SELECT lo_import('/etc/passwd')"),
    "write a large object as a file": _attack("SELECT lo_export(1, '/tmp/object')"),
    "a setting of the server": _attack("ALTER SYSTEM SET fsync = off"),
    "a library": _attack("LOAD '/tmp/library.so'", says="access to library"),
    "another database's tables": Attack(
        ("CREATE EXTENSION dblink",),
        "dblink",
        refusal=(InsufficientPrivilege, psycopg.errors.FeatureNotSupported),
    ),
    "another server's tables": _attack("CREATE FOREIGN DATA WRAPPER mine"),
    "a language": _attack("CREATE LANGUAGE mine HANDLER plpgsql_call_handler"),
    "an event trigger": _attack(
        "CREATE EVENT TRIGGER mine ON ddl_command_start"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
    ),
    "a replication slot": _attack("SELECT pg_create_physical_replication_slot('mine')"),
    "a checkpoint": _attack("CHECKPOINT"),
    "a database": _attack("CREATE DATABASE mine"),
}
ATTACKS = {**WRITING, **DISARMING, **SHADOWING, **BECOMING, **THE_SERVER}

WITHOUT_EFFECT = {
    "grant oneself a right": "GRANT INSERT, UPDATE, DELETE ON event TO herdbook_app",
    "grant everybody the way in": (
        "GRANT EXECUTE ON FUNCTION herdbook.append_events(jsonb) TO PUBLIC"
    ),
    "take away the owner's rights": "REVOKE ALL ON event FROM herdbook_owner",
    "a rewrite of the table": "VACUUM FULL event",
}
"""What PostgreSQL answers with a warning only, and does not do."""
