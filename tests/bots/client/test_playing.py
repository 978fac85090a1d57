"""A whole game against a peer that tells its side of it call by call."""

import json
import queue

import herdbook
import pytest
from herdbook import Retries
from herdbook.playing import play_game, random_choice, watch_game


@pytest.fixture
def told():
    """The views that were followed."""
    return []


def waiting(words, version, **changes):
    return words.game(version=version, decision=None, deciding=[], **changes)


def moved(words, **changes):
    return words.ok({"events": [], "game": words.game(**changes)}, 201)


def paths(peer):
    return [f"{asked.method} {asked.path.removeprefix('/api/v1')}" for asked in peer.asked]


def first(game):
    return game.decision.legal_moves[0]


def test_play_makes_a_bot_and_a_game_and_plays_it_to_the_end(peer, words):
    account = {"name": "sandbox-1", "kind": "bot"}
    peer.says(
        words.ok({"token": "hb_1_x", "account": account}, 201),
        words.ok(words.game(version=5), 201),
        moved(words, version=6, decision={"id": "d2", "legal_moves": ["8.0"]}),
        words.ok({"events": [], "game": words.finished(version=9)}, 201),
    )
    game = herdbook.play(peer.url, seats=3, strategy="hard", choose=first)
    assert game.outcome == herdbook.Outcome((0,), (1,), (12, 101), "completed")
    assert peer.asked[1].body["seats"] == [
        {"kind": "me"},
        {"kind": "house", "strategy": "hard"},
        {"kind": "house", "strategy": "hard"},
    ]
    assert [asked.body["move"] for asked in peer.asked[2:]] == ["2.1", "8.0"]
    assert {asked.headers["authorization"] for asked in peer.asked[1:]} == {"Bearer hb_1_x"}


@pytest.mark.parametrize(
    ("known", "usual"),
    [(["easy", "normal"], "normal"), (["random"], "random"), ([], "normal")],
)
def test_house_bots_play_as_is_usual_for_the_ruleset(peer, words, known, usual):
    account = {"name": "sandbox-1", "kind": "bot"}
    peer.says(
        words.ok({"token": "hb_1_x", "account": account}, 201),
        words.ok({"slug": "tortoise", "strategies": [{"name": name} for name in known]}),
        words.ok(words.finished(version=5), 201),
    )
    herdbook.play(peer.url, ruleset="tortoise", seats=2)
    assert paths(peer)[1:] == ["GET /rulesets/tortoise", "POST /games"]
    assert peer.asked[2].body["seats"][1] == {"kind": "house", "strategy": usual}


def test_it_waits_while_others_decide(client, peer, words, told):
    peer.says(
        words.ok(waiting(words, 3), ETag='"3"'),
        words.Answer(304, None, {"ETag": '"3"'}),
        words.lost,
        words.ok(words.game(version=4), ETag='"4"'),
        moved(words, version=5, decision=None),
        words.ok(words.finished(version=6)),
    )
    start = herdbook.reading.read(herdbook.Game, waiting(words, 3))
    end = play_game(client, start, first, follow=told.append)
    assert end.version == 6
    assert [asked.headers.get("if-none-match") for asked in peer.asked] == [
        None, '"3"', '"3"', '"3"', None, None,
    ]  # fmt: skip
    assert peer.asked[1].headers["prefer"] == "wait=30"
    assert told[-1] == end


def test_a_game_that_ends_while_waiting_is_over(client, peer, words):
    peer.says(words.ok(words.finished(version=8)))
    start = herdbook.reading.read(herdbook.Game, waiting(words, 3))
    assert play_game(client, start, first).is_over


def test_after_an_expired_decision_it_takes_its_seat_back(client, peer, words):
    seats = words.game()["seats"]
    away = [seats[0] | {"state": "away"}, seats[1]]
    peer.says(
        words.problem(409, "decision_expired"),
        words.ok(waiting(words, 7, seats=away)),
        words.ok(words.game(version=8, decision={"id": "d2", "legal_moves": ["take"]})),
        words.ok({"events": [], "game": words.finished(version=9)}, 201),
    )
    start = herdbook.reading.read(herdbook.Game, words.game())
    play_game(client, start, first)
    assert paths(peer) == [
        "POST /games/g1/moves",
        "GET /games/g1",
        "POST /games/g1/seats/me/return",
        "POST /games/g1/moves",
    ]


@pytest.mark.parametrize("code", ["not_away", "game_over"])
def test_coming_back_too_late_or_for_nothing_is_no_failure(client, peer, words, code):
    seats = words.game()["seats"]
    away = [seats[0] | {"state": "away"}, seats[1]]
    peer.says(words.problem(409, code), words.ok(words.finished(version=8)))
    start = herdbook.reading.read(herdbook.Game, waiting(words, 7, seats=away))
    assert play_game(client, start, first).is_over


@pytest.mark.parametrize(
    "code",
    ["decision_already_made", "decision_closed", "game_over", "seat_resigned"],
)
def test_a_move_that_came_too_late_is_let_go(client, peer, words, code):
    peer.says(words.problem(409, code), words.ok(words.finished(version=8)))
    start = herdbook.reading.read(herdbook.Game, words.game())
    assert play_game(client, start, first).is_over


def test_a_lost_decision_that_is_still_shown_is_not_answered_again(client, peer, words):
    peer.says(
        words.problem(409, "decision_expired"),
        words.ok(words.game(), ETag='"5"'),
        words.Answer(304),
        words.ok(waiting(words, 7)),
        words.ok(words.game(version=8, decision={"id": "d2", "legal_moves": ["take"]})),
        words.ok({"events": [], "game": words.finished(version=9)}, 201),
    )
    start = herdbook.reading.read(herdbook.Game, words.game())
    play_game(client, start, first)
    assert [asked.body["decision"] for asked in peer.asked if asked.body] == ["d1", "d2"]
    assert [asked.headers.get("prefer") for asked in peer.asked[1:5]] == [
        None, "wait=30", "wait=30", "wait=30",
    ]  # fmt: skip


def test_an_illegal_choice_is_the_choosers_to_know(client, peer, words):
    peer.says(words.problem(422, "illegal_move"))
    start = herdbook.reading.read(herdbook.Game, words.game())
    with pytest.raises(herdbook.IllegalMoveError):
        play_game(client, start, lambda _: "1.0")


def test_a_free_move_may_be_chosen_instead(client, peer, words):
    peer.says(
        moved(words, version=6, free_moves=["cry:HEN"]),
        words.ok({"events": [], "game": words.finished(version=9)}, 201),
    )
    start = herdbook.reading.read(herdbook.Game, words.game(free_moves=["cry:HEN"]))
    choices = iter(["cry:HEN", "take"])
    play_game(client, start, lambda _: next(choices))
    assert [asked.body for asked in peer.asked] == [
        {"move": "cry:HEN"},
        {"move": "take", "decision": "d1"},
    ]


def test_a_restart_in_the_middle_of_a_game_is_sat_out(peer, words):
    peer.stop()
    naps = []

    def nap(seconds):
        naps.append(seconds)
        if len(naps) == 5:
            peer.start()

    peer.says(words.ok({"events": [], "game": words.finished(version=9)}, 201))
    start = herdbook.reading.read(herdbook.Game, words.game())
    with herdbook.Client(peer.url, retries=Retries(sleep=nap)) as client:
        assert play_game(client, start, first).is_over


def test_a_game_of_an_unknown_status_is_waited_for_though_a_decision_stands(client, peer, words):
    peer.says(words.ok(words.finished(version=6)))
    start = herdbook.reading.read(herdbook.Game, words.game(status="adjourned"))
    play_game(client, start, first)
    assert paths(peer) == ["GET /games/g1"]


def test_a_seat_is_taken_back_in_a_running_game_only(client, peer, words):
    seats = words.game()["seats"]
    away = [seats[0] | {"state": "away"}, seats[1]]
    peer.says(words.ok(words.finished(version=8)))
    start = herdbook.reading.read(herdbook.Game, waiting(words, 7, seats=away, status="adjourned"))
    play_game(client, start, first)
    assert paths(peer) == ["GET /games/g1"]


def test_random_moves_are_legal_and_the_same_for_the_same_seed(words):
    moves = [str(number) for number in range(50)]
    game = herdbook.reading.read(
        herdbook.Game, words.game(decision={"id": "d", "legal_moves": moves})
    )
    one, two = random_choice(7), random_choice(7)
    chosen = [one(game) for _ in range(20)]
    assert chosen == [two(game) for _ in range(20)]
    assert set(chosen) <= set(moves)
    assert len(set(chosen)) > 5


def test_watching_shows_every_view_until_the_end(client, peer, words, told):
    """Where the server keeps no stream, news is waited for."""
    peer.says(
        words.problem(503, "unavailable"),
        words.ok(waiting(words, 4, you=None), ETag='"4"'),
        words.Answer(304),
        words.ok(words.finished(version=9, you=None)),
    )
    start = herdbook.reading.read(herdbook.Game, waiting(words, 3, you=None))
    watch_game(client, start, told.append)
    assert [game.version for game in told] == [3, 4, 4, 9]


def test_a_game_is_watched_by_its_stream(client, peer, words, told):
    stream: queue.Queue[bytes | None] = queue.Queue()
    event = {"type": "CowPlayed", "at": "2026-01-01T00:00:00Z"}
    for name, version, shown in (
        ("hello", 3, {"server_now": "2026-01-01T00:00:00Z", "cursor": "3"}),
        ("snapshot", 3, waiting(words, 3, you=None)),
        ("event", 4, event | {"version": 4}),
        ("event", 5, event | {"version": 5}),
        ("event", 6, event | {"version": 6}),
        ("bye", 6, {"reason": "game_finished", "cursor": "6"}),
    ):
        stream.put(f"id: {version}\nevent: {name}\ndata: {json.dumps(shown)}\n\n".encode())
    stream.put(None)
    peer.says(
        words.Answer(stream=stream),
        words.ok(waiting(words, 5, you=None)),
        words.ok(words.finished(version=6, you=None)),
    )
    start = herdbook.reading.read(herdbook.Game, waiting(words, 3, you=None))
    assert watch_game(client, start, told.append).is_over
    assert [game.version for game in told] == [3, 5, 6]
    assert peer.asked[0].headers["last-event-id"] == "3"
    assert "prefer" not in peer.asked[1].headers
