"""Every door into a game honours blocks: joining, code, invitation, quick match, rematch, offer.

Who is blocked gets in by none of them. Who has blocked somebody and walks in by name does so
knowingly; only where the server chooses the company (the quick match) does it keep them apart, too.
"""

import secrets
from collections.abc import Callable

import pytest

from tests.accounts.people import open_person
from tests.cast import Player, Response
from tests.tables import given_up, seated

Door = Callable[[Player, Player], Response]
"""Lets the guest go through a door into a game of the host's; returns the last answer."""


def join(host: Player, guest: Player) -> Response:
    return guest.post(f"/games/{host.create('me', 'open')['id']}/seats")


def code(host: Player, guest: Player) -> Response:
    made = host.create("me", "open", private=True)
    return guest.post(f"/games/{made['id']}/seats", {"code": made["join_code"]})


def invitation(host: Player, guest: Player) -> Response:
    """An invitation to which the host sits down only when it has been sent."""
    third = open_person()
    seats = [{"kind": "me"}, {"kind": "invite", "account": guest.name}, {"kind": "open"}]
    game = third.post("/games", {"ruleset": "mow", "seats": seats}).json()["id"]
    host.join(game)
    return guest.post(f"/games/{game}/invitation", {"accept": True})


def offer(host: Player, guest: Player) -> Response:
    third = open_person()
    game = seated(third, host)
    assert third.post(f"/games/{game}/seats/0/offer").status_code == 200
    return guest.post(f"/games/{game}/seats", {"seat": 0})


DOORS = (join, code, invitation, offer)


def block(blocker: Player, blocked: Player) -> None:
    assert blocker.request("PUT", f"/me/blocks/{blocked.name}").status_code == 204


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_who_is_blocked_finds_every_door_shut(database, door):
    host, guest = open_person(), open_person()
    block(host, guest)
    response = door(host, guest)
    assert (response.status_code, response.json()["code"]) == (403, "blocked")


@pytest.mark.parametrize("door", [join, code, offer], ids=lambda door: door.__name__)
def test_who_has_blocked_may_walk_in_knowingly(database, door):
    host, guest = open_person(), open_person()
    block(guest, host)
    assert door(host, guest).status_code == 201


def test_nobody_sits_down_where_a_seat_is_kept_for_who_blocks_them(database):
    host, guest = open_person(), open_person()
    block(guest, host)
    third = open_person()
    seats = [{"kind": "me"}, {"kind": "invite", "account": guest.name}, {"kind": "open"}]
    game = third.post("/games", {"ruleset": "mow", "seats": seats}).json()["id"]
    assert host.post(f"/games/{game}/seats").json()["code"] == "blocked"


@pytest.mark.parametrize("blocks", ["first", "second"])
def test_a_quick_match_brings_nobody_together_with_whom_either_blocks(database, blocks):
    first, second = open_person(), open_person()
    block(*((first, second) if blocks == "first" else (second, first)))
    control = {"kind": "per_move", "seconds": 1_000 + secrets.randbelow(1_000_000)}
    wanted = {"ruleset": "mow", "seats": 2, "time_control": control}
    games = [one.post("/quick-match", wanted).json()["id"] for one in (first, second)]
    assert len(set(games)) == 2


def test_a_rematch_seats_nobody_beside_who_blocks_them(database):
    """The one who is blocked may ask, and gets an open seat where the other sat."""
    ann, ben = open_person(), open_person()
    game = given_up(ann, ben)
    block(ann, ben)
    again = ben.post(f"/games/{game}/rematch").json()
    assert [seat["kind"] for seat in again["seats"]] == ["open", "person"]


def test_an_invitation_and_an_offer_do_not_reach_who_blocks(database):
    host, guest = open_person(), open_person()
    block(guest, host)
    seats = [{"kind": "me"}, {"kind": "invite", "account": guest.name}]
    assert host.post("/games", {"ruleset": "mow", "seats": seats}).json()["code"] == "bad_seats"
    game = seated(host, open_person())
    response = host.post(f"/games/{game}/seats/0/offer", {"account": guest.name})
    assert response.json()["code"] == "invalid_request"
