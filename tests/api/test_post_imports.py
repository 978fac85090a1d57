"""POST /imports: a replay file is played again, and only what its moves lead to is believed."""

import copy
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from games.services import deadlines, importing
from games.verifying.regression import Result, replay_game
from games.verifying.verify import verify_game
from tests.accounts.people import open_person
from tests.cast import Caller, Player, problem
from tests.tables import given_up, played_out, seated, turns

Replay = dict[str, Any]
RULES = Path(__file__).parents[1] / "rules"
RECORDED = sorted(RULES.glob("*/games/*.json"), key=lambda path: path.stat().st_size)


def file_of(game: str, viewer: Caller) -> Replay:
    """Return the replay of a game that is over."""
    response = viewer.get(f"/games/{game}/replay")
    assert response.status_code == 200, response.content
    file: Replay = response.json()
    return file


def imported(by: Player, file: Replay) -> Replay:
    """Import a file; return the replay of the game it became, which must be the same game."""
    response = by.post("/imports", file)
    assert response.status_code == 201, response.content
    view = response.json()
    again = file_of(view["id"], by)
    for name in ("ruleset", "rules_version", "seats", "options", "result", "position_hash"):
        assert again[name] == file[name], name
    assert again["result"] == view["outcome"]
    assert _told(again["moves"], "seat", "move") == _told(file["moves"], "seat", "move")
    assert _told(again["shuffles"], "purpose", "order") == _told(
        file["shuffles"], "purpose", "order"
    )
    assert verify_game(UUID(view["id"])).findings == []
    replayed = replay_game(UUID(view["id"]))
    assert replayed is not None
    assert (replayed.findings, replayed.result) == ([], Result.SAME)
    return again


def _told(rows: list[Replay], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in rows]


def recorded(path: Path) -> Replay:
    """Return a recorded game as a server would have given it."""
    file: Replay = json.loads(path.read_text())
    del file["checks"]
    return file


@pytest.fixture
def file() -> Replay:
    return recorded(RULES / "mow" / "games" / "2-seats-limit-40-normal-1.json")


def test_the_view_of_an_imported_game(alice, bob):
    file = file_of(played_out(alice, bob), alice)
    response = alice.post("/imports", file)
    assert response.status_code == 201
    view = response.json()
    assert (view["imported"], view["private"], view["rated"]) == (True, True, False)
    assert (view["status"], view["you"], view["decision"]) == ("finished", None, None)
    assert view["outcome"] == file["result"]
    assert view["rematch"] is view["rematch_of"] is None
    assert view["id"] != file["id"]
    assert [seat["name"] for seat in view["seats"]] == ["imported-0", "imported-1"]
    assert not {alice.name, bob.name} & set(json.dumps(view))
    assert alice.view(view["id"])["outcome"] == file["result"]
    assert not alice.view(file["id"])["imported"]


def test_only_who_imported_a_game_knows_of_it(alice, bob, file):
    game = alice.post("/imports", file).json()["id"]
    for path in ("", "/events", "/replay", "/proof"):
        problem(bob.get(f"/games/{game}{path}"), 404, "not_found")
        problem(Caller().get(f"/games/{game}{path}"), 404, "not_found")
        assert alice.get(f"/games/{game}{path}").status_code == 200
    assert game in [one["id"] for one in alice.get("/games?mine=true").json()["items"]]
    for listed in (f"/players/{alice.name}/games", f"/games?player={bob.name}"):
        assert game not in [one["id"] for one in alice.get(listed).json()["items"]]


def test_what_only_accounts_hold_is_in_no_imported_game(alice, file):
    again = imported(alice, file)
    assert again["names"] == ["house-normal", "house-normal"]
    assert {event["cause"] for event in again["events"]} == {"system"}
    assert again["events"][0]["data"]["imported"] is True


def test_nothing_can_be_done_with_an_imported_game(alice, file):
    game = alice.post("/imports", file).json()["id"]
    problem(alice.post(f"/games/{game}/rematch"), 403, "not_seated")
    problem(alice.post(f"/games/{game}/resign"), 403, "not_seated")
    problem(alice.post(f"/games/{game}/seats"), 409, "game_over")


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_recorded_games_of_every_ruleset_are_imported(alice, path):
    imported(alice, recorded(path))


# --- however a game came to its end ---


def resigned(alice: Player, bob: Player, carol: Player) -> str:
    """Two of three give up, one after the other."""
    game = seated(alice, bob, carol)
    for _ in turns(game, alice, bob, carol, at_most=4):
        pass
    assert bob.post(f"/games/{game}/resign").status_code == 200
    assert carol.post(f"/games/{game}/resign").status_code == 200
    return game


def given_up_against_the_house(alice: Player, *_: Player) -> str:
    game: str = alice.create("me", "random", "normal")["id"]
    assert alice.post(f"/games/{game}/resign").status_code == 200
    return game


def broken_off(alice: Player, bob: Player, *_: Player) -> str:
    game = seated(alice, bob)
    alice.move(game)
    for player in (bob, alice):
        assert player.post(f"/games/{game}/abort").status_code == 200
    return game


def called_off(alice: Player, bob: Player, *_: Player) -> str:
    """Never begun, after somebody had come and gone."""
    game: str = alice.create("me", "open", "open", options={"first_seat": "random"})["id"]
    bob.join(game)
    bob.delete(f"/games/{game}/seats/me")
    assert alice.post(f"/games/{game}/abort").status_code == 200
    return game


def declined(alice: Player, *_: Player) -> str:
    dora = open_person()
    invited = {"kind": "invite", "account": dora.name}
    game: str = alice.create("me", invited)["id"]
    Caller(token=dora.token).post(f"/games/{game}/invitation", {"accept": False})
    assert alice.post(f"/games/{game}/abort").status_code == 200
    return game


def by_invitation(alice: Player, *_: Player) -> str:
    dora = open_person()
    invited = {"kind": "invite", "account": dora.name}
    game: str = alice.create("me", invited)["id"]
    accepted = Caller(token=dora.token).post(f"/games/{game}/invitation", {"accept": True})
    assert accepted.status_code == 200
    assert alice.post(f"/games/{game}/resign").status_code == 200
    return game


def erased(alice: Player, bob: Player, *_: Player) -> str:
    """The account of one of three comes to its end, so the next to resign ends the game."""
    dora = open_person()
    game: str = alice.create("me", "open", "random")["id"]
    Caller(token=dora.token).post(f"/games/{game}/seats")
    assert Caller(token=dora.token).delete("/me").status_code == 204
    assert alice.post(f"/games/{game}/resign").status_code == 200
    return game


@pytest.mark.parametrize(
    "play",
    [
        resigned,
        given_up_against_the_house,
        broken_off,
        called_off,
        declined,
        by_invitation,
        erased,
    ],
)
def test_however_people_ended_a_game_it_is_imported(alice, bob, player, play):
    game = play(alice, bob, player())
    again = imported(alice, file_of(game, alice))
    assert again["result"]["reason"] in {"resignation", "aborted"}


@pytest.mark.parametrize("policy", ["forfeit", "default-move", "house-bot"])
def test_whatever_the_clock_did_it_is_imported(alice, bob, player, clock, policy):
    carol = player()
    control = {"kind": "per_move", "seconds": 60, "on_expiry": policy}
    game = seated(alice, bob, carol, time_control=control)
    for _ in range(2):
        alice_owes = alice.view(game)["decision"]
        if alice_owes is not None:
            alice.move(game)
        clock.advance(61)
        deadlines.expire_game(UUID(game))
    if policy == "house-bot":
        away = next(s["seat"] for s in alice.view(game)["seats"] if s["state"] == "away")
        (alice, bob, carol)[away].post(f"/games/{game}/seats/me/return")
    for one in (alice, bob, carol):
        one.post(f"/games/{game}/resign")
    again = imported(alice, file_of(game, alice))
    assert "DecisionExpired" in [event["type"] for event in again["events"]]


def test_a_game_that_nobody_began_is_imported(alice, clock, settings):
    game = alice.create("me", "open")["id"]
    clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() + 1)
    assert deadlines.expire_open_game(UUID(game)) == 1
    assert imported(alice, file_of(game, alice))["result"]["reason"] == "expiry"


def test_an_imported_game_can_be_imported_again(alice, bob, file):
    again = imported(alice, file)
    imported(bob, again)


def test_what_only_a_server_needs_may_be_left_out(alice, file):
    for row in file["events"]:
        for name in ("payload", "salt", "hash", "at", "cause", "schema_version"):
            row.pop(name, None)
    for row in file["moves"]:
        del row["cause"], row["at"]
    for name in ("id", "names", "position_hash"):
        del file[name]
    assert alice.post("/imports", file).status_code == 201


def test_the_names_in_a_file_are_not_believed(alice, bob, file):
    file["names"] = ["admin", bob.name]
    view = alice.post("/imports", file).json()
    assert bob.name not in json.dumps(view)
    assert bob.name not in json.dumps(file_of(view["id"], alice))


# --- files that tell no game ---


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


def test_the_same_key_is_the_same_game(alice, bob, file):
    first = alice.post("/imports", file, Idempotency_Key="one")
    again = alice.post("/imports", file, Idempotency_Key="one")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["id"] == first.json()["id"]
    file["names"] = ["somebody", "else"]
    problem(alice.post("/imports", file, Idempotency_Key="one"), 422, "idempotency_key_reused")
    assert bob.post("/imports", file, Idempotency_Key="one").status_code == 201


def test_a_mebibyte_is_read_and_no_byte_more(alice, file):
    raw = json.dumps(file).encode()
    room = 1024 * 1024 - len(raw)
    assert alice.request("POST", "/imports", raw=raw + b" " * room).status_code == 201
    answer = alice.request("POST", "/imports", raw=raw + b" " * (room + 1))
    assert "1024 KiB" in problem(answer, 413, "body_too_large")["detail"]


def test_a_game_that_is_not_over_is_none(alice, bob):
    whole = file_of(given_up(alice, bob), alice)
    whole["events"] = [
        event for event in whole["events"] if event["type"] not in {"SeatResigned", "GameFinished"}
    ]
    answer = problem(alice.post("/imports", whole), 422, "bad_replay")
    assert answer["errors"][0]["pointer"] == "/events"
