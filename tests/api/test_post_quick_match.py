"""POST /quick-match: a game with whoever wants the same."""

import secrets

import pytest

from games.services import opening
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import Caller, Player, problem


@pytest.fixture
def wanted():
    """What nobody else in this database asks for."""
    control = {"kind": "per_move", "seconds": 1_000 + secrets.randbelow(1_000_000)}
    return {"ruleset": "mow", "seats": 2, "time_control": control}


def ask(player: Player, wanted, status: int = 201, **headers: str):
    response = player.post("/quick-match", wanted, **headers)
    assert response.status_code == status, response.content
    return response.json()


def test_the_first_waits_and_the_second_starts_the_game(alice, bob, wanted):
    waits = ask(alice, wanted)
    assert (waits["status"], waits["you"], waits["rated"]) == ("open", {"seat": 0}, False)
    assert waits["options"]["first_seat"] == "random"
    plays = ask(bob, wanted)
    assert (plays["id"], plays["status"], plays["you"]) == (waits["id"], "running", {"seat": 1})
    assert plays["options"]["first_seat"] in {0, 1}
    assert ask(alice, wanted)["id"] != waits["id"]


def test_who_asks_again_has_the_same_game_while_it_waits(alice, bob, wanted):
    game = ask(alice, wanted)["id"]
    again = ask(alice, wanted, 200)
    assert (again["id"], again["version"]) == (game, 2)
    assert alice.delete(f"/games/{game}/seats/me").status_code == 204
    assert ask(bob, wanted)["id"] == game
    assert ask(alice, wanted)["status"] == "running"


@pytest.mark.parametrize(
    "other",
    [
        {"seats": 3},
        {"time_control": {"kind": "per_move", "seconds": 60}},
        {"options": {"limit": 9}},
        {"ruleset": "tortoise", "seats": 3},
    ],
)
def test_only_who_wants_the_same_is_brought_together(alice, bob, wanted, other):
    game = ask(alice, wanted)["id"]
    assert ask(bob, {**wanted, **other})["id"] != game


def test_the_same_in_other_words_is_the_same(alice, bob, wanted):
    control = {"on_expiry": "house-bot", **wanted["time_control"]}
    options = {"first_seat": "random", "limit": 100}
    game = ask(alice, wanted)["id"]
    assert ask(bob, {**wanted, "options": options, "time_control": control})["id"] == game


def test_a_game_that_anybody_made_is_no_quick_match(alice, bob, wanted):
    control, options = wanted["time_control"], {"first_seat": "random"}
    made = alice.create("me", "open", options=options, time_control=control)
    assert ask(bob, wanted)["id"] != made["id"]


def test_anybody_can_join_it_as_any_open_game(alice, bob, wanted):
    game = ask(alice, wanted)["id"]
    assert bob.join(game)["status"] == "running"


def test_a_copy_of_a_request_has_its_game_for_ever(alice, bob, player, wanted):
    """A03: whatever was lost on the way, a request with a key is one request."""
    first = alice.post("/quick-match", wanted, Idempotency_Key="k")
    game = first.json()["id"]
    ask(bob, wanted)
    again = alice.post("/quick-match", wanted, Idempotency_Key="k")
    assert (again.status_code, again["Idempotency-Replayed"]) == (200, "true")
    assert (again.json()["id"], again.json()["status"]) == (game, "running")
    other = alice.post("/quick-match", {**wanted, "seats": 3}, Idempotency_Key="k")
    problem(other, 422, "idempotency_key_reused")
    assert ask(alice, wanted, Idempotency_Key="k2")["id"] != game


def test_blocks_keep_apart_in_both_directions(database, wanted):
    """Blocks are honoured by every door; here also where the one who asks has blocked."""
    ann, ben, cat = (open_person() for _ in range(3))
    assert ann.request("PUT", f"/me/blocks/{ben.name}").status_code == 204
    hers = ask(ann, wanted)["id"]
    his = ask(ben, wanted)["id"]
    assert his != hers
    assert ask(cat, wanted)["id"] == hers
    third = ask(ann, wanted)["id"]
    assert third not in {hers, his}
    assert ask(open_person(), wanted)["id"] == his


def test_nobody_is_brought_together_with_bots_of_theirs(database, wanted):
    ann = open_person()
    bots = [bot_player(ann, open_bot(ann)) for _ in range(2)]
    games = [ask(one, wanted)["id"] for one in (ann, *bots)]
    assert len(set(games)) == 3
    others = [ask(open_person(), wanted)["id"] for _ in range(3)]
    assert others == games


def test_rated_is_for_accounts_that_last(alice, wanted):
    ann, ben = open_person(), open_person()
    problem(alice.post("/quick-match", {**wanted, "rated": True}), 403, "casual_only")
    game = ask(ann, {**wanted, "rated": True})
    assert game["rated"]
    assert game["time_control"]["on_expiry"] == "forfeit"
    assert ask(ben, {**wanted, "rated": True})["id"] == game["id"]


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"ruleset": "chess", "seats": 2}, "invalid_request", "/ruleset"),
        ({"ruleset": "mow", "seats": 9}, "bad_seats", "/seats"),
        ({"ruleset": "mow", "seats": 2, "options": {"limit": -1}}, "bad_options", "/options/limit"),
        ({"ruleset": "mow", "seats": "2"}, "invalid_request", "/seats"),
        (
            {"ruleset": "mow", "seats": 2, "time_control": {"seconds": 0}},
            "invalid_request",
            "/time_control/seconds",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_no_trace(alice, body, code, pointer):
    response = alice.post("/quick-match", body, Idempotency_Key="k")
    assert problem(response, 422, code)["errors"][0]["pointer"] == pointer
    assert alice.get("/me/games").json()["items"] == []
    good = {"ruleset": "mow", "seats": 2, "options": {"limit": 8}}
    assert alice.post("/quick-match", good, Idempotency_Key="k").status_code == 201


def test_it_needs_a_token(database, wanted):
    problem(Caller().post("/quick-match", wanted), 401, "token_missing")


def test_a_number_whose_game_was_never_made_is_made_by_the_next(alice, bob, wanted, monkeypatch):
    """S63: whoever asked first died right behind the number; nothing waits for them."""
    with monkeypatch.context() as patched:
        patched.setattr(opening, "open_game", _die)
        with pytest.raises(DeadError):
            alice.post("/quick-match", wanted)
    game = ask(bob, wanted)["id"]
    assert ask(alice, wanted)["id"] == game


class DeadError(BaseException):
    """The process is gone."""


def _die(*args: object, **kwargs: object) -> None:
    raise DeadError
