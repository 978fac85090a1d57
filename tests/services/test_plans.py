"""Standing orders: who gives them, what is played by them and when, and what ends them."""

import pytest

from games import projections
from games.engine.events import Cause
from games.engine.seats import Seat
from games.models import StandingPlan
from games.selectors.game_view import event_view
from games.services import deadlines, erasure, lobby
from games.services.errors import GameNotRunningError, GameOverError, UnknownGameError
from games.services.execute import execute
from games.services.plans import following, keeping, rows
from games.services.plans.moving import FollowOrder
from games.services.plans.rows import Trying
from games.services.play_errors import BadPlanError, NothingDueError, PlanOutOfSyncError
from games.services.seat_errors import NotSeatedError, SeatResignedError
from tests.services.plans import ANY_MOVE, catch_up, due, follow, give, hear, known_plan, plan_of
from tests.services.table import Table, bot, new_game, owed_by, per_move, person
from tests.store.soundness import assert_log_is_sound


@pytest.fixture(autouse=True)
def at_once(database: None, settings) -> None:
    """Moves are due when they can be made; what came before is not heard of."""
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)
    catch_up()


@pytest.fixture
def table() -> Table:
    return new_game(person(), bot())


def cause_of_last_move(table: Table, viewer: int | None) -> str:
    seat = None if viewer is None else Seat(viewer)
    moves = [one for one in table.log if one.event.move() is not None]
    return str(event_view(moves[-1], seat)["cause"])


def test_the_request_that_gives_orders_plays_nothing(table):
    """A38: even if they could be followed at once."""
    version = table.state.version
    give(table, 0, ANY_MOVE)
    assert table.state.version == version
    assert due(table) == [0]


def test_an_order_becomes_a_move_in_a_command_of_its_own(table):
    give(table, 0, ANY_MOVE)
    version, move = table.state.version, table.legal()[0]
    assert follow(table, 0)
    made = table.log[version]
    assert (made.event.move(), made.cause, made.event.seat) == (move, "plan", 0)
    fate = known_plan(table, 0).fates[0]
    assert [(play.version, play.move) for play in fate.plays] == [(version + 1, move)]
    assert_log_is_sound(table.game)


def test_only_the_seat_itself_is_told_that_it_was_a_plan(table):
    give(table, 0, ANY_MOVE)
    assert follow(table, 0)
    assert [cause_of_last_move(table, viewer) for viewer in (0, 1, None)] == [
        "plan",
        "player",
        "player",
    ]
    give(table, 1, ANY_MOVE)
    assert follow(table, 1)
    assert [cause_of_last_move(table, viewer) for viewer in (0, 1, None)] == ["bot", "plan", "bot"]


def test_a_plan_does_nothing_when_nothing_is_owed(table):
    """S37."""
    give(table, 1, ANY_MOVE)
    assert not follow(table, 1)
    assert table.state.version == table.log[-1].version
    assert due(table) == []


def test_a_plan_that_does_not_fit_leaves_the_decision_to_its_owner(table):
    give(table, 0, {"move": {"where": {"number": 99}}})
    assert not follow(table, 0)
    table.answer()
    assert known_plan(table, 0).fates[0].played == 0


def test_it_is_looked_at_again_when_the_game_changes(table):
    give(table, 1, ANY_MOVE)
    assert not follow(table, 1)
    table.answer()
    assert due(table) == [1]
    assert follow(table, 1)


def test_an_order_is_played_as_often_as_it_says(table):
    give(table, 0, {"move": {}, "times": 2, "lasts": "game"})
    for _ in range(2):
        assert follow(table, 0)
        while table.owed().seat != 0:
            table.answer()
    assert not follow(table, 0)
    row = known_plan(table, 0)
    assert (row.fates[0].played, keeping.order_state(row, 0), row.ended) == (2, "done", "done")


def test_who_answers_first_has_answered(table):
    row = give(table, 0, ANY_MOVE)
    assert row is not None
    moves = table.legal()
    table.answer(moves[-1])
    hear()
    assert not following.follow(row.id)
    assert known_plan(table, 0).fates[0].played == 0


def test_the_owner_who_sends_the_same_move_after_the_plan_is_answered_with_it(table):
    decision, move = table.decision(), table.legal()[0]
    give(table, 0, ANY_MOVE)
    assert follow(table, 0)
    again = table.answer(move, decision=decision, by=table.asker(0))
    assert again.replayed
    assert again.events[0].cause == "plan"


# --- when ---


def test_it_waits_for_the_pace_of_the_house(table, settings, clock):
    settings.HERDBOOK_HOUSE_PACE_MS = (60_000, 60_000)
    give(table, 0, ANY_MOVE)
    assert not follow(table, 0)
    assert due(table) == []
    clock.advance(61)
    assert due(table) == [0]
    assert follow(table, 0)


def test_nobody_can_compute_when_a_plan_would_play(table, settings):
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 1_000_000)
    secret = table.loaded.secret
    for version in range(20):
        hidden = projections.hidden_pace(table.game, version, secret=secret)
        assert hidden != projections.pace(table.game, version)
        assert hidden != projections.hidden_pace(table.game, version, secret=b"another")


# --- what is in the way ---


def test_orders_for_a_decision_that_has_passed_are_refused(table):
    """A38."""
    decision, version = table.decision(), table.state.version
    assert give(table, 0, ANY_MOVE, decision=decision, version=version)
    table.answer()
    for asked in ({"decision": decision}, {"version": version}, {"decision": "none"}):
        with pytest.raises(PlanOutOfSyncError):
            give(table, 0, ANY_MOVE, **asked)
    assert table.state.version == table.log[-1].version


def test_orders_that_make_no_sense_are_refused_with_a_pointer(table):
    with pytest.raises(BadPlanError) as refused:
        give(table, 0, ANY_MOVE, {"move": ["take", "HEN.M>A"]})
    assert refused.value.pointer == "/orders/1/move/1"


def test_only_who_plays_a_running_game_may_give_orders(table):
    stranger = person()
    with pytest.raises(NotSeatedError):
        keeping.give(game=table.game, account=stranger.account, orders=[ANY_MOVE])
    with pytest.raises(UnknownGameError):
        keeping.give(game=stranger.account, account=stranger.account, orders=[])
    with pytest.raises(GameNotRunningError):
        give(new_game(person(), None), 0, ANY_MOVE)
    three = new_game(person(), bot(), bot())
    lobby.resign(game=three.game, asker=three.asker(0))
    with pytest.raises(SeatResignedError):
        give(three, 0, ANY_MOVE)
    lobby.resign(game=table.game, asker=table.asker(0))
    with pytest.raises(GameOverError):
        give(table, 1, ANY_MOVE)


def test_an_away_seat_is_played_by_the_house_and_its_plan_rests(clock):
    table = new_game(person(), bot(), time_control=per_move(60, "house-bot"))
    give(table, 0, ANY_MOVE)
    clock.advance(61)
    deadlines.expire_game(table.game)
    assert not follow(table, 0)
    owed = owed_by(table.state, 0)
    assert table.state.seats[0].state == "away"
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    assert owed_by(table.state, 0).opened != owed.opened
    assert follow(table, 0)


def test_a_decision_that_is_due_is_left_to_the_clock(clock):
    table = new_game(person(), bot(), time_control=per_move(60, "default-move"))
    give(table, 0, ANY_MOVE)
    clock.advance(61)
    assert not follow(table, 0)
    assert deadlines.expire_game(table.game) > 0


# --- what ends it ---


def test_giving_others_or_none_ends_those_before(table):
    first = give(table, 0, ANY_MOVE)
    second = give(table, 0, {"move": "take"})
    assert first is not None
    assert second is not None
    assert not following.follow(first.id)
    assert give(table, 0) is None
    keeping.end(game=table.game, account=table.asker(0).account)
    keeping.end(game=table.game, account=table.asker(0).account)
    assert plan_of(table, 0) is None
    assert not following.follow(second.id)


def test_it_is_deleted_at_the_end_of_the_game_and_with_the_seat():
    table = new_game(person(), bot(), bot())
    for seat in range(3):
        give(table, seat, ANY_MOVE)
    lobby.resign(game=table.game, asker=table.asker(0))
    hear()
    following.follow_due()
    assert set(plans_in(table)) <= {1, 2}
    lobby.resign(game=table.game, asker=table.asker(1))
    hear()
    assert plans_in(table) == []


def plans_in(table: Table) -> list[int]:
    return sorted(StandingPlan.objects.filter(game=table.game).values_list("seat", flat=True))


def test_it_is_deleted_with_the_account(table):
    give(table, 0, ANY_MOVE)
    give(table, 1, ANY_MOVE)
    erasure.forget_account(table.asker(0).account)
    assert plans_in(table) == [1]


def test_a_new_round_voids_what_is_for_one_round(table):
    give(table, 0, {"move": {}, "times": None}, ANY_MOVE)
    while "RoundEnded" not in table.types:
        table.answer()
    while table.owed().seat != 0:
        table.answer()
    assert follow(table, 0)
    row = known_plan(table, 0)
    assert [fate.void for fate in row.fates] == ["round", None]
    assert [fate.played for fate in row.fates] == [0, 1]


def test_an_order_is_void_for_good_once_what_it_lasts_until_holds(table):
    until = {"happened": "CowPlayed", "by": "others", "at_least": 1}
    give(table, 0, {**ANY_MOVE, "until": until}, ANY_MOVE)
    if table.owed().seat == 0:
        assert follow(table, 0)
        assert [fate.played for fate in known_plan(table, 0).fates] == [1, 0]
    before = [fate.played for fate in known_plan(table, 0).fates]
    table.answer()
    assert table.types.count("CowPlayed") > sum(before)
    while table.owed().seat != 0:
        table.answer()
    assert follow(table, 0)
    fates = known_plan(table, 0).fates
    assert [fate.void for fate in fates] == ["until", None]
    assert [fate.played for fate in fates] == [before[0], 1]


# --- workers that die, and many of them ---


def test_a_move_is_counted_though_its_worker_died_behind_it(table, clock):
    give(table, 0, {"move": {}, "times": 1, "lasts": "game"})
    hear()
    row = rows.lease(known_plan(table, 0).id)
    assert row is not None
    assert row.lease_until is not None
    trying = Trying(table.state.version, 0, table.legal()[0])
    rows.attempt(row.id, trying)
    execute(order(table, row, trying))
    while table.owed().seat != 0:
        table.answer()
    assert not follow(table, 0), "another worker's"
    clock.advance(10)
    assert not follow(table, 0), "it was played once, as it says"
    assert known_plan(table, 0).fates[0].played == 1


def test_a_move_that_was_not_made_is_not_counted(table, clock):
    give(table, 0, {"move": {}, "times": 1, "lasts": "game"})
    row = rows.lease(known_plan(table, 0).id)
    assert row is not None
    rows.attempt(row.id, Trying(table.state.version, 0, table.legal()[0]))
    clock.advance(10)
    assert follow(table, 0)
    assert known_plan(table, 0).fates[0].played == 1


def test_no_move_is_made_when_the_lease_is_all_but_over(table, clock):
    give(table, 0, ANY_MOVE)
    row = rows.lease(known_plan(table, 0).id)
    assert row is not None
    clock.advance(5)
    with pytest.raises(NothingDueError):
        execute(order(table, row, Trying(table.state.version, 0, table.legal()[0])))


def order(table: Table, row: rows.Row, trying: Trying) -> FollowOrder:
    assert row.lease_until is not None
    return FollowOrder(
        game=table.game,
        cause=Cause.PLAN,
        seat=Seat(0),
        opened=table.owed().opened,
        move=trying.move,
        version=trying.version,
        lease_until=row.lease_until,
    )
