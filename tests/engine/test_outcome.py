from games.engine.outcome import EndReason, Outcome
from games.engine.seats import Seat


def test_every_seat_that_does_not_win_loses():
    outcome = Outcome.of(winners=[Seat(2), Seat(0)], scores=[1, 2, 1], seats=3)
    assert (outcome.winners, outcome.losers, outcome.scores) == ((0, 2), (1,), (1, 2, 1))
    assert outcome.reason is EndReason.COMPLETED


def test_a_broken_off_game_has_neither_winners_nor_losers():
    outcome = Outcome.of_nobody(scores=[4, 5], reason=EndReason.ABORTED)
    assert (outcome.winners, outcome.losers, outcome.scores) == ((), (), (4, 5))
    assert outcome.reason is EndReason.ABORTED
