"""POST /imports: a replay file is played again, and only what its moves lead to is believed."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from games.services import deadlines
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
