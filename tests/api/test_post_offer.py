"""POST and DELETE /games/{id}/seats/{n}/offer, and taking over what is offered (S59)."""

from uuid import UUID

import pytest

from games.services import deadlines, offers
from games.verifying.verify import verify_game
from tests.accounts.people import open_person
from tests.cast import Caller, Player, problem
from tests.services.account_feeds import catch_up, feed_of, tell_all, types_of
from tests.tables import QUICK, seated, turns, whole_log

LEAVES = {"kind": "per_move", "seconds": 60, "on_expiry": "house-bot"}
TWO_MINUTES = 120
FOUR_DAYS = 4 * 86_400


def offer(player: Player, game: str, seat: int, **body: str):
    response = player.post(f"/games/{game}/seats/{seat}/offer", body)
    assert response.status_code == 200, response.content
    return response.json()


def types(game: str) -> list[str]:
    return [event["type"] for event in whole_log(Caller(), game)]


def gone_away(clock, game: str, *players: Player) -> None:
    """Let the first seat, which is to move, run out of time."""
    clock.advance(TWO_MINUTES)
    assert deadlines.expire_game(UUID(game)) == 1
    assert players[0].view(game)["seats"][0]["state"] == "away"


@pytest.fixture
def game(alice, bob):
    return seated(alice, bob)


def test_who_has_to_go_hands_the_seat_to_somebody(alice, bob, mallory, game):
    """S59: the substitute sees the private view from then on, the old owner no more."""
    shown = offer(alice, game, 0, account=mallory.name)["seats"][0]
    assert shown["offer"] == {"account": mallory.name, "by": 0}
    before = alice.view(game)
    assert before["decision"] is not None
    assert mallory.view(game)["table"]["hand"] is None
    taken = mallory.join(game, seat=0)
    assert taken["you"] == {"seat": 0}
    assert taken["table"]["hand"] == before["table"]["hand"]
    assert taken["seats"][0] | {"score": 0} == {
        "seat": 0,
        "kind": "bot",
        "name": mallory.name,
        "state": "playing",
        "score": 0,
        "offer": None,
    }
    old = alice.view(game)
    assert old["you"] is None
    assert old["decision"] is None
    assert old["table"]["hand"] is None
    assert old["table"] == Caller().get(f"/games/{game}").json()["table"]
    assert whole_log(alice, game) == whole_log(Caller(), game)
    assert types(game)[-2:] == ["SeatOffered", "SeatReplaced"]
    assert taken["decision"]["id"] != before["decision"]["id"]
    move = {"decision": before["decision"]["id"], "move": before["decision"]["legal_moves"][0]}
    problem(alice.post(f"/games/{game}/moves", move), 403, "not_seated")
    problem(mallory.post(f"/games/{game}/moves", move), 409, "decision_closed")
    assert mallory.move(game).status_code == 201
    assert verify_game(UUID(game)).findings == []


def test_two_accounts_cannot_keep_a_game_waiting_by_handing_a_seat_to_and_fro(
    alice, bob, mallory, game
):
    """S59: each change gives a full time anew, so there is a move between two of them."""
    offer(alice, game, 0, account=mallory.name)
    mallory.join(game, seat=0)
    for body in ({}, {"account": alice.name}):
        refused = mallory.post(f"/games/{game}/seats/0/offer", body)
        problem(refused, 409, "seat_not_vacated")
    assert mallory.move(game).status_code == 201
    offer(mallory, game, 0, account=alice.name)
    assert alice.join(game, seat=0)["you"] == {"seat": 0}
    assert verify_game(UUID(game)).findings == []


def test_an_etag_of_before_is_none_of_after(alice, mallory, game):
    offer(alice, game, 0, account=mallory.name)
    tags = [who.get(f"/games/{game}")["ETag"] for who in (alice, mallory)]
    mallory.join(game)
    for who, tag in zip((alice, mallory), tags, strict=True):
        assert who.get(f"/games/{game}", If_None_Match=tag).status_code == 200


def test_the_public_finds_what_is_offered_to_it(alice, bob, mallory, game):
    listed = f"/games?player={alice.name}&offered=true"
    assert mallory.get(listed).json()["items"] == []
    offer(alice, game, 0)
    (item,) = mallory.get(listed).json()["items"]
    assert item["id"] == game
    assert item["seats"][0]["offer"] == {"account": None, "by": 0}
    assert game not in str(mallory.get("/games?offered=false&limit=100").content)
    mallory.join(game)
    assert mallory.get(listed).json()["items"] == []
    problem(open_person().post(f"/games/{game}/seats", {}), 409, "game_started")


def test_a_seat_that_was_left_for_long_is_offered_by_the_others(alice, bob, mallory, clock):
    game = seated(alice, bob, time_control=LEAVES)
    gone_away(clock, game, alice)
    problem(bob.post(f"/games/{game}/seats/0/offer"), 409, "seat_not_vacated")
    clock.advance(FOUR_DAYS)
    assert offer(bob, game, 0)["seats"][0]["offer"] == {"account": None, "by": 1}
    view = mallory.join(game, seat=0)
    assert (view["seats"][0]["state"], view["seats"][0]["name"]) == ("playing", mallory.name)
    problem(alice.post(f"/games/{game}/seats/me/return"), 403, "not_seated")
    assert verify_game(UUID(game)).findings == []


def test_the_owner_who_comes_back_keeps_the_seat(alice, bob, mallory, clock):
    game = seated(alice, bob, time_control=LEAVES)
    gone_away(clock, game, alice)
    offer(alice, game, 0)
    view = alice.post(f"/games/{game}/seats/me/return").json()
    assert (view["seats"][0]["state"], view["seats"][0]["offer"]) == ("playing", None)
    problem(mallory.post(f"/games/{game}/seats", {"seat": 0}), 409, "game_started")


def test_a_seat_that_resigned_can_win_again_once_it_is_replaced(player):
    """Who resigned has lost; who sits there since plays for the win like everybody."""
    ann, ben, cat, dan = (player() for _ in range(4))
    game = seated(ann, ben, cat, options=QUICK)
    assert cat.post(f"/games/{game}/resign").status_code == 200
    problem(ben.post(f"/games/{game}/seats/0/offer"), 409, "seat_not_vacated")
    offer(ben, game, 2, account=dan.name)
    dan.join(game)
    view = dan.view(game)
    assert view["seats"][2]["state"] == "playing"
    for _ in turns(game, ann, ben, dan):
        pass
    file = dan.get(f"/games/{game}/replay").json()
    held = [(one["seat"], one["name"]) for one in file["holders"]]
    assert held == [(0, ann.name), (1, ben.name), (2, cat.name), (2, dan.name)]
    replaced = next(e["version"] for e in file["events"] if e["type"] == "SeatReplaced")
    assert [(one["since"], one["until"]) for one in file["holders"][2:]] == [
        (4, replaced),
        (replaced, None),
    ]
    assert file["names"] == [ann.name, ben.name, dan.name]
    again = dan.post("/imports", {k: v for k, v in file.items() if k != "proof"})
    assert again.status_code == 201, again.content
    assert again.json()["outcome"] == file["result"]
    assert verify_game(UUID(game)).findings == []


def test_an_offer_is_withdrawn_by_who_made_it_or_the_owner(player):
    ann, ben, cat, dan = (player() for _ in range(4))
    game = seated(ann, ben, cat)
    path = f"/games/{game}/seats/0/offer"
    problem(ann.delete(path), 409, "not_offered")
    offer(ann, game, 0, account=dan.name)
    problem(ben.delete(path), 403, "not_your_offer")
    assert ann.delete(path).status_code == 204
    assert types(game)[-1] == "OfferWithdrawn"
    problem(dan.post(f"/games/{game}/seats", {"seat": 0}), 409, "game_started")
    assert verify_game(UUID(game)).findings == []


def test_an_offer_to_one_is_not_for_another(alice, bob, mallory, game):
    offer(alice, game, 0, account=mallory.name)
    third = open_person()
    problem(third.post(f"/games/{game}/seats", {"seat": 0}), 403, "not_invited")
    problem(third.post(f"/games/{game}/seats", {}), 409, "game_started")
    problem(mallory.post(f"/games/{game}/seats", {"seat": 1}), 409, "game_started")
    offer(alice, game, 0, account=third.name)
    problem(mallory.post(f"/games/{game}/seats", {"seat": 0}), 403, "not_invited")
    third.join(game)
    assert verify_game(UUID(game)).findings == []


def test_a_private_game_opens_to_whom_a_seat_is_offered_and_closes_again(alice, bob, mallory):
    game = seated_in_private(alice, bob)
    problem(alice.post(f"/games/{game}/seats/0/offer"), 422, "invalid_request")
    problem(mallory.get(f"/games/{game}"), 404, "not_found")
    offer(alice, game, 0, account=mallory.name)
    assert mallory.view(game)["table"]["hand"] is None
    assert [one["id"] for one in mallory.get("/me/games").json()["items"]] == [game]
    assert alice.delete(f"/games/{game}/seats/0/offer").status_code == 204
    problem(mallory.get(f"/games/{game}"), 404, "not_found")
    assert mallory.get("/me/games").json()["items"] == []
    offer(alice, game, 0, account=mallory.name)
    mallory.join(game)
    assert mallory.view(game)["you"] == {"seat": 0}


def seated_in_private(alice: Player, bob: Player) -> str:
    made = alice.create("me", "open", private=True)
    bob.join(made["id"], code=made["join_code"])
    game: str = made["id"]
    return game


def test_an_offer_ends_with_the_game(alice, bob, mallory):
    game = seated_in_private(alice, bob)
    offer(alice, game, 0, account=mallory.name)
    assert bob.post(f"/games/{game}/resign").status_code == 200
    assert alice.view(game)["seats"][0]["offer"] is None
    problem(mallory.get(f"/games/{game}"), 404, "not_found")
    assert mallory.get("/me/games").json()["items"] == []
    assert verify_game(UUID(game)).findings == []


def test_who_has_seen_one_hand_does_not_go_on_with_another(player):
    ann, ben, cat, dan = (player() for _ in range(4))
    game = seated(ann, ben, cat)
    problem(ben.post(f"/games/{game}/seats", {"seat": 0}), 409, "already_seated")
    offer(ann, game, 0)
    dan.join(game)
    offer(ben, game, 1)
    problem(ann.post(f"/games/{game}/seats", {}), 409, "already_seated")
    assert dan.move(game).status_code == 201
    offer(dan, game, 0, account=ann.name)
    assert ann.join(game)["you"] == {"seat": 0}
    assert verify_game(UUID(game)).findings == []


def test_who_left_another_seat_before_the_start_has_seen_nothing(alice, bob, mallory):
    game = alice.create("me", "open", "open")["id"]
    mallory.join(game)
    assert mallory.delete(f"/games/{game}/seats/me").status_code == 204
    for who in (bob, open_person()):
        who.join(game)
    offer(alice, game, 0)
    assert mallory.join(game)["you"] == {"seat": 0}


def test_nobody_else_has_a_seat_to_offer(alice, bob, mallory, game):
    path = f"/games/{game}/seats/0/offer"
    problem(mallory.post(path), 403, "not_seated")
    problem(bob.post(path), 409, "seat_not_vacated")
    problem(Caller().post(path), 401, "token_missing")
    waiting = alice.create("me", "open")["id"]
    problem(alice.post(f"/games/{waiting}/seats/0/offer"), 409, "game_not_running")
    against_house = alice.create("me", "random")["id"]
    problem(alice.post(f"/games/{against_house}/seats/1/offer"), 409, "seat_not_vacated")
    assert alice.post(f"/games/{against_house}/resign").status_code == 200
    problem(alice.post(f"/games/{against_house}/seats/0/offer"), 409, "game_over")
    for seat in ("2", "9", "10", "-1", "me", "%D9%A1"):
        problem(alice.post(f"/games/{game}/seats/{seat}/offer"), 404, "not_found")


def test_nobody_is_offered_what_they_cannot_take(alice, bob, game):
    path = f"/games/{game}/seats/0/offer"
    for name in (bob.name, alice.name, "nobody-at-all", ""):
        body = problem(alice.post(path, {"account": name}), 422, "invalid_request")
        assert body["errors"][0]["pointer"] == "/account"
    offer(alice, game, 0)
    problem(alice.post(path), 409, "already_offered")


def test_a_seat_of_a_rated_game_stays_with_who_took_it(database):
    ann, ben = open_person(), open_person()
    game = seated(ann, ben, rated=True)
    problem(ann.post(f"/games/{game}/seats/0/offer"), 409, "rated_game")


def test_a_commitment_comes_too_late(alice, mallory, game):
    offer(alice, game, 0)
    body = {"commitment": "0" * 64}
    problem(mallory.post(f"/games/{game}/seats", body), 409, "commitments_closed")


def test_copies_of_an_offer_and_of_a_taking_count_once(alice, mallory, game):
    path = f"/games/{game}/seats/0/offer"
    first = alice.post(path, {}, Idempotency_Key="k")
    again = alice.post(path, {}, Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again["Idempotency-Replayed"] == "true"
    assert mallory.post(f"/games/{game}/seats", {}, Idempotency_Key="k").status_code == 201
    again = mallory.post(f"/games/{game}/seats", {}, Idempotency_Key="k")
    assert (again.status_code, again["Idempotency-Replayed"]) == (200, "true")
    assert types(game).count("SeatReplaced") == types(game).count("SeatOffered") == 1


def test_the_account_feed_tells_whom_a_seat_is_offered_to(alice, mallory, game):
    catch_up()
    offer(alice, game, 0, account=mallory.name)
    tell_all()
    assert types_of(mallory.account) == ["game.seat_offered"]
    mallory.join(game)
    tell_all()
    assert "game.seat_replaced" in types_of(mallory.account)
    assert "game.decision_requested" in types_of(mallory.account)


def test_who_is_offered_a_seat_again_and_again_is_told_once(alice, mallory, game):
    catch_up()
    for _ in range(3):
        offer(alice, game, 0, account=mallory.name)
        tell_all()
        assert alice.delete(f"/games/{game}/seats/0/offer").status_code == 204
    assert types_of(mallory.account) == ["game.seat_offered"]


def test_who_gave_a_seat_away_is_told_once_it_is_taken(alice, bob, mallory, game):
    """S59: it happens without them, days after the offer."""
    offer(bob, game, 1)
    catch_up()
    mallory.join(game)
    tell_all()
    for one in (alice, bob, mallory):
        assert types_of(one.account).count("game.seat_replaced") == 1
    (told,) = (e for e in feed_of(bob.account) if e.type == "game.seat_replaced")
    assert (told.data["game"], told.data["seat"]) == (game, 1)
    for one in (alice, mallory):
        assert one.move(game).status_code == 201
    offer(mallory, game, 1)
    catch_up()
    open_person().join(game, seat=1)
    tell_all()
    assert types_of(mallory.account).count("game.seat_replaced") == 2
    assert types_of(bob.account).count("game.seat_replaced") == 1


def test_a_seat_cannot_fill_the_log_with_offers(alice, bob, mallory, game):
    """S59: each offer stays in the log for good, and so does each withdrawal."""
    path = f"/games/{game}/seats/0/offer"
    for _ in range(offers.MOST_OFFERS):
        offer(alice, game, 0, account=mallory.name)
        assert alice.delete(path).status_code == 204
    before = types(game)
    problem(alice.post(path, {"account": mallory.name}), 409, "offers_exhausted")
    problem(alice.post(path), 409, "offers_exhausted")
    assert types(game) == before
    offer(bob, game, 1)
    assert verify_game(UUID(game)).findings == []


def test_the_end_of_an_account_takes_back_what_was_offered_to_it(alice, game):
    ann = open_person()
    offer(alice, game, 0, account=ann.name)
    assert ann.delete("/me").status_code == 204
    assert alice.view(game)["seats"][0]["offer"] is None
    assert verify_game(UUID(game)).findings == []
