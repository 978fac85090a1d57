"""The protocol of `docs/provable-deals.md`: the chain, the promises, the shuffles, the seals."""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from herdbook.verifying.file import SHUFFLES, File, expect, stored

_MOST_SEATS = 100
"""More than any game has; what is drawn below a number beyond all words would never end."""


def _number(number: int) -> bytes:
    return struct.pack(">i", number)


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
        place_of = (head, UUID(replay["id"]).bytes, _number(version), event["type"].encode())
        head = _sha256(
            _fields(*place_of, _number(event["schema_version"])),
            _fields(None if seat is None else _number(seat), event["cause"].encode()),
            _fields(struct.pack(">q", micros), event["payload"].encode()),
            _fields(bytes.fromhex(event["salt"])),
        )
        unfit = f"The hash of event {version} ({event['type']}) does not fit what it says."
        expect(head.hex() == event["hash"], unfit)
    return (
        f"The {len(replay['events'])} events are one chain of hashes without a hole, in the order "
        f"of their times. Its last hash is {head.hex()}."
    )


def check_secret(replay: File) -> str:
    secret, promised = replay["proof"]["secret"], replay["proof"]["commitment"]
    fits = promised == _sha256(bytes.fromhex(secret)).hex()
    expect(fits, "The secret is not the one to which the server committed.")
    created = next(stored(replay, "GameCreated"))[1]
    expect("imported" not in created, "The game was imported: nothing of it was dealt here.")
    expect(created["commitment"] == promised, "The log has another commitment to the secret.")
    expect(0 < replay["seats"] <= _MOST_SEATS, "No game has so many seats.")
    same = all(replay[name] == created[name] for name in ("ruleset", "rules_version", "seats"))
    expect(same, "The file names another ruleset, or other seats, than its log.")
    return "The secret is the one to which the server committed when the game was made."


def check_entropy(replay: File) -> tuple[bytes, str]:
    """Return the key of all shuffles, and what was checked about it."""
    promised, revealed, closed = dict[int, str](), dict[int, str](), False
    for version, event in stored(replay, "SeatTaken", "SeatLeft", "EntropyRevealed"):
        seat = event["seat"]
        if event["type"] == "EntropyRevealed":
            fits = _sha256(b"herdbook entropy/1", bytes.fromhex(event["entropy"])).hex()
            wrong = f"The entropy of seat {seat} is not what it had committed to."
            expect(promised.get(seat) == fits, wrong)
            revealed[seat], closed = event["entropy"], True
        elif event["type"] == "SeatLeft":
            promised.pop(seat, None)
            revealed.pop(seat, None)
        elif "commitment" in event:
            expect(not closed, f"Seat {seat} committed when other entropy was known ({version}).")
            promised[seat] = event["commitment"]
    listed = [
        {"seat": seat, "commitment": promised[seat], "entropy": revealed.get(seat)}
        for seat in sorted(promised)
    ]
    expect(replay["proof"]["entropy"] == listed, "The entropy in the proof is not that of the log.")
    added = [
        field
        for seat in sorted(revealed)
        for field in (_number(seat), bytes.fromhex(revealed[seat]))
    ]
    message = _fields(b"herdbook key/1", UUID(replay["id"]).bytes, *added)
    who = ", ".join(map(str, sorted(revealed))) or "none"
    agreed = f"Seats that added entropy of their own: {who}. All of it fits its commitments."
    return hmac.digest(bytes.fromhex(replay["proof"]["secret"]), message, "sha256"), agreed


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


def _order(event: File) -> list[int]:
    """Return the order of the shuffle that an event records, the top first."""
    if event["type"] != "RoundDealt":
        return list(event["draw_pile"] if "draw_pile" in event else event["cards"])
    hands, names = event["hands"], sorted(event)
    first = event.get("starter", event.get("dealer", 0) + ("starter" not in event))
    turned = [hands[(first + turn) % len(hands)] for turn in range(len(hands))]
    dealt = [hand[nth] for nth in range(len(turned[0])) for hand in turned if nth < len(hand)]
    piles = [event[name] for name in names if isinstance(event[name], list) and name != "hands"]
    rest = [*([event["top"]] if "top" in event else []), *(card for pile in piles for card in pile)]
    buried = len(rest) - event.get("buried", 0)
    return [*dealt, *rest[buried:], *rest[:buried]]


def check_shuffles(replay: File, key: bytes) -> str:
    pack, told = replay["pack"], list[File]()
    for number, (version, event) in enumerate(stored(replay, *SHUFFLES)):
        order, purpose = _order(event), SHUFFLES[event["type"]]
        cards = range(len(pack)) if purpose == "deal" else order
        unfit = f"Shuffle {number} ({purpose}, event {version}) is not what the key gives."
        expect(order == _shuffled(key, purpose, number, cards), unfit)
        codes = [pack[card] for card in order]
        told.append({"version": version, "purpose": purpose, "order": codes})
    expect(told == replay["shuffles"], "The list of shuffles is not that of the events.")
    asked = next(stored(replay, "GameCreated"))[1]["options"]["first_seat"]
    for version, started in stored(replay, "GameStarted"):
        first = _draw(key, "herdbook first seat/1", [replay["seats"]])[0]
        fits = started["first_seat"] == (first if asked == "random" else asked)
        expect(fits, f"The first seat (event {version}) is not the one that was drawn.")
    return f"Shuffles: {len(told)}. Each is what the secret and the entropy give."


def check_seals(replay: File) -> str:
    secret, seals = bytes.fromhex(replay["proof"]["secret"]), list[File]()
    shuffles = list(stored(replay, *SHUFFLES))
    by_version = dict(stored(replay, "DealSealed"))
    for number, (version, event) in enumerate(shuffles):
        if event["type"] == "RoundDealt":
            leaves = list[bytes]()
            for place, card in enumerate(_order(event)):
                label = f"herdbook salt/1 {number} {place}".encode()
                salt = hmac.digest(secret, label, "sha256")
                leaves.append(_sha256(b"\x00", salt, _number(card)))
            root = _merkle(leaves).hex()
            seal = by_version.pop(version + 1, {})
            fits = (seal.get("number"), seal.get("root")) == (number, root)
            expect(fits, f"The deal of event {version} is not the one that was sealed behind it.")
            seals.append({"version": version + 1, "number": number, "root": root})
    fits = not by_version and replay["proof"]["deals"] == seals
    expect(fits, "The seals in the proof are not those of the log.")
    return f"Deals: {len(seals)}. Each is the one that was sealed when it was made."


def _merkle(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return _sha256(b"\x01", _merkle(leaves[:half]), _merkle(leaves[half:]))
