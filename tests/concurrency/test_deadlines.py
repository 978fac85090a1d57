"""A move, a sweep and a deadline at the same moment (A31, S27)."""

import time
from datetime import datetime, timedelta
from functools import partial

import pytest

from bots import answering
from games.engine.events import Cause
from games.services import deadlines, lobby
from games.services.errors import GameOverError
from games.services.play_errors import DecisionExpiredError
from games.store import clock as database_clock
from games.tasks import expire_due
from tests.concurrency.racing import answers, crew, errors
from tests.services.table import Table, bot, new_game, per_move
from tests.services.table import due as due_of
from tests.store.soundness import assert_log_is_sound

MINUTE = 60


def at(moment: datetime, ahead: timedelta, call):
    """Call at a moment of the database's clock, which is `ahead` of this machine's."""

    def run():
        until = (moment - ahead).timestamp()
        time.sleep(max(0.0, until - time.time() - 0.002))
        while time.time() < until:
            pass
        return call()

    return run


def race_at_the_deadline(clock, rounds: int) -> tuple[int, int]:
    """Let moves race sweeps at their deadlines; return how many moves and expiries won."""
    moved = 0
    with crew(3) as threads:
        for place in range(rounds):
            table = new_game(bot(), bot(), time_control=per_move(MINUTE, "forfeit"))
            due = due_of(table.owed())
            clock.advance((due - database_clock.now()).total_seconds() - 0.3)
            ahead = database_clock.now() - datetime.now(due.tzinfo)
            # Some well before the deadline, so that a busy machine does not make all of them late.
            offset = timedelta(milliseconds=(place % 11) * 12 - 100)
            move = partial(
                table.answer, table.legal()[0], decision=table.decision(), by=table.asker(0)
            )
            sweep = partial(deadlines.expire_game, table.game)
            answered, *swept = threads.race(
                [at(due + offset, ahead, move), at(due, ahead, sweep), at(due, ahead, sweep)]
            )
            assert errors(swept) == []
            moved += judge(table, due, answered.error, sum(answers(swept)))
    return moved, rounds - moved


def judge(table: Table, due: datetime, refusal: Exception | None, expired: int) -> bool:
    """Assert that one of them took effect, and that only the seat that owed can have lost."""
    state = assert_log_is_sound(table.game)
    log = table.log[6:]
    if refusal is None:
        assert log[0].event.move() is not None
        assert log[0].at < due
        assert (expired, state.outcome) == (0, None)
        return True
    assert isinstance(refusal, DecisionExpiredError)
    if not expired:  # too late for a move and too early for these sweeps: the next one does it
        assert deadlines.expire_game(table.game) == 1
        state, log = assert_log_is_sound(table.game), table.log[6:]
    assert [(one.event.type, one.event.seat) for one in log] == [
        ("DecisionExpired", 0),
        ("SeatResigned", 0),
        ("GameFinished", None),
    ]
    assert log[0].at >= due
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.losers) == ((1,), (0,))
    return False


def test_at_the_deadline_either_the_move_or_the_expiry_takes_effect(clock):
    """A31: and the loser is always the seat that owed the decision."""
    moved, expired = race_at_the_deadline(clock, 40)
    assert moved > 0
    assert expired > 0


# A thousand races of 0.3 s each.
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_thousand_races_at_the_deadline(clock):
    """A31, in full."""
    for _ in range(10):
        moved, expired = race_at_the_deadline(clock, 100)
        assert min(moved, expired) > 0


@pytest.mark.parametrize("on_expiry", ["house-bot", "default-move", "forfeit"])
def test_twenty_deliveries_of_the_sweep_expire_a_decision_once(clock, on_expiry):
    """S27: in parallel, and late."""
    tables = [
        new_game(bot(), bot(), bot(), time_control=per_move(MINUTE, on_expiry)) for _ in range(3)
    ]
    answered = tables[0]
    clock.advance(MINUTE - 1)
    answered.play(1)
    clock.advance(2)
    with crew(20) as threads:
        finishes = threads.race([expire_due] * 20)
        assert errors(finishes) == []
        assert errors(threads.race([expire_due] * 20)) == []
    for table in tables:
        assert_log_is_sound(table.game)
        expected = [] if table is answered else [0]
        expired = [one.event.seat for one in table.log if one.event.type == "DecisionExpired"]
        assert expired == expected


def test_sixteen_workers_at_one_house_decision_make_one_answer(sixteen, caplog):
    """F11: the copies do nothing, and nothing is logged as an error."""
    for strategy in ("random", "normal", "random"):
        table = new_game(strategy, bot())
        owed = table.owed()
        finishes = sixteen.race(
            [partial(answering.answer, table.game, owed.seat, owed.opened)] * 16
        )
        assert errors(finishes) == []
        assert sum(answers(finishes)) == 1
        assert [one.cause for one in table.log].count(Cause.HOUSE_BOT) == 2
        assert_log_is_sound(table.game)
    assert [record for record in caplog.records if record.levelname in {"ERROR", "WARNING"}] == []


def test_a_worker_against_the_sweep_and_the_owner_who_returns(sixteen, clock):
    for _ in range(8):
        table = new_game(bot(), bot(), time_control=per_move(MINUTE, "house-bot"))
        clock.advance(MINUTE + 1)
        deadlines.expire_game(table.game)
        owed = table.owed()
        finishes = sixteen.race(
            [
                partial(answering.answer, table.game, owed.seat, owed.opened),
                partial(lobby.return_to_seat, game=table.game, asker=table.asker(0)),
                partial(deadlines.expire_game, table.game),
            ]
        )
        assert errors(finishes) == []
        state = assert_log_is_sound(table.game)
        assert state.seats[0].played_by_house is False
        assert table.types.count("CowPlayed") + (state.owed[0].seat == 0) == 1


def test_refusals_that_race_expire_a_decision_once(sixteen):
    table = new_game(bot(), bot(), time_control=per_move(MINUTE, "forfeit"))
    refused = partial(table.answer, "moo", decision=table.decision(), by=table.asker(0))
    finishes = sixteen.race([refused] * 16)
    assert len(errors(finishes)) == 16
    codes = {getattr(error, "code", None) for error in errors(finishes)}
    assert codes <= {"malformed_move", "decision_expired", GameOverError.code}
    assert table.types.count("DecisionExpired") == 1
    assert_log_is_sound(table.game)
