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
    case("a time without an end", Kind.UNREADABLE, EVENT.format("recorded_at = 'infinity'")),
    case("a deadline without an end", Kind.UNREADABLE, DECISION.format("due_at = 'infinity'")),
    case("a payload", Kind.EVENT_CHANGED, EVENT.format(OTHER_CARD), of="played"),
    case(
        "a payload with a hash that fits",
        Kind.LINK_BROKEN,
        EVENT.format(OTHER_CARD),
        of="next",
        rehash="played",
    ),
    case(
        "the chain from a payload on",
        Kind.UNREADABLE,
        EVENT.format("payload = regexp_replace(payload, '\"card\":[0-9]+', '\"card\":99')"),
        rehash="chain",
    ),
    case(
        "the chain from a payload on, while the snapshot stays",
        Kind.SNAPSHOT_DIFFERS,
        LAST.format(OTHER_CARD),
        rehash="chain",
    ),
    case("a payload's blanks", Kind.NOT_CANONICAL, EVENT.format("payload = payload || ' '")),
    case(
        "a payload's blanks and the chain",
        Kind.NOT_CANONICAL,
        EVENT.format("payload = replace(payload, ',', ', ')"),
        of="played",
        rehash="chain",
    ),
    case("a salt", Kind.EVENT_CHANGED, EVENT.format("salt = sha256(salt)"), of="played"),
    case(
        "a salt cut short and the chain",
        Kind.EVENT_CHANGED,
        EVENT.format("salt = substr(salt, 1, 8)"),
        of="played",
        rehash="chain",
    ),
    case("a hash", Kind.EVENT_CHANGED, EVENT.format("hash = sha256(hash)"), of="played"),
    case(
        "a time",
        Kind.EVENT_CHANGED,
        EVENT.format("recorded_at = recorded_at + interval '1 ms'"),
        of="played",
    ),
    case(
        "a time and the chain",
        Kind.TIME_WENT_BACK,
        EVENT.format("recorded_at = recorded_at - interval '1 hour'"),
        of="played",
        rehash="chain",
    ),
    case("a seat", Kind.EVENT_CHANGED, EVENT.format("seat = 1 - seat"), of="played"),
    case("no seat", Kind.EVENT_CHANGED, EVENT.format("seat = NULL"), of="played"),
    case(
        "a seat and the chain",
        Kind.UNREADABLE,
        EVENT.format("seat = 1 - seat"),
        of="played",
        rehash="chain",
    ),
    case("a cause", Kind.EVENT_CHANGED, EVENT.format("cause = 'moderator'"), of="played"),
    case(
        "a cause and the chain",
        Kind.COMMIT_SPLIT,
        EVENT.format("cause = 'moderator'"),
        of="next",
        rehash="chain",
    ),
    case("a type", Kind.EVENT_CHANGED, EVENT.format("type = 'CardDrawn'"), of="played"),
    case(
        "a type and the chain",
        Kind.UNREADABLE,
        EVENT.format("type = 'CardDrawn'"),
        of="played",
        rehash="chain",
    ),
    case("a schema version", Kind.EVENT_CHANGED, EVENT.format("schema_version = 2"), of="played"),
    case(
        "the command of an event",
        Kind.CLOSING_DIFFERS,
        EVENT.format("command = gen_random_uuid()"),
    ),
    case(
        "the transaction of an event",
        Kind.COMMIT_SPLIT,
        EVENT.format("transaction_id = transaction_id + 1"),
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
    case("the secret", Kind.SECRET_DIFFERS, GAME.format("secret = sha256(secret)")),
    case("the head", Kind.HEAD_DIFFERS, GAME.format("head_hash = sha256(head_hash)")),
    case("the version", Kind.HEAD_DIFFERS, GAME.format("version = version + 1")),
    case("the status", Kind.COLUMN_DIFFERS, GAME.format("status = 'aborted'")),
    case("whether it is private", Kind.COLUMN_DIFFERS, GAME.format("private = NOT private")),
    case("the version of its rules", Kind.COLUMN_DIFFERS, GAME.format("rules_version = 7")),
    case("its ruleset", Kind.COLUMN_DIFFERS, GAME.format("ruleset = 'tortoise'")),
    case("when it began", Kind.COLUMN_DIFFERS, GAME.format("created_at = now()")),
    case(
        "the snapshot",
        Kind.SNAPSHOT_DIFFERS,
        GAME.format("state = replace(state, '\"rated\":false', '\"rated\":true')"),
    ),
    case("the snapshot, emptied", Kind.SNAPSHOT_DIFFERS, GAME.format("state = ''")),
    case("the snapshot, made nonsense", Kind.SNAPSHOT_DIFFERS, GAME.format("state = '[1'")),
    case(
        "a deadline",
        Kind.DECISION_DIFFERS,
        DECISION.format("due_at = due_at + interval '1 day'"),
    ),
    case("no deadline", Kind.DECISION_DIFFERS, DECISION.format("due_at = NULL")),
    case("who answers", Kind.DECISION_DIFFERS, DECISION.format("answerer = 'person'")),
    case("what is asked", Kind.DECISION_DIFFERS, DECISION.format("kind = 'swap'")),
    case("the number of a decision", Kind.DECISION_EXTRA, DECISION.format("opened = 77")),
    case(
        "a decision, gone", Kind.DECISION_MISSING, "DELETE FROM decision WHERE game_id = %(game)s"
    ),
    case("a decision too many", Kind.DECISION_EXTRA, NEW_DECISION),
    case(
        "a command, gone",
        Kind.CLOSING_MISSING,
        "DELETE FROM command WHERE game_id = %(game)s AND opened = %(opened)s",
    ),
    case("how a decision was closed", Kind.CLOSING_DIFFERS, CLOSING.format("how = 'expiry'")),
    case(
        "what a command wrote",
        Kind.CLOSING_DIFFERS,
        CLOSING.format("last_version = last_version + 1"),
    ),
    case("what a command asked", Kind.CLOSING_DIFFERS, CLOSING.format("fingerprint = ''")),
    case("the decision of a command", Kind.CLOSING_EXTRA, CLOSING.format("opened = 98")),
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
    case(
        "the outcome",
        Kind.SNAPSHOT_DIFFERS,
        GAME.format("state = replace(state, '\"winners\":[1]', '\"winners\":[0]')"),
    ),
    case(
        "the outcome in the log",
        Kind.EVENT_CHANGED,
        LAST.format("payload = replace(payload, '\"winners\":[1]', '\"winners\":[0]')"),
        of="last",
    ),
    case("when it ended", Kind.COLUMN_DIFFERS, GAME.format("finished_at = NULL")),
    case("the status back", Kind.COLUMN_DIFFERS, GAME.format("status = 'running'")),
    case(
        "an event after the end, and the chain",
        Kind.AFTER_THE_END,
        COPY_EVENT.format("%(last)s + 1", "gen_random_uuid()", "%(played)s"),
        GAME.format("version = version + 1"),
        rehash="chain",
    ),
]
