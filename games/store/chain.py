"""The hash chain, computed a second time outside the database.

The form is that of `herdbook.event_hash` in `sql/schema.sql`; the two must stay in step, and a
test compares them on every event of whole games.
"""

import hashlib
import struct
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def canonical_json(value: Any) -> str:
    """Write JSON by RFC 8785: keys sorted, no blanks, UTF-8.

    Payloads hold strings, whole numbers, booleans, null, lists and objects with ASCII keys; for
    these the rules of RFC 8785 are those of a compact encoder with sorted keys.
    """
    return msgspec.json.encode(value, order="sorted").decode()


def _field(content: bytes | None) -> bytes:
    if content is None:
        return struct.pack(">i", -1)
    return struct.pack(">i", len(content)) + content


def event_hash(
    *,
    prev_hash: bytes,
    game: UUID,
    version: int,
    type_name: str,
    schema_version: int,
    seat: int | None,
    cause: str,
    at: datetime,
    payload: str,
    salt: bytes,
) -> bytes:
    """Return the SHA-256 that chains an event to its predecessor (`b""` for the first)."""
    microseconds = (at - _EPOCH) // timedelta(microseconds=1)
    return hashlib.sha256(
        _field(prev_hash)
        + _field(game.bytes)
        + _field(struct.pack(">i", version))
        + _field(type_name.encode())
        + _field(struct.pack(">i", schema_version))
        + _field(None if seat is None else struct.pack(">i", seat))
        + _field(cause.encode())
        + _field(struct.pack(">q", microseconds))
        + _field(payload.encode())
        + _field(salt)
    ).digest()
