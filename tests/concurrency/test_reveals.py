"""Reveals, the sweep and leaving at the same moment: one start, one deal, whoever is faster."""

from functools import partial

from games.engine.game import Status
from games.engine.seats import Seat
from games.services import deadlines, lobby
from games.services.errors import GameStartedError, ServiceError
from games.services.play_errors import DecisionExpiredError
from games.services.seat_errors import RevealTooEarlyError
from tests.concurrency.racing import answers, errors
from tests.entropy import committed, join, reveals
from tests.services.table import bot
from tests.store.soundness import assert_log_is_sound


def assert_started_once(table):
    state = assert_log_is_sound(table.game)
    assert state.status is Status.RUNNING
    for kind in ("GameStarted", "RoundDealt", "DealSealed"):
        assert table.types.count(kind) == 1
    return state


def test_all_reveals_at_once_start_the_game_once(sixteen):
    """S25: one deal, with the entropy of everybody."""
    for _ in range(5):
        table = committed(True, True, True, True)
        finishes = sixteen.race([reveals(table, seat) for seat in range(4)])
        assert errors(finishes) == []
        assert len(assert_started_once(table).contributions.revealed) == 4


def test_copies_of_a_reveal_count_once(sixteen):
    for _ in range(5):
        table = committed(True, False)
        finishes = sixteen.race([reveals(table, 0)] * 16)
        assert errors(finishes) == []
        assert sum(not one.replayed for one in answers(finishes)) == 1
        assert_started_once(table)


def test_sweeps_at_once_pass_each_silent_seat_over_once(sixteen, clock, settings):
    for _ in range(3):
        table = committed(True, True, True)
        clock.advance(settings.HERDBOOK_REVEAL_SECONDS + 1)
        finishes = sixteen.race([partial(deadlines.expire_game, table.game)] * 8)
        assert errors(finishes) == []
        assert sum(answers(finishes)) == table.types.count("DecisionExpired") == 3
        assert_started_once(table)


def test_a_reveal_against_the_sweep_is_in_the_deal_or_refused(sixteen, clock, settings):
    """The clock is that of the database, so a reveal counts before the deadline only."""
    for ahead in (-0.4, 0.0, 0.4):
        table = committed(True, True)
        late = settings.HERDBOOK_REVEAL_SECONDS + ahead
        clock.advance(late)
        sweep = partial(deadlines.expire_game, table.game)
        finishes = sixteen.race([*[reveals(table, seat) for seat in (0, 1)], *[sweep] * 4])
        clock.advance(2)
        deadlines.expire_game(table.game)
        state = assert_started_once(table)
        refused = [finish.error for finish in finishes[:2] if finish.error is not None]
        assert {type(error) for error in refused} <= {DecisionExpiredError, GameStartedError}
        assert len(state.contributions.revealed) == 2 - len(refused)
        assert table.types.count("DecisionExpired") == len(refused)


def test_a_leave_against_the_last_reveal_leaves_a_whole_game_or_a_free_seat(sixteen):
    for _ in range(8):
        table = committed(True, True)
        reveals(table, 0)()
        leave = partial(lobby.leave_seat, game=table.game, asker=table.asker(1))
        left, revealed = sixteen.race([leave, reveals(table, 1)])
        state = assert_log_is_sound(table.game)
        if left.error is None:
            assert isinstance(revealed.error, ServiceError)
            assert (state.status, state.contributions.of(Seat(1))) == (Status.OPEN, None)
        else:
            assert isinstance(left.error, GameStartedError)
            assert revealed.error is None
            assert_started_once(table)


def test_a_leave_of_another_seat_against_a_reveal_loses_neither(sixteen):
    for _ in range(8):
        table = committed(True, True, False)
        leave = partial(lobby.leave_seat, game=table.game, asker=table.asker(2))
        left, revealed = sixteen.race([leave, reveals(table, 0)])
        assert left.error is None
        assert revealed.error is None or isinstance(revealed.error, RevealTooEarlyError)
        assert_log_is_sound(table.game)
        join(table.game, bot(), 2, commits=False)
        for seat in (0, 1):
            reveals(table, seat)()
        assert len(assert_started_once(table).contributions.revealed) == 2
