"""How a house bot answers one decision: lease, look, think, answer; and what if it fails."""

import logging
from typing import Any

import pytest

from bots import answering
from bots.strategies import registry
from bots.strategies.strategy import Strategy
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.services import deadlines, lobby, play
from games.services.play_errors import NotYourDecisionError
from games.store import decisions
from games.store.models import OpenDecision
from tests.farmyard import Deal, deal_from
from tests.services.table import Table, bot, new_game, owed_by
from tests.store.soundness import assert_log_is_sound

CARD = "B16"


class Spy(Strategy):
    """Notes what it is shown; then plays, names a move that is none, or breaks."""

    name = "random"
    cost = 0
    text = "Plays in tests only."

    def __init__(self, move: str | None = None, error: Exception | None = None) -> None:
        self.move, self.error = move, error
        self.seen: list[tuple[Any, ...]] = []

    def choose(self, observation, history, legal_moves, rng):
        self.seen.append((observation, history, legal_moves, rng.random()))
        if self.error is not None:
            raise self.error
        return self.move or legal_moves[0]


@pytest.fixture
def spy(monkeypatch):
    """Put a strategy in the place of the one called `random`."""

    def put(**wanted) -> Spy:
        strategy = Spy(**wanted)
        monkeypatch.setattr(registry, "_RANDOM", strategy)
        return strategy

    return put


@pytest.fixture
def table(database: None) -> Table:
    return new_game("random", bot())


def answer(table: Table) -> bool:
    owed = owed_by(table.state, 0)
    return answering.answer(table.game, owed.seat, owed.opened)


def row(table: Table) -> OpenDecision:
    return OpenDecision.objects.get(game=table.game)


def test_it_answers_with_one_of_the_legal_moves_as_the_house(table):
    legal = table.legal()
    assert answer(table)
    played = table.log[-2]
    assert (played.event.move() in legal, played.cause) == (True, "house-bot")
    assert_log_is_sound(table.game)


def test_it_sees_its_observation_and_its_events_since_the_deal_and_no_more(table, spy):
    strategy = spy()
    table.play(6)
    while table.owed().seat != 0:
        table.play(1)
    state = table.state
    rules = state.game_rules
    assert answer(table)
    ((observation, history, legal, _),) = strategy.seen
    assert isinstance(observation, Observation)
    assert observation == rules.observe(state.rules_state, 0)
    assert legal == sorted(str(move) for move in rules.legal_moves(state.rules_state, 0))
    assert history[0].type == "RoundDealt"
    log = {(one.event.type, one.event.seat): one.event for one in table.log}
    assert [one.type for one in history] == table.types[4 : 4 + len(history)]
    for seen in history:
        if seen.type == "RoundDealt":
            assert seen.data == log["RoundDealt", None].seen_by(0)
        if seen.type == "CardDrawn" and seen.seat == 1:
            assert seen.data == {}


def test_every_worker_would_choose_alike(table, spy):
    strategy = spy(error=RuntimeError())
    for _ in range(2):
        assert not answer(table)
    assert strategy.seen[0][2:] == strategy.seen[1][2:]


def test_a_decision_that_is_closed_or_unknown_is_left_alone(table):
    owed = owed_by(table.state, 0)
    assert answer(table)
    version = table.state.version
    assert not answering.answer(table.game, owed.seat, owed.opened)
    assert not answering.answer(table.game, owed_by(table.state, 1).seat, owed.opened + 1)
    assert not answering.answer(bot().account, owed.seat, owed.opened)
    assert table.state.version == version


def test_a_leased_decision_is_left_to_its_worker_until_the_lease_ends(table, clock):
    """S36: a worker that was killed delays a game by one lease and one sweep."""
    owed = owed_by(table.state, 0)
    assert decisions.lease(table.game, owed.seat, owed.opened, seconds=answering.LEASE) == 1
    assert not answer(table)
    clock.advance(answering.LEASE + 0.1)
    assert answer(table)
    assert_log_is_sound(table.game)


def test_it_does_not_answer_before_its_pace_allows_it(table, clock, settings):
    settings.HERDBOOK_HOUSE_PACE_MS = (5000, 5000)
    table = new_game("random", bot())
    assert not answer(table)
    assert row(table).attempts == 0
    clock.advance(5.1)
    assert answer(table)


def test_after_three_failures_the_default_move_is_made_and_an_error_is_logged(table, spy, caplog):
    strategy = spy(error=ValueError(f"cannot play {CARD}"))
    state = table.state
    default = str(state.game_rules.default_move(state.rules_state, owed_by(state, 0).seat))
    for attempt in (1, 2, 3):
        assert not answer(table)
        assert (row(table).attempts, row(table).lease_until) == (attempt, None)
    with caplog.at_level(logging.ERROR):
        assert answer(table)
    assert len(strategy.seen) == answering.TRIES
    assert table.log[-2].event.move() == default
    assert "the default move is made" in caplog.text
    assert_log_is_sound(table.game)


def test_a_move_that_is_not_legal_is_a_failure_too(table, spy):
    spy(move="take")
    for _ in range(answering.TRIES):
        assert not answer(table)
    assert answer(table)
    assert_log_is_sound(table.game)


def test_no_log_names_a_card(table, spy, caplog):
    """Not even when the strategy's own error does."""
    caplog.set_level(logging.INFO)
    spy(error=KeyError(f"no {CARD} in the hand"))
    assert not answer(table)
    assert "KeyError" in caplog.text
    assert "test_answering.py" in caplog.text
    spy(move=CARD + " please")
    assert not answer(table)
    spy(error=KeyError(f"no {CARD} in the hand"))
    assert not answer(table)
    assert answer(table)
    assert "the default move is made" in caplog.text
    assert CARD not in caplog.text


def test_a_stand_in_plays_normal_until_the_owner_is_back(database, clock):
    table = new_game(bot(), bot())
    clock.advance(86_401)
    deadlines.expire_game(table.game)
    houses = owed_by(table.state, 0)
    assert decisions.lease(table.game, houses.seat, houses.opened, seconds=6) == 1
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    decisions.release(table.game, houses.seat, houses.opened, attempt=1)
    assert not answering.answer(table.game, houses.seat, houses.opened)
    assert not answer(table)
    table.answer()
    assert_log_is_sound(table.game)


def test_a_seat_whose_strategy_is_gone_gets_the_default_move_in_the_end(table, monkeypatch):
    table = new_game("normal", bot())
    monkeypatch.setattr(registry, "_OWN", {})
    for _ in range(answering.TRIES):
        assert not answer(table)
    assert answer(table)
    assert_log_is_sound(table.game)


class Crier(Spy):
    """Makes a free move whenever it may."""

    def choose_free(self, observation, history, free_moves, rng):
        self.seen.append((observation, history, free_moves, "free"))
        return free_moves[0]


@pytest.fixture
def cries(database: None, monkeypatch):
    """Make games in which the house has a cry to consider at its first decision."""

    def make(deal: Deal, **options: int) -> tuple[Table, Crier]:
        strategy = Crier()
        monkeypatch.setattr(registry, "_RANDOM", strategy)
        deal_from(monkeypatch, deal)
        return new_game("random", bot(), ruleset="farmyard-cries", options=options), strategy

    return make


def test_it_makes_a_free_move_before_it_answers(cries):
    table, strategy = cries(Deal.VAIN_CRY)
    assert answer(table)
    assert table.types[-2:] == ["GroupCried", "CardExchanged"]
    assert [recorded.cause for recorded in table.log[-2:]] == ["house-bot"] * 2
    (_, _, free, _), (after, history, legal, _) = strategy.seen
    assert free == ["cry:COW"]
    assert after.cries[0].success is False
    assert (history[-1].type, "cry:COW" in legal) == ("GroupCried", False)
    assert_log_is_sound(table.game)


def test_a_free_move_may_close_its_decision(cries):
    table, _ = cries(Deal.GOOD_CRY, target=15)
    assert answer(table)
    assert table.types[-3:] == ["GroupCried", "RoundEnded", "GameFinished"]
    assert_log_is_sound(table.game)


def test_a_new_deal_after_a_free_move_is_answered_as_a_decision_of_its_own(cries):
    table, _ = cries(Deal.GOOD_CRY)
    assert answer(table)
    assert table.types[-4:] == ["GroupCried", "RoundEnded", "RoundDealt", "DealSealed"]
    assert_log_is_sound(table.game)


def test_a_free_move_that_is_none_is_a_failure(cries, monkeypatch):
    table, _ = cries(Deal.VAIN_CRY)
    monkeypatch.setattr(Crier, "choose_free", lambda *_: "cry:PIG")
    version = table.state.version
    for _ in range(answering.TRIES):
        assert not answer(table)
    assert table.state.version == version
    assert answer(table)
    assert_log_is_sound(table.game)


def test_only_a_seat_of_the_house_makes_free_moves_for_it(cries):
    table, _ = cries(Deal.VAIN_CRY)
    with pytest.raises(NotYourDecisionError):
        play.play_free_house_move(game=table.game, seat=Seat(1), move="cry:COW")


def test_in_a_race_it_takes_its_time_so_that_a_person_can_be_first(database, settings, monkeypatch):
    settings.HERDBOOK_HOUSE_PACE_MS = (1000, 1000)
    deal_from(monkeypatch, Deal.RACE)
    guests = [bot() for _ in range(5)]
    table = new_game(*guests[:2], "random", *guests[2:], ruleset="farmyard-cries")
    racing = OpenDecision.objects.get(game=table.game, seat=2)
    assert racing.kind == "race"
    assert racing.not_before is not None
    assert (racing.not_before - racing.opened_at).total_seconds() == 3
    assert OpenDecision.objects.get(game=table.game, seat=5).not_before is None
