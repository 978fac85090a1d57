"""The verifier: the cards of a game were fixed before it, and its log was not rewritten.

One file to read in one sitting, written from `docs/provable-deals.md` with nothing but the standard
library and without a line of the server. What else a replay says is looked at beside it.
"""

import hashlib
import hmac
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias
from uuid import UUID

File: TypeAlias = Mapping[str, Any]
_number = struct.Struct(">i").pack
SHUFFLES = {"RoundDealt": "deal", "PileRecycled": "recycle", "HandOffered": "offer"}
"""The events that record a shuffle, and what each was for."""
PACKS = {
    "mow": "3338b53029236c5e3c06bff53f6cb4d4ae75fddc8e5faa712e59a2423f31abd8",
    "farmyard-cries": "38ff1cec75e8aab288339b0a01595f1d7d04ade8f7ded9c0a5386a20b71fe118",
    "family-favourites": "008f43fdfdc7520d890ddf6ee1f7fea1a701b803c6d1513ca9fe8656288a4ea0",
    "tortoise": "05dbd2b550b10f16d10b74e1cd50ab7ba4b1a4da5e28a49d418495c13ecd91d6",
}
"""SHA-256 of the codes of each pack in the order of their numbers, as `json.dumps` writes them."""


class TamperedError(Exception):
    """The file is not what an honest server would have written; says what is wrong, and where."""


def prove(replay: File) -> list[str]:
    """Return in sentences what was checked; raise `TamperedError` at the first fault."""
    told = [check_chain(replay), check_secret(replay)]
    key, agreed = check_entropy(replay)
    return [*told, agreed, check_pack(replay), check_shuffles(replay, key), check_seals(replay)]


def expect(is_so: bool, otherwise: str) -> None:
    """Raise `TamperedError` unless it is so."""
    if not is_so:
        raise TamperedError(otherwise)


def stored(replay: File, *types: str) -> Iterator[tuple[int, Any]]:
    """Yield the version and the hashed content of the events of these types, or of all."""
    for event in replay["events"]:
        if not types or event["type"] in types:
            yield event["version"], json.loads(event["payload"])


def _fields(*fields: bytes | None) -> bytes:
    """Join fields, each behind its length; an absent one is the length -1."""
    return b"".join(_number(-1) if one is None else _number(len(one)) + one for one in fields)


def _sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def check_chain(replay: File) -> str:
    head, at = b"", datetime.fromtimestamp(0, UTC)
    for place, event in enumerate(replay["events"], start=1):
        version, seat, before = event["version"], event["seat"], at
        expect(version == place, f"Event {place} is missing: event {version} is in its place.")
        at = datetime.fromisoformat(event["at"])
        expect(before <= at, f"Event {version} is older than the one in front of it.")
        micros = (at - datetime.fromtimestamp(0, UTC)) // timedelta(microseconds=1)
        head = _sha256(
            _fields(head, UUID(replay["id"]).bytes, _number(version), event["type"].encode()),
            _fields(_number(event["schema_version"]), None if seat is None else _number(seat)),
            _fields(event["cause"].encode(), struct.pack(">q", micros)),
            _fields(event["payload"].encode(), bytes.fromhex(event["salt"])),
        )
        unfit = f"The hash of event {version} ({event['type']}) does not fit what it says."
        expect(head.hex() == event["hash"], unfit)
    chained = f"Events: {len(replay['events'])}. They are one chain of hashes in the order of their"
    return f"{chained} times. Its last hash is {head.hex()}."


def check_secret(replay: File) -> str:
    secret, promised = replay["proof"]["secret"], replay["proof"]["commitment"]
    fits = promised == _sha256(bytes.fromhex(secret)).hex()
    expect(fits, "The secret is not the one to which the server committed.")
    created = next(stored(replay, "GameCreated"))[1]
    expect("imported" not in created, "The game was imported: nothing of it was dealt here.")
    expect(created["commitment"] == promised, "The log has another commitment to the secret.")
    expect(replay["seats"] in range(1, 101), "No game has so many seats.")  # a draw must end
    same = all(replay[name] == created[name] for name in ("ruleset", "rules_version", "seats"))
    expect(same, "The file names another ruleset, or other seats, than its log.")
    return "The secret is the one to which the server committed when the game was made."


def check_entropy(replay: File) -> tuple[bytes, str]:
    """Return the key of all shuffles, and what was checked about it."""
    promised, revealed, closed = dict[int, str](), dict[int, bytes](), False
    for version, event in stored(replay, "SeatTaken", "SeatLeft", "EntropyRevealed"):
        seat = event["seat"]
        if event["type"] == "EntropyRevealed":
            revealed[seat], closed = bytes.fromhex(event["entropy"]), True
            fits = promised.get(seat) == _sha256(b"herdbook entropy/1", revealed[seat]).hex()
            expect(fits, f"The entropy of seat {seat} is not what it had committed to.")
        elif event["type"] == "SeatLeft":
            promised.pop(seat, None)
            revealed.pop(seat, None)
        elif "commitment" in event:
            expect(not closed, f"Seat {seat} committed when other entropy was known ({version}).")
            promised[seat] = event["commitment"]
    added = [field for seat in sorted(revealed) for field in (_number(seat), revealed[seat])]
    message = _fields(b"herdbook key/1", UUID(replay["id"]).bytes, *added)
    who = ", ".join(map(str, sorted(revealed))) or "none"
    agreed = f"Seats that added entropy of their own: {who}. All of it fits its commitments."
    return hmac.digest(bytes.fromhex(replay["proof"]["secret"]), message, "sha256"), agreed


def check_pack(replay: File) -> str:
    """Check which number stands for which card: whoever renumbers them deals what they like."""
    ruleset = replay["ruleset"]
    if ruleset not in PACKS:
        return f"This program does not know the pack of {ruleset}. Compare `pack` with the rules."
    known = _sha256(json.dumps(replay["pack"]).encode()).hex() == PACKS[ruleset]
    expect(known, f"The pack in the file is not that of {ruleset}.")
    return f"The pack is that of {ruleset}, each card with the number it has in every game."


def _draw(key: bytes, label: str, bounds: Sequence[int]) -> list[int]:
    """Draw a number below each bound from the words of one stream, evenly."""
    words, drawn, block = list[int](), list[int](), 0
    while len(drawn) < len(bounds):
        if not words:
            words += struct.unpack(">8I", hmac.digest(key, f"{label} {block}".encode(), "sha256"))
            block += 1
        word, bound = words.pop(0), bounds[len(drawn)]
        if word < 2**32 - 2**32 % bound:
            drawn.append(word % bound)
    return drawn


def _shuffled(key: bytes, purpose: str, number: int, cards: Sequence[int]) -> list[int]:
    order = sorted(cards)
    lasts = range(len(order) - 1, 0, -1)
    drawn = _draw(key, f"herdbook shuffle/1 {purpose} {number}", [last + 1 for last in lasts])
    for last, other in zip(lasts, drawn, strict=True):
        order[last], order[other] = order[other], order[last]
    return order


def order_of(event: File) -> list[int]:
    """Return the order of the shuffle that an event records, the top first."""
    if event["type"] != "RoundDealt":
        return list(event["draw_pile"] if "draw_pile" in event else event["cards"])
    hands = event["hands"]
    first = event.get("starter", event.get("dealer", 0) + ("starter" not in event))
    turned = [hands[(first + turn) % len(hands)] for turn in range(len(hands))]
    dealt = [hand[nth] for nth in range(len(turned[0])) for hand in turned if nth < len(hand)]
    piles = [event[name] for name in sorted(event.keys() - {"hands"})]
    left = [card for pile in piles if not isinstance(pile, int | str) for card in pile]
    rest = [event["top"], *left] if "top" in event else left
    buried = len(rest) - event.get("buried", 0)
    return [*dealt, *rest[buried:], *rest[:buried]]


def check_shuffles(replay: File, key: bytes) -> str:
    number = -1
    for number, (version, event) in enumerate(stored(replay, *SHUFFLES)):
        order, purpose = order_of(event), SHUFFLES[event["type"]]
        cards = range(len(replay["pack"])) if purpose == "deal" else order
        unfit = f"Shuffle {number} ({purpose}, event {version}) is not what the key gives."
        expect(order == _shuffled(key, purpose, number, cards), unfit)
    asked = next(stored(replay, "GameCreated"))[1]["options"]["first_seat"]
    for version, started in stored(replay, "GameStarted"):
        drawn = _draw(key, "herdbook first seat/1", [replay["seats"]])[0]
        fits = started["first_seat"] == (drawn if asked == "random" else asked)
        expect(fits, f"The first seat (event {version}) is not the one that was drawn.")
    return f"Shuffles: {number + 1}. Each is what the secret and the entropy give."


def check_seals(replay: File) -> str:
    secret, deals = bytes.fromhex(replay["proof"]["secret"]), 0
    seals = dict(stored(replay, "DealSealed"))
    for number, (version, event) in enumerate(stored(replay, *SHUFFLES)):
        if event["type"] == "RoundDealt":
            leaves = list[bytes]()
            for place, card in enumerate(order_of(event)):
                salt = hmac.digest(secret, f"herdbook salt/1 {number} {place}".encode(), "sha256")
                leaves.append(_sha256(b"\x00", salt, _number(card)))
            seal, deals = seals.pop(version + 1, {}), deals + 1
            fits = (seal.get("number"), seal.get("root")) == (number, _merkle(leaves).hex())
            expect(fits, f"The deal of event {version} is not the one that was sealed behind it.")
    expect(not seals, "There is a seal behind which there is no deal.")
    return f"Deals: {deals}. Each is the one that was sealed when it was made."


def _merkle(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return _sha256(b"\x01", _merkle(leaves[:half]), _merkle(leaves[half:]))
