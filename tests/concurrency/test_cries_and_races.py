"""Two cries, and two sets laid down, at the same moment: the log decides which came first."""

from collections.abc import Iterator
from functools import partial
from uuid import UUID

import pytest

from tests.cast import Player, Response, open_player, problem
from tests.concurrency.racing import Crew, answers, crew
from tests.farmyard import Deal, deal_from, farmyard
from tests.store.soundness import assert_log_is_sound
from tests.tables import whole_log

NEXT_ROUND = ("RoundEnded", "RoundDealt", "DealSealed")
TIMES = [10, pytest.param(100, marks=pytest.mark.slow)]


@pytest.fixture
def two(database: None) -> Iterator[Crew]:
    with crew(2) as threads:
        yield threads


def cry(player: Player, game: str, group: str):
    return partial(player.post, f"/games/{game}/moves", {"move": f"cry:{group}"})


def lay_down(player: Player, game: str):
    decision = player.view(game)["decision"]
    assert (decision["kind"], decision["legal_moves"]) == ("race", ["lay-down"])
    asked = {"decision": decision["id"], "move": "lay-down"}
    return partial(player.post, f"/games/{game}/moves", asked)


def meet(two: Crew, *calls) -> list[Response]:
    """Let both calls begin at once; every one of them gets an answer."""
    got = answers(two.race(calls))
    assert len(got) == len(calls)
    return got


def logged(player: Player, game: str, after: str) -> list[str]:
    """Return the types of the events behind the first one of this type."""
    types = [event["type"] for event in whole_log(player, game)]
    assert_log_is_sound(UUID(game))
    return types[types.index(after) + 1 :]


@pytest.mark.parametrize("times", TIMES)
def test_of_two_sets_laid_down_at_once_one_wins(two, monkeypatch, times):
    """2.8.20: the first `lay-down` that is committed wins, and closes the other decision."""
    deal_from(monkeypatch, Deal.RACE)
    players = [open_player() for _ in range(6)]
    winners: set[int] = set()
    for _ in range(times):
        game = farmyard(*players)
        racing = [players[seat] for seat in players[0].view(game)["table"]["racing"]]
        got = meet(two, *(lay_down(player, game) for player in racing))
        won, lost = sorted(got, key=lambda response: response.status_code)
        assert won.status_code == 201
        down, ended, *_ = won.json()["events"]
        assert (down["type"], ended["data"]["winner"]) == ("SetLaidDown", down["seat"])
        body = problem(lost, 409, "decision_closed")
        assert body["closed_by"] == down["version"]
        assert logged(players[0], game, "RaceStarted")[:3] == [
            *("SetLaidDown", "RoundEnded", "RoundDealt")
        ]
        winners.add(down["seat"])
    assert winners <= {2, 5}


@pytest.mark.parametrize("times", TIMES)
def test_of_two_cries_at_once_that_would_win_one_does(two, monkeypatch, times):
    """2.8.13: the later one is judged on the new round, in which it is not to be had."""
    deal_from(monkeypatch, Deal.TWO_GOOD_CRIES)
    players = [open_player() for _ in range(3)]
    for _ in range(times):
        game = farmyard(*players)
        got = meet(two, cry(players[1], game, "DOG"), cry(players[2], game, "COW"))
        won, lost = sorted(got, key=lambda response: response.status_code)
        assert won.status_code == 201
        cried, ended, *_ = won.json()["events"]
        assert (cried["type"], ended["data"]["winner"]) == ("GroupCried", cried["seat"])
        problem(lost, 422, "illegal_move")
        assert logged(players[0], game, "DealSealed") == ["GroupCried", *NEXT_ROUND]


@pytest.mark.parametrize("times", TIMES)
def test_of_two_cries_at_once_that_would_end_the_game_one_does(two, monkeypatch, times):
    deal_from(monkeypatch, Deal.TWO_GOOD_CRIES)
    players = [open_player() for _ in range(3)]
    for _ in range(times):
        game = farmyard(*players, options={"target": 20})
        got = meet(two, cry(players[1], game, "DOG"), cry(players[2], game, "COW"))
        won, lost = sorted(got, key=lambda response: response.status_code)
        assert won.status_code == 201
        problem(lost, 409, "game_over")
        assert logged(players[0], game, "DealSealed") == [
            *("GroupCried", "RoundEnded", "GameFinished")
        ]


@pytest.mark.parametrize("times", TIMES)
def test_two_vain_cries_at_once_are_both_heard(two, monkeypatch, times):
    deal_from(monkeypatch, Deal.TWO_VAIN_CRIES)
    players = [open_player() for _ in range(3)]
    for _ in range(times):
        game = farmyard(*players)
        owed = players[0].view(game)["decision"]
        got = meet(two, cry(players[1], game, "DOG"), cry(players[2], game, "DUK"))
        assert [response.status_code for response in got] == [201, 201]
        assert logged(players[0], game, "DealSealed") == ["GroupCried", "GroupCried"]
        view = players[0].view(game)
        heard = [(cry["seat"], cry["group"], cry["success"]) for cry in view["table"]["cries"]]
        assert sorted(heard) == [(1, "DOG", False), (2, "DUK", False)]
        assert view["decision"] == owed


@pytest.mark.parametrize("times", TIMES)
def test_a_cry_and_the_answer_it_closes_meet(two, monkeypatch, times):
    """A turn that comes first stands; one that comes too late is told what closed its decision."""
    deal_from(monkeypatch, Deal.TWO_GOOD_CRIES)
    players = [open_player() for _ in range(3)]
    for _ in range(times):
        game = farmyard(*players)
        decision = players[0].view(game)["decision"]
        asked = {"decision": decision["id"], "move": "swap"}
        turn = partial(players[0].post, f"/games/{game}/moves", asked)
        swapped, cried = meet(two, turn, cry(players[1], game, "DOG"))
        assert cried.status_code == 201
        types = logged(players[0], game, "DealSealed")
        if swapped.status_code == 201:
            assert types == ["SwapCalled", "GroupCried", *NEXT_ROUND]
        else:
            problem(swapped, 409, "decision_closed")
            assert types == ["GroupCried", *NEXT_ROUND]
