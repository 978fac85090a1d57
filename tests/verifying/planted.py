"""What somebody with all rights could do to stored games, and what is found of it."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.verifying.findings import Kind

EVENT = "UPDATE event SET {} WHERE game_id = %(game)s AND version = %(played)s"
LAST = "UPDATE event SET {} WHERE game_id = %(game)s AND version = %(last)s"
GAME = "UPDATE game SET {} WHERE id = %(game)s"
DECISION = "UPDATE decision SET {} WHERE game_id = %(game)s"
OTHER_CARD = (
    "payload = regexp_replace(payload, '\"card\":[0-9]+',"
    " CASE WHEN payload ~ '\"card\":1\\y' THEN '\"card\":2' ELSE '\"card\":1' END)"
)
CLOSING = "UPDATE command SET {} WHERE game_id = %(game)s AND opened = %(opened)s"
NEW_DECISION = (
    "INSERT INTO decision (game_id, seat, opened, kind, answerer, opened_at, due_at, attempts,"
    " refusals) SELECT game_id, 1 - seat, 99, kind, 'person', opened_at, due_at, 0, 0"
    " FROM decision WHERE game_id = %(game)s"
)
MOVE_UP = (
    "UPDATE event SET version = version + 1000 WHERE game_id = %(game)s AND version >= %(played)s",
    "UPDATE event SET version = version - 999 WHERE game_id = %(game)s AND version > 1000",
)
COPY_EVENT = (
    "INSERT INTO event (game_id, version, command, type, schema_version, seat, cause, payload,"
    " salt, prev_hash, hash, recorded_at, transaction_id)"
    " SELECT game_id, {}, {}, type, schema_version, seat, cause, payload,"
    " salt, prev_hash, hash, recorded_at, transaction_id"
    " FROM event WHERE game_id = %(game)s AND version = {}"
)


@dataclass(frozen=True)
class Tampering:
    """Statements, then perhaps new hashes, and what must be found (kind, and of which event)."""

    name: str
    kind: Kind
    statements: tuple[str, ...]
    of: str | None = None
    rehash: str | None = None
    """`chain`, or the event whose own hash is made to fit."""


def case(name: str, kind: Kind, *statements: str, **fields: Any) -> Any:
    return pytest.param(Tampering(name, kind, statements, **fields), id=name)


def played(
    name: str, changed: str, kind: Kind = Kind.EVENT_CHANGED, *, of: str | None = "played"
) -> Any:
    """Return a change of one event, by default found by its own hash."""
    return case(name, kind, EVENT.format(changed), of=of)


def chained(name: str, changed: str, kind: Kind, *, of: str | None = None) -> Any:
    """Return a change of one event that all hashes from there on are made to fit."""
    return case(name, kind, EVENT.format(changed), of=of, rehash="chain")


def of_game(name: str, changed: str, kind: Kind) -> Any:
    return case(name, kind, GAME.format(changed))


def of_decision(name: str, changed: str, kind: Kind) -> Any:
    return case(name, kind, DECISION.format(changed))


def of_command(name: str, changed: str, kind: Kind = Kind.CLOSING_DIFFERS) -> Any:
    return case(name, kind, CLOSING.format(changed))


IN_PLAY = [
    case(
        "a commit moved back in the feed",
        Kind.FEED_DIFFERS,
        "UPDATE event SET transaction_id = 1 WHERE game_id = %(game)s"
        " AND version IN (%(played)s, %(next)s)",
        of="played",
    ),
    case(
        "the last commit moved out of the feed's reach",
        Kind.FEED_DIFFERS,
        "UPDATE event SET transaction_id = transaction_id + 1000000 WHERE game_id = %(game)s"
        " AND version IN (%(last)s, %(last)s - 1)",
        of="last",
    ),
    case(
        "an event hidden below all versions",
        Kind.EVENT_MISSING,
        COPY_EVENT.format("-2147483648", "command", "1"),
    ),
    played("a time without an end", "recorded_at = 'infinity'", Kind.UNREADABLE, of=None),
    of_decision("a deadline without an end", "due_at = 'infinity'", Kind.UNREADABLE),
    played("a payload", OTHER_CARD),
    case(
        "a payload with a hash that fits",
        Kind.LINK_BROKEN,
        EVENT.format(OTHER_CARD),
        of="next",
        rehash="played",
    ),
    chained(
        "the chain from a payload on",
        "payload = regexp_replace(payload, '\"card\":[0-9]+', '\"card\":99')",
        Kind.UNREADABLE,
    ),
    case(
        "the chain from a payload on, while the snapshot stays",
        Kind.SNAPSHOT_DIFFERS,
        LAST.format(OTHER_CARD),
        rehash="chain",
    ),
    played("a payload's blanks", "payload = payload || ' '", Kind.NOT_CANONICAL, of=None),
    chained(
        "a payload's blanks and the chain",
        "payload = replace(payload, ',', ', ')",
        Kind.NOT_CANONICAL,
        of="played",
    ),
    played("a salt", "salt = sha256(salt)"),
    chained(
        "a salt cut short and the chain",
        "salt = substr(salt, 1, 8)",
        Kind.EVENT_CHANGED,
        of="played",
    ),
    played("a hash", "hash = sha256(hash)"),
    played("a time", "recorded_at = recorded_at + interval '1 ms'"),
    chained(
        "a time and the chain",
        "recorded_at = recorded_at - interval '1 hour'",
        Kind.TIME_WENT_BACK,
        of="played",
    ),
    played("a seat", "seat = 1 - seat"),
    played("no seat", "seat = NULL"),
    chained("a seat and the chain", "seat = 1 - seat", Kind.UNREADABLE, of="played"),
    played("a cause", "cause = 'moderator'"),
    chained("a cause and the chain", "cause = 'moderator'", Kind.COMMIT_SPLIT, of="next"),
    played("a type", "type = 'CardDrawn'"),
    chained("a type and the chain", "type = 'CardDrawn'", Kind.UNREADABLE, of="played"),
    played("a schema version", "schema_version = 2"),
    played("the command of an event", "command = gen_random_uuid()", Kind.CLOSING_DIFFERS, of=None),
    played(
        "the transaction of an event",
        "transaction_id = transaction_id + 1",
        Kind.COMMIT_SPLIT,
        of="next",
    ),
    case(
        "the order of two events",
        Kind.LINK_BROKEN,
        EVENT.format("version = 1000"),
        "UPDATE event SET version = version - 1"
        " WHERE game_id = %(game)s AND version = %(played)s + 1",
        "UPDATE event SET version = %(played)s + 1 WHERE game_id = %(game)s AND version = 1000",
        of="played",
    ),
    case(
        "the last event, cut off",
        Kind.HEAD_DIFFERS,
        "DELETE FROM event WHERE game_id = %(game)s AND version = %(last)s",
    ),
    case(
        "the last event, cut off, with version and head",
        Kind.SNAPSHOT_DIFFERS,
        "DELETE FROM event WHERE game_id = %(game)s AND version = %(last)s",
        GAME.format("version = version - 1"),
        rehash="chain",
    ),
    case(
        "an event in the middle, gone",
        Kind.EVENT_MISSING,
        "DELETE FROM event WHERE game_id = %(game)s AND version = %(played)s",
        of="next",
    ),
    case(
        "an event in the middle, gone, and the rest moved up and chained",
        Kind.SNAPSHOT_DIFFERS,
        "DELETE FROM event WHERE game_id = %(game)s AND version = %(last)s - 1",
        LAST.format("version = version - 1"),
        GAME.format("version = version - 1"),
        rehash="chain",
    ),
    case(
        "the first event, gone",
        Kind.EVENT_MISSING,
        "DELETE FROM event WHERE game_id = %(game)s AND version = 1",
    ),
    case(
        "an event before the first",
        Kind.EVENT_MISSING,
        COPY_EVENT.format("-1", "command", "1"),
    ),
    case(
        "an event put in between",
        Kind.LINK_BROKEN,
        *MOVE_UP,
        COPY_EVENT.format("%(played)s", "command", "%(played)s + 1"),
    ),
    case(
        "an event put at the end",
        Kind.HEAD_DIFFERS,
        COPY_EVENT.format("%(last)s + 1", "command", "%(last)s"),
    ),
    of_game("the secret", "secret = sha256(secret)", Kind.SECRET_DIFFERS),
    of_game("the head", "head_hash = sha256(head_hash)", Kind.HEAD_DIFFERS),
    of_game("the version", "version = version + 1", Kind.HEAD_DIFFERS),
    of_game("the status", "status = 'aborted'", Kind.COLUMN_DIFFERS),
    of_game("whether it is private", "private = NOT private", Kind.COLUMN_DIFFERS),
    of_game("the version of its rules", "rules_version = 7", Kind.COLUMN_DIFFERS),
    of_game("its ruleset", "ruleset = 'tortoise'", Kind.COLUMN_DIFFERS),
    of_game("when it began", "created_at = now()", Kind.COLUMN_DIFFERS),
    of_game(
        "the snapshot",
        "state = replace(state, '\"rated\":false', '\"rated\":true')",
        Kind.SNAPSHOT_DIFFERS,
    ),
    of_game("the snapshot, emptied", "state = ''", Kind.SNAPSHOT_DIFFERS),
    of_game("the snapshot, made nonsense", "state = '[1'", Kind.SNAPSHOT_DIFFERS),
    of_decision("a deadline", "due_at = due_at + interval '1 day'", Kind.DECISION_DIFFERS),
    of_decision("no deadline", "due_at = NULL", Kind.DECISION_DIFFERS),
    of_decision("who answers", "answerer = 'person'", Kind.DECISION_DIFFERS),
    of_decision("what is asked", "kind = 'swap'", Kind.DECISION_DIFFERS),
    of_decision("the number of a decision", "opened = 77", Kind.DECISION_EXTRA),
    case(
        "a decision, gone", Kind.DECISION_MISSING, "DELETE FROM decision WHERE game_id = %(game)s"
    ),
    case("a decision too many", Kind.DECISION_EXTRA, NEW_DECISION),
    case(
        "a command, gone",
        Kind.CLOSING_MISSING,
        "DELETE FROM command WHERE game_id = %(game)s AND opened = %(opened)s",
    ),
    of_command("how a decision was closed", "how = 'expiry'"),
    of_command("what a command wrote", "last_version = last_version + 1"),
    of_command("what a command asked", "fingerprint = ''"),
    of_command("the decision of a command", "opened = 98", Kind.CLOSING_EXTRA),
    case(
        "the versions of a command with a key",
        Kind.KEY_DIFFERS,
        "UPDATE command SET first_version = 1 WHERE game_id = %(game)s AND key = 'k'",
    ),
    case(
        "the account of a command with a key",
        Kind.KEY_DIFFERS,
        "UPDATE command SET actor = NULL WHERE game_id = %(game)s AND key = 'k'",
    ),
    case(
        "who sits where",
        Kind.HOLDER_DIFFERS,
        "UPDATE holder SET seat = 1 - seat WHERE game_id = %(game)s AND seat IS NOT NULL",
    ),
    case(
        "since when somebody sits there",
        Kind.HOLDER_DIFFERS,
        "UPDATE holder SET until_version = 5 WHERE game_id = %(game)s AND seat = 1",
    ),
    case(
        "a holder, gone",
        Kind.HOLDER_MISSING,
        "DELETE FROM holder WHERE game_id = %(game)s AND seat = 0",
    ),
    case(
        "a holder too many",
        Kind.HOLDER_EXTRA,
        "INSERT INTO holder SELECT gen_random_uuid(), seat, since_version, until_version,"
        " account_id, game_id FROM holder WHERE game_id = %(game)s AND seat = 0",
    ),
]
AFTER_PLAY = [
    of_game(
        "the outcome",
        "state = replace(state, '\"winners\":[1]', '\"winners\":[0]')",
        Kind.SNAPSHOT_DIFFERS,
    ),
    case(
        "the outcome in the log",
        Kind.EVENT_CHANGED,
        LAST.format("payload = replace(payload, '\"winners\":[1]', '\"winners\":[0]')"),
        of="last",
    ),
    of_game("when it ended", "finished_at = NULL", Kind.COLUMN_DIFFERS),
    of_game("the status back", "status = 'running'", Kind.COLUMN_DIFFERS),
    case(
        "an event after the end, and the chain",
        Kind.AFTER_THE_END,
        COPY_EVENT.format("%(last)s + 1", "gen_random_uuid()", "%(played)s"),
        GAME.format("version = version + 1"),
        rehash="chain",
    ),
]
