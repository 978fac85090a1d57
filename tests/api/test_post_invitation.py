"""POST /games/{id}/invitation, seats that are kept, and GET /me/invitations (api.md 3)."""

from django.utils import timezone

from accounts.models import Account, Block
from tests.accounts.people import open_person
from tests.cast import problem


def invite(host, guest, **fields):
    return host.create("me", {"kind": "invite", "account": guest.name}, **fields)


def answer(guest, game, accept=True, **headers):
    return guest.post(f"/games/{game}/invitation", {"accept": accept}, **headers)


def test_an_invitation_keeps_a_seat_and_tells_the_guest(alice, bob, mallory):
    """A16, A26: the game's id and its time control are there from the start."""
    game = invite(alice, bob, private=True)
    assert game["status"] == "open"
    assert game["seats"][1] == {
        "seat": 1,
        "kind": "invited",
        "name": bob.name,
        "state": None,
        "score": 0,
        "offer": None,
    }
    (item,) = bob.get("/me/invitations").json()["items"]
    assert item["id"] == game["id"]
    assert item["you"] == {"invited_to": 1}
    assert item["time_control"] == game["time_control"]
    assert bob.view(game["id"])["you"] is None
    problem(mallory.get(f"/games/{game['id']}"), 404, "not_found")
    assert mallory.get("/me/invitations").json()["items"] == []


def test_accepting_takes_the_seat_and_starts_the_game(alice, bob):
    game = invite(alice, bob)["id"]
    response = answer(bob, game)
    assert response.status_code == 200
    assert response.json()["status"] == "running"
    assert response.json()["you"] == {"seat": 1}
    assert bob.get("/me/invitations").json()["items"] == []


def test_accepting_again_with_the_same_key_gives_the_same_game(alice, bob):
    """A16."""
    game = invite(alice, bob)["id"]
    first = answer(bob, game, Idempotency_Key="yes")
    again = answer(bob, game, Idempotency_Key="yes")
    assert again.status_code == 200
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["id"] == first.json()["id"]


def test_accepting_twice_without_a_key_changes_nothing_either(alice, bob):
    """A16: repeated accept by the same user returns 200 with the same game."""
    game = invite(alice, bob)["id"]
    version = answer(bob, game).json()["version"]
    again = answer(bob, game)
    assert again.status_code == 200
    assert again.json()["version"] == version


def test_declining_opens_the_seat_for_everybody(alice, bob, mallory):
    game = invite(alice, bob)["id"]
    view = answer(bob, game, accept=False).json()
    assert view["seats"][1]["kind"] == "open"
    problem(answer(bob, game), 403, "not_invited")
    assert mallory.join(game)["status"] == "running"


def test_a_kept_seat_is_for_the_guest_alone(alice, bob, mallory):
    game = invite(alice, bob)["id"]
    problem(mallory.post(f"/games/{game}/seats", {"seat": 1}), 403, "not_invited")
    problem(mallory.post(f"/games/{game}/seats", {}), 409, "game_full")
    problem(answer(mallory, game), 403, "not_invited")
    assert bob.join(game)["you"] == {"seat": 1}


def test_a_cancelled_invitation_never_becomes_a_game(alice, bob):
    """A15."""
    game = invite(alice, bob)["id"]
    alice.post(f"/games/{game}/abort")
    problem(answer(bob, game), 409, "invitation_closed")
    assert bob.get("/me/invitations").json()["items"] == []


def test_only_accounts_that_can_come_are_invited(alice):
    for account, pointer in (("nobody-here", "/seats/1/account"), (alice.name, "/seats/1/account")):
        seats = [{"kind": "me"}, {"kind": "invite", "account": account}]
        body = problem(alice.post("/games", {"ruleset": "mow", "seats": seats}), 422, "bad_seats")
        assert body["errors"][0]["pointer"] == pointer
    seats = [{"kind": "me"}, {"kind": "invite"}]
    problem(alice.post("/games", {"ruleset": "mow", "seats": seats}), 422, "bad_seats")


def test_nobody_is_invited_twice(alice, bob):
    guest = {"kind": "invite", "account": bob.name}
    body = {"ruleset": "mow", "seats": [{"kind": "me"}, guest, guest]}
    problem(alice.post("/games", body), 422, "bad_seats")


def test_who_has_blocked_the_host_cannot_be_invited(alice, bob):
    Block.objects.create(
        blocker_id=bob.account, blocked_id=alice.account, created_at=timezone.now()
    )
    body = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "invite", "account": bob.name}]}
    problem(alice.post("/games", body), 422, "bad_seats")


def test_a_bot_that_accepts_nobody_is_not_invited(alice, bob):
    Account.objects.filter(id=bob.account).update(accepts=Account.Accepts.NOBODY)
    body = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "invite", "account": bob.name}]}
    problem(alice.post("/games", body), 422, "bad_seats")


def test_a_cursor_of_another_list_of_invitations_is_none(alice):
    body = problem(alice.get("/me/invitations?cursor=x"), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/cursor"]


def test_who_is_invited_takes_no_other_seat(alice, bob):
    invited = {"kind": "invite", "account": bob.name}
    game = alice.create("me", invited, "open")["id"]
    problem(bob.post(f"/games/{game}/seats", {"seat": 2}), 409, "already_seated")
    assert bob.post(f"/games/{game}/seats", {"seat": 1}).json()["you"] == {"seat": 1}


def test_a_throw_away_bot_declines_a_rated_game_but_cannot_accept_it(bob):
    game = invite(open_person(), bob, rated=True)["id"]
    problem(answer(bob, game), 403, "casual_only")
    assert answer(bob, game, accept=False).json()["seats"][1]["kind"] == "open"
