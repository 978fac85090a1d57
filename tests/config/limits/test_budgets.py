"""What requests are counted for, what is refused, and what never is (A07, A08, S14, S39, F24)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client

from config.limits.rules import EXTRAS, TRIED_FIRST, UNCOUNTED
from config.middleware import AGAIN_KEY, WAITER_HEADER, WAITER_KEY
from tests.api import served
from tests.cast import Caller, problem
from tests.config.limits.conftest import fields
from tests.tables import given_up, seated


def refused(response, *violated):
    """Assert a 429 that says how long to wait; return the seconds."""
    body = problem(response, 429, "rate_limited")
    assert body["violated"] == list(violated)
    assert body["retryable"] is True
    assert all(fields(response, "RateLimit")[key]["r"] == 0 for key in violated)
    return int(response["Retry-After"])


def test_after_the_wait_the_same_call_is_answered(limits, alice):
    limits.on(reads=3)
    for _ in range(2):
        for left in (2, 1, 0):
            response = alice.get("/me/turns")
            assert response.status_code == 200
            assert fields(response, "RateLimit")["reads"]["r"] == left
        wait = refused(alice.get("/me/turns"), "reads")
        assert 1 <= wait <= 60
        limits.let_pass(wait)


def test_two_hundred_requests_at_once_are_ten_answers(limits, stranger):
    """Exactly so, whatever their order."""
    limits.on(anonymous=10)
    client = stranger().client
    with ThreadPoolExecutor(20) as pool:
        got = list(pool.map(lambda _: client.get("/api/v1/errors").status_code, range(200)))
    assert (got.count(200), got.count(429)) == (10, 190)


def test_a_forged_address_is_no_new_caller(limits, stranger):
    """F24."""
    limits.on()
    caller = stranger()
    got = [
        caller.get("/errors", X_Forwarded_For=f"203.0.113.{n % 250}, 10.0.{n // 250}.1").status_code
        for n in range(1000)
    ]
    assert got == [200] * 60 + [429] * 940


def test_reads_and_writes_of_a_token_are_counted_apart(limits, alice):
    limits.on(reads=1, writes=1)
    assert alice.get("/me/turns").status_code == 200
    problem(alice.post("/games", {}), 422, "invalid_request")
    refused(alice.get("/games"), "reads")
    refused(alice.post("/games", {}), "writes")


def test_whoever_has_a_token_is_no_stranger(limits, alice, bob):
    limits.on(anonymous=1, reads=5)
    for player in (alice, bob):
        for _ in range(5):
            assert player.get("/me/turns").status_code == 200
        refused(player.get("/me/turns"), "reads")


@pytest.mark.parametrize("sent", ["hb_0123456789abcdef_" + "0" * 64, "nonsense"])
def test_a_token_that_is_not_good_counts_for_its_address(limits, database, stranger, sent):
    limits.on(anonymous=2)
    guesser = stranger()
    guesser.token = sent
    for _ in range(2):
        problem(guesser.get("/me/turns"), 401, "token_invalid")
    refused(guesser.get("/me/turns"), "anonymous")
    assert "WWW-Authenticate" not in guesser.get("/me/turns")


def test_requests_that_are_refused_early_count_as_well(limits, alice, stranger):
    limits.on(anonymous=3, reads=2)
    nobody = stranger()
    problem(nobody.get("/me/turns"), 401, "token_missing")
    problem(nobody.get("/nowhere"), 404, "not_found")
    problem(nobody.request("PATCH", "/games"), 405, "method_not_allowed")
    refused(nobody.get("/nowhere"), "anonymous")
    problem(alice.get("/nowhere"), 404, "not_found")
    problem(alice.get("/games?limit=0"), 422, "invalid_request")
    refused(alice.get("/nowhere"), "reads")


def test_health_is_never_refused(limits, database, stranger):
    limits.on(anonymous=1)
    probe = stranger()
    for _ in range(5):
        assert probe.get("/health/live").status_code == 200
        assert probe.get("/health/ready").status_code == 200
    assert fields(probe.get("/health/live"), "RateLimit")["anonymous"]["r"] == 1


def test_sandboxes_count_when_they_are_opened(limits, database, stranger):
    limits.on(sandboxes=2, anonymous=10)
    guest = stranger()
    problem(guest.post("/sandbox", {"name": "x"}), 400, "unknown_field")
    for left in (1, 0):
        response = guest.post("/sandbox")
        assert response.status_code == 201
        assert fields(response, "RateLimit")["sandboxes"]["r"] == left
    assert refused(guest.post("/sandbox"), "sandboxes") > 3500
    assert stranger().post("/sandbox").status_code == 201


def test_games_count_when_they_are_made(limits, alice):
    limits.on(games=2)
    asked = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}
    problem(alice.post("/games", {**asked, "ruleset": "chess"}), 422, "invalid_request")
    first = alice.post("/games", asked, Idempotency_Key="one")
    again = alice.post("/games", asked, Idempotency_Key="one")
    assert again["Idempotency-Replayed"] == "true"
    assert fields(first, "RateLimit")["games"] == fields(again, "RateLimit")["games"]
    assert fields(again, "RateLimit-Policy")["games"] == {"q": 2, "w": 3600}
    assert alice.post("/games", asked).status_code == 201
    refused(alice.post("/games", asked), "games")


def test_a_rematch_is_a_game_made_once(limits, alice, bob):
    first, second = given_up(alice, bob), given_up(alice, bob)
    limits.on(games=1)
    assert alice.post(f"/games/{first}/rematch").status_code == 201
    refused(alice.post(f"/games/{second}/rematch"), "games")
    assert bob.post(f"/games/{first}/rematch").status_code == 200


def test_answers_to_decisions_are_never_refused(limits, alice, bob):
    """A08, with fewer of them: each token answers far more often than it may write."""
    limits.on(writes=10, reads=10_000)
    game = seated(alice, bob, options={"limit": 500})
    answered = 0
    while answered < 160 and alice.view(game)["status"] == "running":
        for player in (alice, bob):
            if player.view(game)["decision"] is not None:
                assert player.move(game).status_code == 201
                answered += 1
    assert answered >= 100
    # One write went to making the game, and another to sitting down.
    for player in (alice, bob):
        problem(player.post("/games", {}), 422, "invalid_request")
        assert fields(player.post("/games", {}), "RateLimit")["writes"]["r"] == 7


def test_a_copy_of_an_answer_counts_as_little_as_the_answer(limits, alice, bob):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    limits.on(writes=1)
    for status in (201, 200, 200):
        response = alice.post(f"/games/{game}/moves", asked)
        assert response.status_code == status
        assert fields(response, "RateLimit")["writes"]["r"] == 1


def test_refused_moves_count_and_a_good_one_is_tried_all_the_same(limits, alice, bob):
    game = seated(alice, bob)
    path, view = f"/games/{game}/moves", alice.view(game)
    limits.on(writes=3)
    for _ in range(3):
        problem(alice.post(path, {"decision": "x", "move": "take"}), 409, "not_your_decision")
    response = alice.post(path, {"decision": "x", "move": "take"})
    assert refused(response, "writes") <= 60
    body = response.json()
    assert (body["version"], body["decision"]) == (view["version"], view["decision"])
    refused(alice.post("/games", {}), "writes")
    assert alice.move(game).status_code == 201


def test_ten_wrong_codes_an_hour(limits, alice, mallory):
    """S14: then the right one helps no more, and neither does waiting for less than an hour."""
    limits.on()
    game = alice.create("me", "open", private=True)
    path = f"/games/{game['id']}/seats"
    public = alice.create("me", "open")["id"]
    for left in range(9, -1, -1):
        response = mallory.post(path, {"code": "wrong"})
        problem(response, 404, "not_found")
        assert fields(response, "RateLimit")["join-codes"]["r"] == left
    limits.let_pass(1800)
    wait = refused(mallory.post(path, {"code": game["join_code"]}), "join-codes")
    assert mallory.post(f"/games/{public}/seats").status_code == 201
    limits.let_pass(wait)
    assert mallory.post(path, {"code": game["join_code"]}).status_code == 201


def test_right_codes_and_no_codes_are_no_guesses(limits, alice, bob, mallory):
    limits.on(join_codes=1)
    for _ in range(2):
        game = alice.create("me", "open", private=True)
        problem(mallory.post(f"/games/{game['id']}/seats"), 404, "not_found")
        bob.join(game["id"], code=game["join_code"])
    problem(bob.post("/games/nowhere/seats", {"code": "x"}), 404, "not_found")
    refused(bob.post("/games/nowhere/seats", {"code": "x"}), "join-codes")


def test_a_call_that_waited_is_counted_once(limits, alice):
    limits.on(reads=3)
    assert alice.get("/me/turns/next", **{WAITER_HEADER: WAITER_KEY}).status_code == 204
    for _ in range(5):
        response = alice.get("/me/turns/next", **{WAITER_HEADER: AGAIN_KEY})
        assert response.status_code == 204
        assert fields(response, "RateLimit")["reads"]["r"] == 2
    for forged in ("1", "again", "True"):
        alice.get("/me/turns/next", **{WAITER_HEADER: forged})
    refused(alice.get("/me/turns/next"), "reads")


def test_a_move_asks_the_database_no_more_than_without_limits(
    limits, alice, bob, django_assert_num_queries
):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    limits.on()
    with django_assert_num_queries(2):
        assert alice.post(f"/games/{game}/moves", asked).status_code == 201


def test_every_route_with_a_rule_of_its_own_is_served():
    ours = {
        f"{method.upper()} {pattern}"
        for pattern, view in served.views()
        for method in served.METHODS
        if hasattr(view, method)
    }
    assert {*EXTRAS, *TRIED_FIRST, *UNCOUNTED} <= ours


def test_switched_off_nothing_is_counted_and_nothing_said(settings, database):
    settings.HERDBOOK_LIMIT_ANONYMOUS = 1
    for _ in range(3):
        response = Caller(client=Client()).get("/errors")
        assert response.status_code == 200
        assert "RateLimit" not in response
