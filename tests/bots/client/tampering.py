"""Ways to tamper with a replay, and to make its chain of hashes whole again afterwards."""

import copy
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from games.store.chain import canonical_json, event_hash

File: TypeAlias = dict[str, Any]
Tampering: TypeAlias = Callable[[File], None]


def tampered(file: File, tampering: Tampering, *, whole_chain: bool) -> File:
    """Return the file after a tampering, with all hashes computed anew if that is wished."""
    changed = copy.deepcopy(file)
    tampering(changed)
    if whole_chain:
        chain_anew(changed)
    return changed


def chain_anew(file: File, *, first: int = 1, last: int = 10_000) -> None:
    """Number all events and compute the hashes of those from `first` to `last`."""
    head = b""
    for version, event in enumerate(file["events"], start=1):
        event["version"] = version
        if first <= version <= last:
            event["hash"] = event_hash(
                prev_hash=head,
                game=UUID(file["id"]),
                version=version,
                type_name=event["type"],
                schema_version=event["schema_version"],
                seat=event["seat"],
                cause=event["cause"],
                at=datetime.fromisoformat(event["at"]),
                payload=event["payload"],
                salt=bytes.fromhex(event["salt"]),
            ).hex()
        head = bytes.fromhex(event["hash"])


def found(file: File, kind: str, nth: int = 0) -> File:
    """Return the nth event of a type."""
    event: File = [one for one in file["events"] if one["type"] == kind][nth]
    return event


def stored(event: File) -> File:
    content: File = json.loads(event["payload"])
    return content


def store(event: File, **changes: Any) -> None:
    """Change what is stored of an event."""
    event["payload"] = canonical_json({**stored(event), **changes})


def single(file: File, cards: list[int]) -> int:
    """Return the first of the cards that has no twin."""
    return next(card for card in cards if file["pack"].count(file["pack"][card]) == 1)


def everywhere(file: File, one: int, other: int) -> None:
    """Let two cards change places in all that came of the first deal."""
    pack, swapped = file["pack"], {one: other, other: one}
    codes = {pack[card]: pack[twin] for card, twin in swapped.items()}
    deals = [event["version"] for event in file["events"] if event["type"] == "RoundDealt"]
    first, end = deals[0], [*deals, len(file["events"]) + 1][1]
    for event in file["events"][first : end - 1]:
        event["payload"] = canonical_json(_swapped(stored(event), swapped))
        event["data"] = _swapped(event["data"], codes)
    for move in [one for one in file["moves"] if one["version"] < end]:
        head, sign, tail = move["move"].partition(">")
        move["move"] = codes.get(head, head) + sign + tail


def _swapped(value: Any, places: dict[Any, Any]) -> Any:
    if isinstance(value, dict):
        kept = {
            "seat",
            "slot",
            "starter",
            "version",
            "points",
            "totals",
            "round",
            "number",
            "outcome",
        }
        return {k: v if k in kept else _swapped(v, places) for k, v in value.items()}
    if isinstance(value, list):
        return [_swapped(one, places) for one in value]
    return places.get(value, value)
