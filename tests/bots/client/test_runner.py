"""The runner against a peer that keeps a list of what is owed."""

import asyncio
import itertools
import logging

import herdbook
import pytest
from herdbook import Retries
from herdbook import runner as runner_module
from herdbook.runner import Runner


class Owing:
    """A server with decisions to make: each game has so many left, and ends with the last."""

    def __init__(self, words, games):
        self.words = words
        self.left = dict(games)
        self.made: list[tuple[str, str]] = []
        self.closed: set[str] = set()
        self.away: set[str] = set()
        self.invited: list[str] = []
        self.returned: list[str] = []

    def view(self, game, *, owed=True):
        left = self.left[game]
        seats = self.words.game()["seats"]
        if game in self.away:
            seats = [seats[0] | {"state": "away"}, seats[1]]
        if left == 0:
            return self.words.finished(id=game)
        decision = {"id": f"{game}-{left}", "legal_moves": ["a", "b"], "kind": "turn"}
        owes = owed and game not in self.away
        return self.words.game(id=game, decision=decision if owes else None, seats=seats)

    def __call__(self, asked):
        path, _, query = asked.path.removeprefix("/api/v1").partition("?")
        match asked.method, path.split("/")[1:]:
            case "GET", ["me", "turns", "next"]:
                return self.next_turn(query.removeprefix("after="))
            case "GET", ["me", listed]:
                return self.words.ok({"items": self.listed(listed), "next": None})
            case "POST", ["games", game, "moves"]:
                return self.move(game, asked.body)
            case "POST", ["games", game, "invitation"]:
                self.invited.remove(game)
                self.left[game] = 1
            case "POST", ["games", game, "seats", "me", "return"]:
                self.away.discard(game)
                self.returned.append(game)
            case _, ["games", game]:
                pass
            case _:
                return None
        return self.words.ok(self.view(game))

    def listed(self, what):
        if what == "invitations":
            return [self.words.game(id=game, status="open") for game in self.invited]
        return [self.view(game, owed=False) for game, left in self.left.items() if left]

    def next_turn(self, after):
        owed = [
            f"{game}-{left}" for game, left in self.left.items() if left and game not in self.away
        ]
        start = owed.index(after) + 1 if after in owed else 0
        for decision in owed[start:] + owed[:start]:
            if decision != after:
                return self.words.ok(self.view(decision.partition("-")[0]))
        return self.words.Answer(204)

    def move(self, game, body):
        if body["decision"] in self.closed:
            # Closed by the clock; the game goes on a little later.
            self.left[game] -= 1
            return self.words.problem(409, "decision_expired")
        assert body["decision"] == f"{game}-{self.left[game]}"
        self.made.append((body["decision"], body["move"]))
        self.left[game] -= 1
        return self.words.ok({"events": [], "game": self.view(game, owed=False)}, 201)


class First(herdbook.Bot):
    def choose(self, decision, game):
        assert game.decision == decision
        return decision.legal_moves[0]


def play(peer, bot, **kwargs):
    async def run():
        async with herdbook.AsyncClient(peer.url, "hb_1_x", retries=herdbook.NEVER) as client:
            await asyncio.wait_for(Runner(client, bot, until_idle=True, **kwargs).run(), 20)

    asyncio.run(run())


@pytest.fixture(autouse=True)
def short_rests(monkeypatch):
    monkeypatch.setattr(runner_module, "REST", 0.05)


def test_it_plays_all_games_to_their_end(peer, words):
    peer.script = owing = Owing(words, {"g1": 3, "g2": 2})
    First().run(peer.url, "hb_1_x", until_idle=True)
    assert owing.made == [("g1-3", "a"), ("g1-2", "a"), ("g1-1", "a"), ("g2-2", "a"), ("g2-1", "a")]
    assert {asked.headers["authorization"] for asked in peer.asked} == {"Bearer hb_1_x"}
    assert len({asked.peer for asked in peer.asked}) == 1


def test_it_begins_with_a_single_request_and_then_waits(peer, words):
    """S39: nothing has to be listed before the first answer."""
    peer.script = Owing(words, {"g1": 1})
    play(peer, First())
    begun = [(asked.method, asked.path.removeprefix("/api/v1")) for asked in peer.asked[:2]]
    assert begun == [("GET", "/me/turns/next"), ("POST", "/games/g1/moves")]
    assert [asked.headers.get("prefer") for asked in peer.asked[:3]] == ["wait=0", None, "wait=5"]


def test_a_coroutine_may_choose_and_think_about_several_games_at_once(peer, words):
    class Slow(herdbook.Bot):
        at_once = 3
        thinking = 0

        def __init__(self):
            self.three = asyncio.Event()

        async def choose(self, decision, game):
            self.thinking += 1
            assert self.thinking <= 3
            if self.thinking == 3:
                self.three.set()
            await self.three.wait()
            self.thinking -= 1
            return "b"

    peer.script = owing = Owing(words, {"g1": 2, "g2": 2, "g3": 2, "g4": 2})
    play(peer, Slow())
    assert len(owing.made) == len(set(owing.made)) == 8


def test_what_follows_in_the_same_game_is_answered_at_once(peer, words):
    moved = {"events": [], "game": words.game(decision={"id": "d2", "legal_moves": ["x"]})}
    over = {"events": [], "game": words.finished()}
    empty = words.ok({"items": [], "next": None})
    peer.says(words.ok(words.game()), words.ok(moved, 201), words.ok(over, 201),
              words.Answer(204), empty)  # fmt: skip
    play(peer, First())
    assert [asked.body and asked.body["decision"] for asked in peer.asked] == [
        None, "d1", "d2", None, None,
    ]  # fmt: skip


def test_an_expired_decision_is_let_go_and_the_seat_taken_back(peer, words):
    peer.script = owing = Owing(words, {"g1": 2, "g2": 1, "g3": 1})
    owing.closed = {"g1-2"}
    owing.away = {"g2"}
    play(peer, First())
    assert sorted(owing.made) == [("g1-1", "a"), ("g2-1", "a"), ("g3-1", "a")]
    assert owing.returned == ["g2"]


@pytest.mark.parametrize("code", ["not_away", "game_over", "seat_resigned"])
def test_coming_back_too_late_is_no_failure(peer, words, code):
    owing = Owing(words, {"g1": 1})
    owing.away = {"g1"}

    def script(asked):
        if asked.path.endswith("/return"):
            owing.left["g1"] = 0
            return words.problem(409, code)
        return owing(asked)

    peer.script = script
    play(peer, First())
    assert owing.made == []


def test_a_bot_that_fails_is_asked_again_and_holds_up_nothing(peer, words, caplog):
    class Nervous(herdbook.Bot):
        tries = 0

        def choose(self, decision, game):
            if game.id == "g1":
                self.tries += 1
                if self.tries == 1:
                    raise RuntimeError("lost the thread")
                if self.tries == 2:
                    return "nothing of the kind"
            return "b"

    peer.script = owing = Owing(words, {"g1": 1, "g2": 2})
    with caplog.at_level(logging.CRITICAL, logger="herdbook.runner"):
        play(peer, Nervous())
    assert owing.made == [("g2-2", "b"), ("g2-1", "b"), ("g1-1", "b")]


def test_when_all_that_is_owed_rests_it_does_not_ask_in_a_loop(peer, words, caplog, monkeypatch):
    monkeypatch.setattr(runner_module, "REST", 0.7)

    class Unwilling(herdbook.Bot):
        asked = 0

        def choose(self, decision, game):
            self.asked += 1
            if self.asked <= 4:
                raise RuntimeError
            return "a"

    peer.script = owing = Owing(words, {"g1": 1, "g2": 1})
    with caplog.at_level(logging.CRITICAL, logger="herdbook.runner"):
        play(peer, Unwilling())
    assert len(owing.made) == 2
    assert len(peer.asked) < 25


def test_invitations_are_accepted_by_who_wants_them(peer, words):
    class Sociable(First):
        accepts_invitations = True

    peer.script = owing = Owing(words, {"g1": 1})
    owing.invited = ["g7"]
    play(peer, First())
    assert owing.invited == ["g7"]
    owing.left["g1"] = 1
    play(peer, Sociable())
    assert ("g7-1", "a") in owing.made


def test_a_seat_that_is_gone_before_it_is_accepted_is_no_failure(peer, words):
    class Sociable(First):
        accepts_invitations = True

    owing = Owing(words, {})
    owing.invited = ["g7"]
    peer.script = lambda asked: (
        words.problem(409, "invitation_closed")
        if asked.path.endswith("/invitation")
        else owing(asked)
    )
    play(peer, Sociable())


def test_a_free_move_is_sent_without_the_decision(peer, words):
    cry = words.game(free_moves=["cry:HEN"])
    quiet = {"events": [], "game": words.game()}
    over = {"events": [], "game": words.finished()}
    peer.says(words.ok(cry), words.ok(quiet, 201), words.ok(over, 201), words.Answer(204),
              words.ok({"items": [], "next": None}))  # fmt: skip

    class Crier(herdbook.Bot):
        def choose(self, decision, game):
            return game.free_moves[0] if game.free_moves else decision.legal_moves[0]

    play(peer, Crier())
    assert [asked.body for asked in peer.asked if asked.body] == [
        {"move": "cry:HEN"},
        {"move": "2.1", "decision": "d1"},
    ]


def test_a_token_that_no_longer_serves_ends_it(peer, words):
    peer.says(words.problem(401, "token_revoked"))
    with pytest.raises(herdbook.TokenRevokedError):
        First().run(peer.url, "hb_1_x")


def test_a_token_that_dies_while_it_thinks_ends_it_with_the_same_error(peer, words):
    peer.says(words.ok(words.game()), words.problem(401, "token_revoked"))
    with pytest.raises(herdbook.TokenRevokedError):
        First().run(peer.url, "hb_1_x")


def test_a_server_that_is_away_for_long_is_waited_for(peer, words):
    owing = Owing(words, {"g1": 2})
    away = itertools.count()
    peer.script = lambda asked: (
        words.problem(503, "unavailable") if 1 <= next(away) < 21 else owing(asked)
    )
    naps: list[float] = []

    async def nap(seconds):
        naps.append(seconds)

    endless = Retries(
        limit=herdbook.ENDLESS.limit, patience=herdbook.ENDLESS.patience, sleep_async=nap
    )

    async def run():
        async with herdbook.AsyncClient(peer.url, "hb_1_x", retries=endless) as client:
            await Runner(client, First(), until_idle=True).run()

    asyncio.run(run())
    assert len(owing.made) == 2
    assert len(naps) == 20
    assert max(naps) <= 5


@pytest.mark.parametrize("code", ["game_incident", "internal_error"])
def test_a_game_that_fails_on_the_server_holds_up_no_other(peer, words, caplog, code):
    owing = Owing(words, {"g1": 2, "g2": 2})
    failed: list[str] = []

    def script(asked):
        if asked.path.endswith("/games/g1/moves") and len(failed) < 3:
            failed.append(asked.body["decision"])
            return words.problem(500, code)
        return owing(asked)

    peer.script = script
    with caplog.at_level(logging.CRITICAL, logger="herdbook.runner"):
        play(peer, First())
    assert failed == ["g1-2"] * 3
    assert [game for game, _ in owing.made[:2]] == ["g2-2", "g2-1"]
    assert sorted(owing.made) == [(f"g{n}-{left}", "a") for n in (1, 2) for left in (1, 2)]


@pytest.mark.parametrize("of", ["/me/turns/next", "/me/games"])
def test_a_server_that_fails_is_asked_again_after_a_while(peer, words, caplog, of):
    owing = Owing(words, {"g1": 1})
    failed: list[str] = []

    def script(asked):
        if of in asked.path and len(failed) < 4:
            failed.append(asked.path)
            return words.problem(500, "internal_error")
        return owing(asked)

    peer.script = script
    with caplog.at_level(logging.CRITICAL, logger="herdbook.runner"):
        play(peer, First())
    assert len(failed) == 4
    assert owing.made == [("g1-1", "a")]
