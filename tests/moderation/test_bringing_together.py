"""Nobody is brought together with who is kept away: by quick match, and by a rematch (A51)."""

import secrets

import pytest

from accounts.moderation.models import Sanction
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import problem
from tests.moderation.staff import impose, lift


@pytest.fixture
def wanted():
    """What nobody else in this database asks for."""
    control = {"kind": "per_move", "seconds": 1_000 + secrets.randbelow(1_000_000)}
    return {"ruleset": "mow", "seats": 2, "time_control": control}


def ask(player, wanted):
    response = player.post("/quick-match", wanted)
    assert response.status_code in {200, 201}, response.content
    return response.json()


@pytest.mark.parametrize(
    ("kind", "rated"),
    [(Sanction.Kind.SUSPENSION, False), (Sanction.Kind.NO_RATED_PLAY, True)],
)
def test_nobody_is_brought_to_a_seat_beside_who_cannot_play(database, wanted, kind, rated):
    wanted["rated"] = rated
    ann, ben, cat, dan = (open_person() for _ in range(4))
    waits = ask(ann, wanted)
    sanction = impose(ann, kind)
    other = ask(ben, wanted)
    assert (other["id"] != waits["id"], other["status"]) == (True, "open")
    assert ask(cat, wanted)["id"] == other["id"]
    lift(sanction)
    assert ask(dan, wanted)["id"] == waits["id"]


def test_who_may_play_no_rated_game_still_finds_others(database, wanted):
    ann, ben = open_person(), open_person()
    waits = ask(ann, wanted)
    impose(ann, Sanction.Kind.NO_RATED_PLAY)
    assert ask(ben, wanted)["id"] == waits["id"]


def over(*players, rated):
    """Return a game of these that is over."""
    first, *others = players
    seats = ["me", *["open"] * len(others)]
    game = first.create(*seats, rated=rated)["id"]
    for one in others:
        one.join(game)
    assert first.post(f"/games/{game}/resign").status_code == 200
    return game


def test_no_rematch_gives_a_seat_in_a_rated_game_to_who_has_no_place_there(database):
    ann, ben = open_person(), open_person()
    game, casual = over(ann, ben, rated=True), over(ann, ben, rated=False)
    sanction = impose(ann, Sanction.Kind.NO_RATED_PLAY)
    problem(ann.post(f"/games/{game}/rematch"), 403, "account_sanctioned")
    assert ann.post(f"/games/{casual}/rematch").status_code == 201
    made = ben.post(f"/games/{game}/rematch").json()
    assert made["status"] == "open"
    problem(ann.post(f"/games/{game}/rematch"), 403, "account_sanctioned")
    lift(sanction)
    assert ann.post(f"/games/{game}/rematch").json()["status"] == "running"
    impose(ann, Sanction.Kind.NO_RATED_PLAY)
    again = ann.post(f"/games/{game}/rematch")  # of a game that has begun
    assert (again.status_code, again.json()["id"]) == (200, made["id"])


@pytest.mark.parametrize(
    ("kind", "rated", "state"),
    [
        (Sanction.Kind.SUSPENSION, False, "open"),
        (Sanction.Kind.NO_RATED_PLAY, True, "open"),
        (Sanction.Kind.NO_RATED_PLAY, False, "running"),
    ],
)
def test_no_rematch_sits_a_bot_down_whose_owner_is_kept_away(database, kind, rated, state):
    ann, ben = open_person(), open_person()
    bot = bot_player(ann, open_bot(ann))
    game = over(ben, bot, rated=rated)
    impose(ann, kind)
    made = ben.post(f"/games/{game}/rematch").json()
    assert (made["status"], [seat["kind"] for seat in made["seats"]].count("bot")) == (
        state,
        int(state == "running"),
    )
