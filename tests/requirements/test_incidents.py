"""A game that fails inside is paused for all to see, once, and lost by nobody (S70)."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from bots import answering
from games.services import deadlines, play
from games.services.errors import IncidentError
from tests.cast import problem
from tests.concurrency.racing import crew
from tests.requirements.failing_rules import HIDDEN, rules_that_fail
from tests.services.table import bot, new_game, per_move, person
from tests.store.soundness import assert_log_is_sound
from tests.tables import seated

DAY = 86_400
BROKEN = pytest.mark.parametrize("part", ["decide", "evolve", "decisions", "outcome"])


def incidents(*arguments: str) -> list[dict[str, str]]:
    said = StringIO()
    call_command("incidents", "--json", *arguments, stdout=said)
    return [json.loads(line) for line in said.getvalue().splitlines()]


@BROKEN
def test_a_legal_move_that_fails_pauses_the_game_for_all_to_see(part, alice, bob, clock, caplog):
    """Nothing is lost: the operator lets it go on, and the same request makes the move."""
    game = seated(alice, bob, time_control=per_move(DAY, "forfeit"))
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    with rules_that_fail(part):
        body = problem(alice.post(f"/games/{game}/moves", asked), 500, "game_incident")
        again = problem(alice.post(f"/games/{game}/moves", asked), 409, "game_paused")
    assert body["retryable"] is False
    assert body["version"] == again["version"]
    assert body["incident"] in body["detail"]
    line = next(text for text in caplog.messages if body["incident"] in text)
    assert "ZeroDivisionError" in line
    assert HIDDEN not in caplog.text
    for viewer in (alice, bob):
        view = viewer.view(game)
        assert (view["status"], view["pause"]["seat"]) == ("paused", None)
        assert view["pause"]["incident"] == body["incident"]
        assert view["deciding"][0]["deadline_at"] is None
        paused, reported = viewer.get(f"/games/{game}/events").json()["items"][-2:]
        assert paused["type"] == "GamePaused"
        assert (reported["type"], reported["cause"]) == ("IncidentReported", "system")
        assert reported["data"] == {"incident": body["incident"]}
    problem(alice.post(f"/games/{game}/resume"), 409, "not_your_pause")
    clock.advance(DAY - 60)
    deadlines.sweep()
    (listed,) = incidents(game)
    assert (listed["game"], listed["incident"]) == (game, body["incident"])
    incidents(game, "--resume")
    assert incidents(game) == []
    view = alice.view(game)
    assert (view["status"], view["decision"]["id"]) == ("running", decision["id"])
    assert alice.post(f"/games/{game}/moves", asked).status_code == 201
    assert_log_is_sound(game)


def test_what_was_never_offered_is_a_request_s_own_failure(alice, bob, mallory):
    """Bad input pauses no game, whatever it meets on its way."""
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    before = alice.view(game)["version"]
    with rules_that_fail("parse_move"):
        for move in ("take", "moo", ""):
            asked = {"decision": decision["id"], "move": move}
            problem(alice.post(f"/games/{game}/moves", asked), 500, "internal_error")
            problem(alice.post(f"/games/{game}/moves", {"move": move}), 500, "internal_error")
        problem(mallory.post(f"/games/{game}/moves", {"move": "take"}), 403, "not_seated")
    assert alice.view(game)["version"] == before


def test_a_failure_that_has_passed_is_no_incident(alice, bob, monkeypatch):
    """A request that was cut off in the midst of thinking says nothing about the game."""
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    kept, calls = play.play, 0

    def once(*args):
        nonlocal calls
        calls += 1
        if calls == 1:
            raise MemoryError
        return kept(*args)

    monkeypatch.setattr(play, "play", once)
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    problem(alice.post(f"/games/{game}/moves", asked), 500, "internal_error")
    assert alice.view(game)["status"] == "running"
    assert alice.post(f"/games/{game}/moves", asked).status_code == 201


def test_the_clock_and_the_house_find_it_as_well(database, clock):
    silent = new_game(person(), person(), time_control=per_move(60, "default-move"))
    house = new_game("random", bot(), time_control=per_move(DAY, "forfeit"))
    clock.advance(61)
    with rules_that_fail("decide"):
        deadlines.expire_game(silent.game)
        owed = house.owed()
        assert not answering.answer(house.game, owed.seat, owed.opened)
        for table in (silent, house):
            assert table.types[-2:] == ["GamePaused", "IncidentReported"]
        clock.advance(3600)
        deadlines.sweep()
        assert not answering.answer(house.game, owed.seat, owed.opened)
    for table in (silent, house):
        assert table.types.count("IncidentReported") == 1
        assert_log_is_sound(table.game)


def test_after_a_day_it_goes_on_and_is_paused_again_where_it_still_fails(database, clock):
    table = new_game(person(), person(), time_control=per_move(60, "default-move"))
    clock.advance(61)
    with rules_that_fail("decide"):
        deadlines.expire_game(table.game)
        clock.advance(DAY)
        deadlines.sweep()
        assert table.types.count("IncidentReported") == 2
    clock.advance(DAY)
    deadlines.sweep()
    assert table.types.count("IncidentReported") == 2
    assert "DecisionExpired" in table.types
    assert_log_is_sound(table.game)


def test_of_many_that_meet_it_at_once_all_are_told_the_same(database, settings):
    settings.HERDBOOK_CALLS_AT_ONCE = 1_000
    table = new_game(bot(), bot())
    move, decision = table.legal()[0], table.decision()
    with rules_that_fail("decide"), crew(8) as threads:
        finishes = threads.race(
            [lambda: table.answer(move, decision=decision, by=table.asker(0))] * 8
        )
    assert table.types.count("IncidentReported") == 1
    told = {finish.error.incident for finish in finishes if isinstance(finish.error, IncidentError)}
    pause = table.state.pause
    assert pause is not None
    assert told == {pause.incident}
    assert_log_is_sound(table.game)


def test_the_operator_is_told_what_cannot_be_resumed(alice, bob):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    with rules_that_fail("decisions"):
        asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
        problem(alice.post(f"/games/{game}/moves", asked), 500, "game_incident")
        with pytest.raises(CommandError, match="1 games could not be resumed"):
            incidents(game, "--resume")
    assert alice.view(game)["status"] == "paused"
    said = StringIO()
    call_command("incidents", game, stdout=said)
    assert game in said.getvalue()
    call_command("incidents", game, "--resume", stdout=said)
    call_command("incidents", game, stdout=said)
    assert "No game is paused for an incident." in said.getvalue()
