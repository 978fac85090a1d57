"""After a pause is recorded nothing is played until it ends, whatever was on its way (S20)."""

from collections.abc import Callable
from functools import partial

import pytest

from bots import answering
from games.engine.events import Cause
from games.services import deadlines, pauses, play
from games.services.errors import GamePausedError, ServiceError
from tests.concurrency.racing import BOTH, crew, errors
from tests.services.table import Table, bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound


def assert_rests_are_whole(table: Table) -> int:
    """Assert that nothing stands between a pause and its end; return how many there were."""
    rests, paused = 0, False
    for recorded in table.log:
        name = recorded.event.type
        if paused:
            assert name == "GameResumed", f"{name} by {recorded.cause} while the game rested"
        paused = name == "GamePaused"
        rests += paused
    return rests


@BOTH
def test_moves_answers_of_the_house_and_sweeps_race_a_pause(database, clock):
    """Three seats: one moves, the house answers, one pauses; and a sweep finds what is due."""
    control = per_move(3600, "default-move") | {"pause_budget": {"seat": 2_000_000}}
    table = new_game(bot(), "random", bot(), time_control=control)
    with crew(6) as threads:
        for _ in range(25):
            owed = table.owed()
            house = table.state.seats[owed.seat].played_by_house
            clock.advance(3601 if owed.seat == 2 else 5)
            decision, move = table.decision(owed), table.legal(owed)[0]
            act: Callable[[], object]
            if house:
                act = partial(answering.answer, table.game, owed.seat, owed.opened)
            else:
                act = partial(table.answer, move, decision=decision, by=table.asker(owed.seat))
            pauser = table.asker(0 if owed.seat == 2 else 2)
            pause = partial(pauses.pause_game, game=table.game, asker=pauser)
            calls: list[Callable[[], object]] = [act, pause, act, act]
            calls.append(partial(deadlines.expire_game, table.game))
            finishes = threads.race(calls)
            assert all(isinstance(error, ServiceError) for error in errors(finishes))
            assert finishes[1].answer is not None, finishes[1].error
            # What was queued comes late, and changes nothing.
            before = table.types
            for late in (act, partial(deadlines.expire_game, table.game)):
                try:
                    late()
                except ServiceError:
                    continue
            assert table.types == before
            pauses.resume_game(game=table.game, asker=pauser)
    assert assert_rests_are_whole(table) == 25
    assert_log_is_sound(table.game)


def test_of_pauses_and_resumes_at_once_each_has_its_turn(database):
    control = per_move(3600, "default-move") | {"pause_budget": {"seat": 2_000_000}}
    table = new_game(bot(), bot(), time_control=control)
    calls: list[Callable[[], object]] = [
        partial(pauses.pause_game, game=table.game, asker=table.asker(0)),
        partial(pauses.pause_game, game=table.game, asker=table.asker(1)),
        partial(pauses.resume_game, game=table.game, asker=table.asker(0)),
        partial(pauses.resume_by_order, table.game),
        partial(pauses.resume_due, table.game),
    ]
    with crew(len(calls)) as threads:
        for _ in range(20):
            finishes = threads.race(calls)
            assert all(isinstance(error, ServiceError) for error in errors(finishes))
    assert assert_rests_are_whole(table) > 0
    assert_log_is_sound(table.game)


def test_a_task_that_waited_through_the_pause_answers_nothing_in_it(database, clock):
    control = per_move(3600, "forfeit") | {"pause_budget": {"seat": 86_400}}
    table = new_game("random", bot(), time_control=control)
    owed = table.owed()
    clock.advance(10)
    pauses.pause_game(game=table.game, asker=table.asker(1))
    assert not answering.answer(table.game, owed.seat, owed.opened)
    with pytest.raises(GamePausedError):
        play.play_free_house_move(game=table.game, seat=owed.seat, move="take")
    assert table.types[-1] == "GamePaused"
    assert {one.cause for one in table.log if one.event.type == "GamePaused"} == {Cause.BOT}
