"""What a replay tells beside its hashed texts, and whether the cards shown were there to show."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from herdbook.verifying.known_events import RESULTS
from herdbook.verifying.verifier import File, expect, stored

_UNTOLD = {"type", "seat", "creator", "holder", "by"}
"""What is kept of an event and not told in its data."""


def check_contents(replay: File) -> str:
    pack, events = replay["pack"], {one["version"]: one for one in replay["events"]}
    for version, content in stored(replay):
        event = events[version]
        same = (content["type"], content.get("seat")) == (event["type"], event["seat"])
        told = event["data"]
        for name in told.keys() & content.keys():
            same = same and _is_same(content[name], told[name], pack)
        # What is told under another name are cards, and the same ones.
        kept = [_coded(content[name], pack) for name in content.keys() - told.keys() - _UNTOLD]
        other = [told[name] for name in told.keys() - content.keys()]
        same = same and _flat(kept) == _flat([one for one in other if isinstance(one, list | dict)])
        expect(same, f"Event {version} ({event['type']}) shows what was not recorded.")
    for move in replay["moves"]:
        event = events[move["version"]]
        named = {code for code in re.split(r"[^\w.]+", move["move"]) if code in pack}
        cards = {pack[card] for _, card in _named(json.loads(event["payload"]))}
        same = all(move[name] == event[name] for name in ("seat", "cause", "at")) and named <= cards
        expect(same, f"The move {move['move']!r} is not that of event {event['version']}.")
    ends = [content["outcome"] for _, content in stored(replay) if "outcome" in content]
    changes = sum(1 for _ in stored(replay, *RESULTS))
    fits = ends[-1:] == [replay["result"]] and len(ends) == 1 + changes
    expect(fits, "The result is not that of the event that ended play, or changed it last.")
    return f"Moves: {len(replay['moves'])}. They, what was shown and the result are as recorded."


def _is_same(kept: Any, told: Any, pack: Sequence[str]) -> bool:
    """Answer whether cards are told that were kept, each hand in its own place."""
    if isinstance(kept, list) and isinstance(told, list):
        rows, others = cast("list[object]", kept), cast("list[object]", told)
        if _is_nested([*rows, *others]):
            return len(rows) == len(others) and all(
                _is_same(one, other, pack) for one, other in zip(rows, others, strict=True)
            )
    if isinstance(kept, str):
        return bool(told == kept) or _moment(kept) == _moment(told) is not None
    return bool(told == kept) or _flat(_coded(kept, pack)) == _flat(told)


def _moment(value: Any) -> datetime | None:
    """Read a time, in whole milliseconds as views have it; None if it is none."""
    try:
        read = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return read.replace(microsecond=read.microsecond // 1000 * 1000)


def _is_nested(values: Sequence[object]) -> bool:
    return any(isinstance(one, list | Mapping) for one in values)


def _coded(value: Any, pack: Sequence[str]) -> Any:
    """Write stored cards as their codes."""
    match value:
        case Mapping():
            members = cast("Mapping[str, Any]", value).items()
            return {name: one if name == "seat" else _coded(one, pack) for name, one in members}
        case list():
            return [_coded(one, pack) for one in cast("list[object]", value)]
        case _:
            return pack[value]


def _flat(value: Any) -> list[str]:
    """Return the single values in nested ones, sorted as texts: order tells nothing."""
    match value:
        case Mapping():
            inner = list(cast("Mapping[str, object]", value).values())
        case list():
            inner = cast("list[object]", value)
        case _:
            return [str(value)]
    return sorted(text for one in inner for text in _flat(one))


def _named(
    content: Any, seats: frozenset[int] = frozenset()
) -> Iterator[tuple[frozenset[int], int]]:
    """Yield the cards that an event names, each with the seats it concerns (none: all)."""
    own = {content[name] for name in ("seat", "offerer", "receiver") if name in content}
    for name, value in sorted(content.items()):
        if name in {"card", "discarded", "taken", "top", "turned_up"}:
            yield seats | own, value
        elif name == "cards":
            yield from ((seats | own, card) for card in value)
        elif name == "hands":
            yield from ((frozenset({s}), card) for s, hand in enumerate(value) for card in hand)
        elif name == "given":
            yield from (found for one in value for found in _named(one, seats | own))


def check_reveals(replay: File) -> str:
    """Check that each card is first seen where it was dealt, and that piles come from their top."""
    dealt, piles, seen = dict[int, int](), dict[int, tuple[str, int]](), 0
    for version, event in stored(replay):
        if event["type"] == "RoundDealt":
            dealt = {card: seat for seat, hand in enumerate(event["hands"]) for card in hand}
        if event["type"] == "PileRecycled":
            expect(not piles, f"Event {version} makes a new pile although there was one left.")
        if event["type"] in {"RoundDealt", "PileRecycled"}:
            piles = _piles(event)
            continue
        for seats, card in _named(event):
            seen += 1
            at_home = not seats or dealt.pop(card, min(seats, default=0)) in seats
            expect(at_home, f"Event {version} shows a card that another seat was dealt.")
            pile, above = piles.pop(card, ("", 0))
            covered = any(other == pile and place < above for other, place in piles.values())
            expect(not covered, f"Event {version} shows a card that lay deeper in its pile.")
    return f"Cards shown in play: {seen}. Each was first seen where it had been dealt."


def _piles(event: File) -> dict[int, tuple[str, int]]:
    """Return where each card of a pile lies: in which, and how many above it."""
    lists: dict[str, list[Any]] = {
        name: value for name, value in event.items() if isinstance(value, list) and name != "hands"
    }
    return {card: (name, above) for name, pile in lists.items() for above, card in enumerate(pile)}
