import email.utils
import random
from datetime import UTC, datetime, timedelta

import herdbook
import pytest
from herdbook import Retries
from herdbook.retries import seconds_of


def test_pauses_double_up_to_the_longest():
    retries = Retries(limit=6, first=1, longest=8, patience=1000, rng=random.Random(1))
    for failures, longest in enumerate([1, 2, 4, 8, 8, 8], start=1):
        pause = retries.pause(failures, waited=0)
        assert pause is not None
        assert longest / 2 <= pause <= longest
    assert retries.pause(7, waited=0) is None


def test_patience_is_bounded_in_seconds():
    retries = Retries(patience=10)
    assert retries.pause(1, waited=9.95) is None
    assert retries.pause(1, waited=0, at_least=11) is None
    pause = retries.pause(1, waited=0, at_least=9)
    assert pause is not None
    assert 9 <= pause <= 10


def test_retry_after_is_seconds_or_a_date():
    assert seconds_of("17") == 17
    assert seconds_of(None) is None
    assert seconds_of("soon") is None
    assert seconds_of("-1") is None
    assert seconds_of("9" * 400) is None
    assert seconds_of("٣") is None
    due = datetime.now(UTC) + timedelta(seconds=60)
    seconds = seconds_of(email.utils.format_datetime(due, usegmt=True))
    assert seconds is not None
    assert 55 < seconds <= 60
    assert seconds_of("Thu, 01 Jan 1970 00:00:00 GMT") == 0
    assert seconds_of("Thu, 01 Jan 1970 00:00:00") == 0


@pytest.mark.parametrize(("status", "code"), [(429, "rate_limited"), (503, "unavailable")])
def test_a_busy_server_is_asked_again_when_it_says(client, peer, words, naps, status, code):
    busy = words.problem(status, code, headers={"Retry-After": "7"})
    peer.says(busy, busy, words.ok(words.game()))
    assert client.games.view("g1").id == "g1"
    assert len(naps) == 2
    assert all(7 <= nap < 13 for nap in naps)


def test_waiting_longer_than_patience_is_left_to_the_caller(client, peer, words, naps):
    peer.says(words.problem(429, "rate_limited", headers={"Retry-After": "3600"}))
    with pytest.raises(herdbook.RateLimitedError) as caught:
        client.games.view("g1")
    assert caught.value.retry_after == 3600
    assert naps == []


def test_a_server_that_stays_busy_is_given_up(client, peer, words, naps):
    peer.script = lambda _: words.problem(503, "unavailable", retryable=True)
    with pytest.raises(herdbook.UnavailableError):
        client.games.view("g1")
    assert len(naps) == 5
    assert len(peer.asked) == 6


def test_a_lost_move_is_sent_again_with_the_same_decision(client, peer, words, naps):
    replayed = words.ok({"events": [], "game": words.game()}, Idempotency_Replayed="true")
    peer.says(words.lost, replayed)
    assert client.games.move("g1", "take", decision="d1").replayed
    assert [asked.body for asked in peer.asked] == [{"move": "take", "decision": "d1"}] * 2
    assert len(naps) == 1


def test_an_answer_cut_in_its_middle_is_asked_for_again(client, peer, words):
    body = {"events": [], "game": words.game()}
    peer.says(words.Answer(201, body, cut=50), words.ok(body))
    client.games.move("g1", "take", decision="d1")
    assert len(peer.asked) == 2


def test_other_lost_calls_keep_their_key_and_each_call_has_its_own(client, peer, words):
    game = words.ok(words.game(), 201)
    peer.says(words.lost, words.lost, game, game)
    client.games.resign("g1")
    client.games.resign("g1")
    keys = [asked.headers["idempotency-key"] for asked in peer.asked]
    assert len(keys) == 4
    assert keys[0] == keys[1] == keys[2] != keys[3]


def test_a_lost_sandbox_is_not_asked_for_twice(client, peer, words):
    peer.says(words.lost)
    with pytest.raises(herdbook.ConnectionFailedError) as caught:
        client.sandbox()
    assert len(peer.asked) == 1
    assert caught.value.retryable


def test_a_sandbox_that_was_turned_away_is_asked_for_again(client, peer, words):
    made = words.ok({"token": "hb_1_a", "account": {"name": "sandbox-1"}}, 201)
    peer.says(words.problem(503, "unavailable"), made)
    client.sandbox()
    assert [asked.headers.get("idempotency-key") for asked in peer.asked] == [None, None]


def test_a_gateway_that_lost_its_server_is_asked_again_only_if_that_is_safe(client, peer, words):
    bad = words.Answer(502, b"<h1>Bad Gateway</h1>", {"Content-Type": "text/html"})
    peer.says(bad, words.ok(words.game()), bad)
    client.games.abort("g1")
    with pytest.raises(herdbook.UnexpectedAnswerError):
        client.sandbox()
    assert len(peer.asked) == 3


def test_a_server_that_restarts_is_waited_for(peer, words):
    peer.stop()
    naps = []

    def nap(seconds):
        naps.append(seconds)
        if len(naps) == 3:
            peer.start()

    peer.says(words.ok(words.game()))
    with herdbook.Client(peer.url, retries=Retries(sleep=nap)) as client:
        assert client.games.view("g1").id == "g1"
    assert len(naps) == 3


def test_a_connection_that_went_stale_between_calls_is_opened_anew(client, peer, words):
    peer.says(words.ok(words.game()), words.lost, words.ok(words.game()))
    client.games.view("g1")
    client.games.view("g1")
    assert len({asked.peer for asked in peer.asked}) == 2


def test_no_server_is_a_clear_error(peer):
    peer.stop()
    with (
        herdbook.Client(peer.url, "hb_1_hush", retries=herdbook.NEVER) as client,
        pytest.raises(herdbook.ConnectionFailedError, match=peer.url) as caught,
    ):
        client.rulesets()
    assert caught.value.status is None
    assert "hush" not in str(caught.value)


def test_a_refusal_of_our_own_lost_copy_is_no_failure_to_leave(client, peer, words):
    gone = words.problem(403, "not_seated")
    peer.says(words.lost, gone, gone)
    client.games.leave("g1")
    with pytest.raises(herdbook.NotSeatedError):
        client.games.leave("g1")


def test_a_decision_made_by_another_move_says_whether_ours_was_sent_before(client, peer, words):
    taken = words.problem(409, "decision_already_made", version=9)
    peer.says(words.lost, taken, taken)
    for resent in (True, False):
        with pytest.raises(herdbook.DecisionAlreadyMadeError) as caught:
            client.games.move("g1", "take", decision="d1")
        assert caught.value.resent is resent
        assert caught.value.version == 9


def test_a_server_that_failed_is_asked_once_more(client, peer, words, naps):
    failed = words.problem(500, "internal_error", retryable=True)
    peer.says(failed, words.ok(words.game()), failed, failed)
    client.games.resign("g1")
    with pytest.raises(herdbook.ServerError):
        client.games.resign("g1")
    keys = [asked.headers["idempotency-key"] for asked in peer.asked]
    assert keys[0] == keys[1] != keys[2] == keys[3]
    assert len(naps) == 2


def test_a_failure_that_would_come_again_is_told_at_once(client, peer, words, naps):
    peer.says(
        words.problem(500, "game_incident", retryable=False),
        words.problem(500, "internal_error", retryable=True),
    )
    with pytest.raises(herdbook.GameIncidentError):
        client.games.move("g1", "take", decision="d1")
    with pytest.raises(herdbook.ServerError):
        client.sandbox()  # it may have made one already
    assert len(peer.asked) == 2
