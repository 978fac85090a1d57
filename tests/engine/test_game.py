"""A game as a whole, folded from commits: seats, decisions, endings, snapshots."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import RandomChance
from games.engine.commits import apply_commit, replay
from games.engine.endings import give_up
from games.engine.game import GameState, Status
from games.engine.lifecycle import GameAborted, GameStarted
from games.engine.outcome import EndReason, Outcome
from games.engine.owing import Owed
from games.engine.registry import find_ruleset
from games.engine.seat_events import AbortConsented, SeatAway, SeatKind, SeatLeft, SeatReturned
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.engine.snapshots import decode_state, encode_state
from tests.engine.logbook import SECOND, START, Log, people, taken


def test_a_new_game_is_open_and_owes_nothing():
    state = Log(people(2)).state
    assert (state.status, state.version, state.owed) == (Status.OPEN, 3, [])
    assert state.scores() == [0, 0]
    assert state.seat_of("holder-1") == 1
    assert state.seat_of("nobody") is None


def test_a_ruleset_without_points_has_no_scores_before_the_start_either():
    state = Log(people(2)).state
    state.ruleset, state.options = "tortoise", {"first_seat": "random"}
    assert list(state.scores()) == []


def test_a_seat_that_is_left_is_as_if_it_had_never_beentaken():
    log = Log(people(2))
    before = log.state.seats[1]
    log.commit(SeatLeft(seat=Seat(1)))
    assert log.state.seats[1].kind is SeatKind.OPEN
    assert log.state.seats[1] != before
    assert log.commit(taken(1, SeatKind.BOT)).seats[1].kind is SeatKind.BOT


def test_a_decision_is_due_so_long_after_the_commit_that_opened_it():
    log = Log(people(2))
    state = log.start()
    at = log.commits[-1][0]
    assert state.owed == [
        Owed(seat=Seat(0), kind="turn", opened=1, opened_at=at, due_at=at + 60 * SECOND)
    ]
    assert state.owed_by(Seat(1)) is None


def test_a_decision_keeps_number_and_deadline_whatever_happens_elsewhere():
    log = Log(people(3))
    owed = log.start().owed
    assert log.commit(AbortConsented(seat=Seat(1))).owed == owed
    assert log.commit(SeatAway(seat=Seat(2), strategy="random")).owed == owed


def test_whoever_takes_a_seat_over_owes_a_new_decision_with_a_full_time():
    log = Log(people(2))
    (first,) = log.start().owed
    for event in (SeatAway(seat=Seat(0), strategy="random"), SeatReturned(seat=Seat(0))):
        (owed,) = log.commit(event).owed
        assert (owed.seat, owed.kind, owed.opened) == (0, first.kind, first.opened + 1)
        assert owed.opened_at == log.commits[-1][0]
        first = owed
    record = log.state.seats[0]
    assert (record.state, record.strategy, record.handovers) == (SeatState.PLAYING, None, 2)


@given(st.integers(0, 2**32), st.integers(2, 5), st.data())
def test_no_decision_number_is_used_twice_for_a_seat(seed, seats, data):
    log = Log(people(seats))
    log.rng.seed(seed)
    log.start()
    seen: dict[tuple[Seat, int], Owed] = {}
    for _ in range(40):
        for owed in log.state.owed:
            assert seen.setdefault((owed.seat, owed.opened), owed) == owed
        if log.state.status is not Status.RUNNING:
            break
        seat = data.draw(st.sampled_from(log.state.seat_numbers))
        step = data.draw(st.sampled_from([None, None, None, SeatAway, SeatReturned]))
        if step is None:
            log.move()
        else:
            log.commit(step(seat=seat))
    assert replay(log.commits) == log.state


@given(st.integers(0, 2**32), st.integers(2, 5))
def test_a_whole_game_folds_and_its_snapshot_loses_nothing(seed, seats):
    log = Log(people(seats), limit=1)
    log.rng.seed(seed)
    log.start()
    while log.state.status is Status.RUNNING:
        log.move()
        assert decode_state(encode_state(log.state)) == log.state
    assert replay(log.commits) == log.state
    assert log.state.owed == []
    assert log.commits[-1][1][-1].type == "GameFinished"
    assert log.state.finished_at == log.commits[-1][0]
    assert log.state.outcome is not None
    assert log.state.scores() == list(log.state.outcome.scores)


def test_applying_a_commit_leaves_the_state_before_as_it_was():
    log = Log(people(3))
    log.start()
    before = encode_state(log.state)
    old = log.state
    log.commit(SeatAway(seat=Seat(0), strategy="random"))
    log.move()
    assert encode_state(old) == before


def test_the_first_seat_is_fixed_at_the_start():
    log = Log(people(2))
    log.state.options["first_seat"] = "random"
    rules = find_ruleset("mow")
    options = rules.parse_options({"first_seat": 1}, 2)
    deal = rules.deal(options, 2, RandomChance(random.Random(1)))
    state = log.commit(GameStarted(first_seat=Seat(1)), *deal)
    assert state.options["first_seat"] == 1
    assert state.owed[0].seat == 1


def test_an_aborted_game_owes_nothing():
    log = Log(people(2))
    log.start()
    outcome = Outcome.of_nobody(scores=log.state.scores(), reason=EndReason.ABORTED)
    state = log.commit(GameAborted(outcome=outcome))
    assert (state.status, state.owed, state.outcome) == (Status.ABORTED, [], outcome)


class TestGivingUp:
    """Api.md 4: when a seat that resigns or forfeits ends the game, and who then wins."""

    def give_up(self, log: Log, seat: int) -> GameState:
        return log.commit(
            *give_up(log.state, Seat(seat), strategy="normal", reason=EndReason.RESIGNATION)
        )

    @pytest.mark.parametrize(
        ("kinds", "quitters", "winners"),
        [
            ("pp", [0], [1]),
            ("pp", [1], [0]),
            ("pb", [0], [1]),
            ("ph", [0], [1]),
            ("phh", [0], [1, 2]),
            ("ppp", [0, 2], [1]),
            ("pph", [0, 1], [2]),
            ("bphh", [0, 1], [2, 3]),
            ("ppppp", [0, 1, 2, 3], [4]),
        ],
    )
    def test_the_last_ones_who_play_win(self, kinds, quitters, winners):
        names = {"p": SeatKind.PERSON, "b": SeatKind.BOT, "h": SeatKind.HOUSE}
        log = Log([names[letter] for letter in kinds])
        log.start()
        for place, seat in enumerate(quitters, start=1):
            assert log.state.outcome is None
            assert self.give_up(log, seat).resigned == sorted(quitters[:place])
        state = log.state
        assert state.outcome is not None
        assert list(state.outcome.winners) == winners
        assert set(state.outcome.losers) == set(state.seat_numbers) - set(winners)
        assert state.outcome.reason is EndReason.RESIGNATION
        assert replay(log.commits) == state

    def test_a_seat_that_is_away_still_plays(self):
        log = Log(people(3))
        log.start()
        log.commit(SeatAway(seat=Seat(1), strategy="normal"))
        assert self.give_up(log, 0).outcome is None
        outcome = self.give_up(log, 1).outcome
        assert outcome is not None
        assert outcome.winners == (2,)

    @given(st.integers(0, 2**32))
    def test_a_resigned_seat_never_wins_the_game_that_goes_on(self, seed):
        log = Log(people(3), limit=1)
        log.rng.seed(seed)
        log.start()
        self.give_up(log, 1)
        while log.state.status is Status.RUNNING:
            log.move()
        outcome = log.state.outcome
        assert outcome is not None
        assert 1 in outcome.losers
        assert outcome.winners
        assert outcome.reason is EndReason.COMPLETED

    def test_events_of_a_commit_share_its_time(self):
        log = Log(people(2))
        log.start()
        state = self.give_up(log, 0)
        at = log.commits[-1][0]
        assert (state.last_at, state.finished_at) == (at, at)
        first_at, events = log.commits[0]
        assert apply_commit(None, events, first_at).last_at == START
