"""Whether what a replay and its proof list beside the log is what the log has."""

from typing import Any

from herdbook.verifying.known_events import MOVES
from herdbook.verifying.verifier import SHUFFLES, File, expect, order_of, stored


def check_entropy(replay: File) -> None:
    """Check the commitments and the entropy of the seats in the proof."""
    seats = dict[int, dict[str, Any]]()
    for _, event in stored(replay, "SeatTaken", "SeatLeft", "EntropyRevealed"):
        seat = event["seat"]
        if event["type"] == "EntropyRevealed":
            seats[seat]["entropy"] = event["entropy"]
        elif event["type"] == "SeatLeft":
            seats.pop(seat, None)
        elif "commitment" in event:
            seats[seat] = {"seat": seat, "commitment": event["commitment"], "entropy": None}
    fits = replay["proof"]["entropy"] == [seats[seat] for seat in sorted(seats)]
    expect(fits, "The entropy in the proof is not that of the log.")


def check_shuffles(replay: File) -> None:
    """Check the orders of the shuffles, and the seals of those that were deals."""
    told = [
        {
            "version": version,
            "purpose": SHUFFLES[event["type"]],
            "order": [replay["pack"][card] for card in order_of(event)],
        }
        for version, event in stored(replay, *SHUFFLES)
    ]
    expect(told == replay["shuffles"], "The list of shuffles is not that of the events.")
    seals = [
        {"version": version, "number": seal["number"], "root": seal["root"]}
        for version, seal in stored(replay, "DealSealed")
    ]
    fits = replay["proof"]["deals"] == seals
    expect(fits, "The seals in the proof are not those of the log.")


def check_moves(replay: File) -> None:
    """Check that the list of moves names each event that records one, once, and what was undone."""
    moves = MOVES.get(replay["ruleset"])
    told = [move["version"] for move in replay["moves"]]
    made = [version for version, _ in stored(replay, *moves)] if moves else sorted(set(told))
    expect(told == made, "The list of moves is not that of the events.")
    undone = {
        version
        for end, event in stored(replay, "MoveUndone")
        for version in range(event["to_version"] + 1, end)
    }
    fits = all(move.get("undone", False) == (move["version"] in undone) for move in replay["moves"])
    expect(fits, "The moves that were undone are not those of the events.")


def check_options(replay: File) -> None:
    """Check that the file names the options of its log, and its proof the game."""
    options = next(stored(replay, "GameCreated"))[1]["options"]
    for _, started in stored(replay, "GameStarted"):
        options = {**options, "first_seat": started["first_seat"]}
    expect(replay["options"] == options, "The options are not those of the log.")
    proof = replay["proof"]
    same = all(proof[name] == replay[name] for name in ("id", "ruleset", "rules_version", "seats"))
    formats = (replay["format"], proof["format"])
    expect(same, "The proof is that of another game.")
    known = formats == ("herdbook-replay/1", "herdbook-proof/1")
    expect(known, f"This program does not know the format of the file, {' and '.join(formats)}.")


def check_holders(replay: File) -> None:
    """Check who held which seat from when to when, but for the names, which no event tells."""
    held = list[dict[str, Any]]()
    for version, event in stored(replay, "SeatTaken", "SeatLeft", "SeatReplaced"):
        seat = event["seat"]
        if event["type"] == "SeatLeft":
            held = [one for one in held if one["seat"] != seat]
            continue
        for one in held:
            if one["seat"] == seat and one["until"] is None:
                one["until"] = version
        held.append({"seat": seat, "kind": event["kind"], "since": version, "until": None})
    told = [{name: one[name] for name in one if name != "name"} for one in replay["holders"]]
    expect(told == held, "The holders of the seats are not those of the log.")
