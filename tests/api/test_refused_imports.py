"""POST /imports: what tells no game that the rules know is refused, and leaves nothing."""

import copy
from typing import Any

import pytest

from games.services import importing
from tests.api.test_post_imports import Replay, file  # the fixture `file` too
from tests.cast import Player, problem
from tests.tables import played_out

__all__ = ["file"]


def last(file: Replay, type_name: str) -> Replay:
    found: Replay = [event for event in file["events"] if event["type"] == type_name][-1]
    return found


def _move(file: Replay, place: int, **changes: Any) -> None:
    file["moves"][place].update(changes)


def _insert(file: Replay, version: float, type_name: str, seat: int | None, **data: Any) -> None:
    """Put an event between two others: all behind it move on by one."""
    for row in (*file["moves"], *file["events"]):
        row["version"] += row["version"] > version
    row = {"version": int(version) + 1, "type": type_name, "seat": seat, "data": data}
    file["events"].append(row)


BAD = {
    "ruleset": (lambda f: f.update(ruleset="chess"), "/ruleset"),
    "version of rules": (lambda f: f.update(rules_version=99), "/rules_version"),
    "too many seats": (lambda f: f.update(seats=9), "/seats"),
    "one seat": (lambda f: f.update(seats=1), "/seats"),
    "options": (lambda f: f["options"].update(limit=0), "/options/limit"),
    "other option": (lambda f: f["options"].update(colour="red"), "/options/colour"),
    "first seat": (lambda f: f["options"].update(first_seat=1), "/events/3"),
    "result": (lambda f: f["result"].update(winners=[0, 1], losers=[]), "/result"),
    "reason": (lambda f: f["result"].update(reason="aborted"), "/result"),
    "result of another form": (lambda f: f["result"].update(scores="high"), "/result/scores"),
    "position": (lambda f: f.update(position_hash="0" * 64), "/position_hash"),
    "no shuffle": (lambda f: f["shuffles"].clear(), "/shuffles/0"),
    "shuffle too many": (lambda f: f["shuffles"].append(f["shuffles"][0]), None),
    "shuffle of other cards": (lambda f: f["shuffles"][0]["order"].pop(), "/shuffles/0"),
    "shuffle of no card": (lambda f: f["shuffles"][0]["order"].insert(0, "no"), "/shuffles/0"),
    "other order": (lambda f: f["shuffles"][0]["order"].reverse(), None),
    "purpose": (lambda f: f["shuffles"][0].update(purpose="offer"), "/shuffles/0"),
    "no moves": (lambda f: f["moves"].clear(), None),
    "illegal move": (lambda f: _move(f, 0, move="B3>L"), "/moves/0/move"),
    "no move": (lambda f: _move(f, 0, move="checkmate"), "/moves/0/move"),
    "long move": (lambda f: _move(f, 0, move="7" * 65), "/moves/0/move"),
    "wrong seat": (lambda f: _move(f, 0, seat=1 - f["moves"][0]["seat"]), "/moves/0/move"),
    "no seat": (lambda f: _move(f, 0, seat=7), "/moves/0/seat"),
    "seat below 0": (lambda f: _move(f, 0, seat=-1), "/moves/0/seat"),
    "seat of another type": (lambda f: _move(f, 0, seat="0"), "/moves/0/seat"),
    "unknown field": (lambda f: _move(f, 0, colour="red"), "/moves/0"),
    "move before the start": (lambda f: _move(f, 0, version=1), None),
    "one version twice": (lambda f: _move(f, 1, version=f["moves"][0]["version"]), None),
    "move after the end": (
        lambda f: f["moves"].append({"version": 9999, "seat": 0, "move": "take"}),
        None,
    ),
    "no start": (lambda f: f["events"].remove(last(f, "GameStarted")), None),
    "no seat taken": (lambda f: f["events"].remove(last(f, "SeatTaken")), None),
    "no such event": (lambda f: last(f, "GameStarted").update(type="GameWon"), "/events/3/type"),
    "other data": (lambda f: last(f, "GameStarted")["data"].update(x=1), "/events/3/data"),
    "holder": (
        lambda f: last(f, "SeatTaken")["data"].update(holder="alice"),
        "/events/2/data",
    ),
    "kind of seat": (lambda f: last(f, "SeatTaken")["data"].update(kind="open"), "/events/2"),
    "strategy": (
        lambda f: last(f, "SeatTaken")["data"].update(kind="house", strategy="<b>"),
        "/events/2",
    ),
    "time control": (
        lambda f: f["events"][0]["data"]["time_control"].update(seconds=0),
        "/events/0/data/time_control/seconds",
    ),
    "no time control": (
        lambda f: f["events"][0]["data"].update(time_control=[]),
        "/events/0/data/time_control",
    ),
    "aborted in between": (
        lambda f: _insert(f, 6, "GameAborted", None, outcome=f["result"]),
        None,
    ),
    "expiry of nothing": (
        lambda f: _insert(f, 6, "DecisionExpired", 0, kind="swap", reason="deadline"),
        None,
    ),
    "returned from nowhere": (lambda f: _insert(f, 6, "SeatReturned", 0), None),
    "resigned and went on": (lambda f: _insert(f, 6, "SeatResigned", 0), None),
    "taken in play": (lambda f: _insert(f, 6, "SeatTaken", 0, kind="bot"), None),
    "ended before": (lambda f: _insert(f, 6, "GameFinished", None, outcome=f["result"]), None),
    "expired in play": (lambda f: _insert(f, 6, "GameExpired", None, outcome=f["result"]), None),
    "started twice": (lambda f: _insert(f, 6, "GameStarted", None, first_seat=0), None),
    "stand-in of any name": (
        lambda f: _insert(f, 6, "SeatAway", 0, strategy="<b>" * 1000),
        None,
    ),
    "resigned to any name": (lambda f: _insert(f, 6, "SeatResigned", 0, strategy="A B"), None),
    "end of one seat": (lambda f: last(f, "GameFinished").update(seat=0), None),
    "end of a seat beyond all": (lambda f: last(f, "GameFinished").update(seat=2**31 - 1), None),
    "event of no seat": (lambda f: _insert(f, 6, "SeatAway", None), None),
    "too many moves": (
        lambda f: f.update(
            moves=[{"version": 1, "seat": 0, "move": "7"}] * (importing.MAX_MOVES + 1), events=[]
        ),
        "/moves",
    ),
}


def test_a_file_that_tells_no_game_is_refused_with_the_place(alice, file, subtests):
    games = _known(alice)
    for name, (change, pointer) in BAD.items():
        with subtests.test(name):
            bad = copy.deepcopy(file)
            change(bad)
            answer = problem(alice.post("/imports", bad, Idempotency_Key="k"), 422, "bad_replay")
            [error] = answer["errors"]
            assert error["detail"]
            if pointer is not None:
                assert error["pointer"] == pointer
    assert _known(alice) == games
    assert alice.post("/imports", file, Idempotency_Key="k").status_code == 201


def _known(player: Player) -> set[str]:
    return {one["id"] for one in player.get("/games?mine=true&limit=100").json()["items"]}


def test_a_game_is_broken_off_by_no_seat(alice, file):
    """Stored as it stood in the file, the seat had no room in its column: it was a 500."""
    cut = last(file, "GameStarted")["version"]
    for name in ("events", "moves"):
        file[name] = [row for row in file[name] if row["version"] < cut]
    result = {"winners": [], "losers": [], "scores": [0, 0], "reason": "aborted"}
    row = {"version": cut, "type": "GameAborted", "data": {"outcome": result}}
    file.update(shuffles=[], result=result, position_hash=None)
    file["events"].append({**row, "seat": 2**31 - 1})
    problem(alice.post("/imports", file), 422, "bad_replay")
    file["events"][-1] = row
    assert alice.post("/imports", file).status_code == 201


def test_what_one_seat_was_shown_is_no_game(alice, bob):
    game = played_out(alice, bob)
    seen = alice.get(f"/games/{game}/replay?seat=0").json()
    problem(alice.post("/imports", seen), 422, "bad_replay")


@pytest.mark.parametrize("name", ["format", "ruleset", "moves", "events", "shuffles", "result"])
def test_a_part_that_is_not_there_is_named(alice, file, name):
    del file[name]
    answer = problem(alice.post("/imports", file), 422, "invalid_request")
    assert answer["errors"][0]["pointer"] == f"/{name}"


def test_another_format_is_refused(alice, file):
    file["format"] = "herdbook-replay/2"
    problem(alice.post("/imports", file), 422, "invalid_request")


def test_an_unknown_part_is_refused(alice, file):
    problem(alice.post("/imports", {**file, "x" * 100_000: 1}), 400, "unknown_field")
