"""Workers that follow the same orders at once, and owners who change their minds meanwhile."""

from collections.abc import Callable
from functools import partial

import pytest

from games.engine.events import Cause
from games.engine.seats import Seat
from games.services.errors import ServiceError
from games.services.execute import execute
from games.services.plans import following, keeping, rows
from games.services.plans.moving import FollowOrder
from tests.concurrency.racing import BOTH, Crew, answers, crew, errors
from tests.services.plans import ANY_MOVE, catch_up, give, hear, known_plan
from tests.services.table import Table, bot, new_game, person
from tests.store.soundness import assert_log_is_sound


@pytest.fixture
def table(database: None, settings) -> Table:
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)
    catch_up()
    return new_game(person(), bot())


def plays(table: Table) -> list[str]:
    return [one.event.type for one in table.log if one.cause == "plan" and one.event.move()]


@BOTH
def test_sixteen_workers_make_one_move(sixteen: Crew, table):
    for _ in range(5):
        plan = give(table, 0, ANY_MOVE)
        assert plan is not None
        before = len(plays(table))
        followed = answers(sixteen.race([partial(following.follow, plan.id)] * 16))
        assert sum(followed) == 1
        assert len(plays(table)) == before + 1
        assert known_plan(table, 0).fates[0].played == 1
        while table.owed().seat != 0:
            table.answer()
    assert_log_is_sound(table.game)


def test_sixteen_copies_of_the_command_itself_make_one_move(sixteen: Crew, table):
    """Even without a lease the version keeps all but one out."""
    give(table, 0, ANY_MOVE)
    row = rows.lease(known_plan(table, 0).id)
    assert row is not None
    assert row.lease_until is not None
    command = FollowOrder(
        game=table.game,
        cause=Cause.PLAN,
        seat=Seat(0),
        opened=table.owed().opened,
        move=table.legal()[0],
        version=table.state.version,
        lease_until=row.lease_until,
    )
    came_in = sixteen.race([partial(execute, command)] * 16)
    made = [one for one in answers(came_in) if not one.replayed]
    assert len(made) == 1
    assert all(isinstance(error, ServiceError) for error in errors(came_in))
    assert len(plays(table)) == 1


def test_the_owner_and_the_plan_answer_at_once(database: None, table):
    """One of them has answered; nothing is counted that was not made."""
    with crew(2) as two:
        for _ in range(10):
            give(table, 0, {"move": {}, "lasts": "game"})
            hear()
            plan, decision, moves = known_plan(table, 0), table.decision(), table.legal()
            answer = partial(table.answer, moves[-1], decision=decision, by=table.asker(0))
            calls: list[Callable[[], object]] = [answer, partial(following.follow, plan.id)]
            two.race(calls)
            hear()
            following.follow(plan.id)
            fate = known_plan(table, 0).fates[0]
            last = [one for one in table.log if one.event.seat == 0 and one.event.move()][-1]
            assert (last.cause == "plan") is (fate.played == 1)
            while table.owed().seat != 0:
                table.answer()
    assert_log_is_sound(table.game)


def end(table: Table) -> int:
    """Take the orders back; return how many moves there are by then."""
    keeping.end(game=table.game, account=table.asker(0).account)
    return len(plays(table))


def test_nothing_is_played_behind_the_answer_that_orders_are_taken_back(sixteen: Crew, table):
    for _ in range(10):
        plan = give(table, 0, ANY_MOVE)
        assert plan is not None
        calls: list[Callable[[], int]] = [partial(end, table)]
        calls += [partial(following.follow, plan.id)] * 8
        first, *_ = sixteen.race(calls)
        assert first.answer == len(plays(table))
        while table.owed().seat != 0:
            table.answer()
