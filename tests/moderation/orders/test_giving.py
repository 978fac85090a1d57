"""Each order: what it does, to which games, what takes it back, and that the log tells of it (S77)."""

from datetime import timedelta

import pytest

from accounts.moderation.errors import BadOrderError, NothingToDoError
from games.engine.events import Cause
from games.engine.game import GameState, Status
from games.engine.order_events import OrderGiven, OrderKind
from games.engine.outcome import EndReason
from games.engine.seat_events import SeatKind
from games.engine.seats import Seat
from games.services import deadlines, lobby, pauses, play
from games.services.errors import GameOverError, GamePausedError, UnknownGameError
from games.services.moderation.orders.clocks import Extend, Pause, Resume
from games.services.moderation.orders.refusals import WrongStatusError
from games.services.moderation.orders.results import Abort, Adjudicate, Annul, Restore
from games.services.moderation.orders.seats import ReplaceByHouse, ReplaceByPlayer
from games.services.play_errors import NotYourPauseError
from tests.moderation.orders.giving import DAY, HOUR, WHY, an_order, extend, give, pause
from tests.services.table import Table, bot, due, new_game, owed_by, per_move, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


def a_table(*seats, **fields) -> Table:
    fields.setdefault("time_control", per_move(DAY, "forfeit"))
    return new_game(*(seats or (bot(), bot())), **fields)


def finished() -> Table:
    table = a_table()
    lobby.resign(game=table.game, asker=table.asker(0))
    return table


def result(state: GameState) -> tuple[tuple[Seat, ...], EndReason]:
    assert state.outcome is not None
    return state.outcome.winners, state.outcome.reason


def test_the_first_event_of_a_commit_says_who_ordered_it_and_why():
    table = a_table()
    committed = give(table, pause(table))
    told = committed.events[0]
    assert isinstance(told.event, OrderGiven)
    assert told.cause is Cause.MODERATOR
    assert told.event.seen_by(None) == {"order": "pause", "role": "operator", "reason": WHY}
    assert [one.event.type for one in committed.events] == ["OrderGiven", "GamePaused"]
    assert {one.command for one in committed.events} == {told.command}


def test_a_pause_costs_no_seat_anything_and_only_staff_or_time_ends_it(clock):
    control = per_move(DAY, "forfeit") | {"pause_budget": {"seat": 2 * DAY}}
    table = a_table(time_control=control)
    left = due(table.owed()) - table.loaded.now
    give(table, pause(table, hours=5))
    with pytest.raises(GamePausedError):
        table.answer()
    with pytest.raises(NotYourPauseError):
        pauses.resume_game(game=table.game, asker=table.asker(0))
    clock.advance(3 * HOUR)
    give(table, Resume())
    assert abs(due(table.owed()) - table.loaded.now - left) < timedelta(seconds=10)
    give(table, pause(table, hours=5))
    clock.advance(5 * HOUR + 1)
    deadlines.sweep()
    state = assert_log_is_sound(table.game)
    assert state.status is Status.RUNNING
    assert [state.pause_left(seat) for seat in state.seat_numbers] == 2 * [timedelta(days=2)]


def test_staff_resumes_what_a_seat_has_paused():
    table = a_table(time_control=per_move(DAY, "forfeit") | {"pause_budget": {"seat": DAY}})
    pauses.pause_game(game=table.game, asker=table.asker(1))
    give(table, Resume())
    assert assert_log_is_sound(table.game).status is Status.RUNNING


@pytest.mark.parametrize("hours", [-1, 0, 31 * 24])
def test_a_pause_ends_within_a_month(hours):
    table = a_table()
    with pytest.raises(BadOrderError, match="30 days"):
        give(table, pause(table, hours=hours))
    assert table.state.status is Status.RUNNING


def test_a_deadline_moves_once_and_an_extension_can_be_taken_back(clock):
    table = a_table()
    owed = table.owed()
    order = extend(table, hours=5)
    give(table, order)
    assert due(owed_by(table.state, owed.seat)) == due(owed) + timedelta(hours=5)
    with pytest.raises(NothingToDoError):
        give(table, order)
    back = Extend(seat=owed.seat, due_at=due(owed))
    give(table, back)
    with pytest.raises(BadOrderError, match="its clock gives it"):
        give(table, Extend(seat=owed.seat, due_at=due(owed) - timedelta(hours=1)))
    give(table, order)
    clock.advance(DAY + HOUR)
    deadlines.expire_game(table.game)
    table.answer()
    assert_log_is_sound(table.game)


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (lambda t: extend(t, hours=24 * 91), "due_at"),
        (lambda t: Extend(seat=7, due_at=t.loaded.now + timedelta(days=2)), "seat"),
        (lambda t: Extend(seat=-1, due_at=t.loaded.now + timedelta(days=2)), "seat"),
        (
            lambda t: Extend(seat=1 - t.owed().seat, due_at=t.loaded.now + timedelta(days=2)),
            "seat",
        ),
        (lambda t: Pause(resume_at=t.loaded.now.replace(tzinfo=None)), "resume_at"),
        (lambda _: Adjudicate(winners=[]), "winners"),
        (lambda _: Adjudicate(winners=[2]), "seat"),
        (lambda _: ReplaceByHouse(seat=0, strategy="wizard"), "strategy"),
        (lambda _: ReplaceByPlayer(seat=0, account="no such"), "account"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_and_changes_nothing(order, field):
    table = a_table()
    version = table.state.version
    with pytest.raises(BadOrderError) as refusal:
        give(table, order(table))
    assert refusal.value.field == field
    assert table.state.version == version


def test_the_house_takes_a_seat_for_good_and_its_owner_can_be_given_it_back():
    table = a_table(bot(), bot(), bot(), time_control=per_move(DAY, "house-bot"))
    owed, owner = table.owed(), table.asker(table.owed().seat)
    before = table.decision()
    give(table, ReplaceByHouse(seat=owed.seat))
    state = assert_log_is_sound(table.game)
    record = state.seats[owed.seat]
    assert (record.kind, record.holder, record.strategy) == (SeatKind.HOUSE, None, "normal")
    assert table.decision() != before
    with pytest.raises(GameOverError if state.status.is_over else Exception):
        table.answer(table.legal()[0], decision=before, by=owner)
    with pytest.raises(NothingToDoError):
        give(table, ReplaceByHouse(seat=owed.seat))
    house = table.owed()
    play.play_house_move(
        game=table.game, seat=house.seat, opened=house.opened, move=table.legal()[0]
    )
    give(table, ReplaceByPlayer(seat=owed.seat, account=owner.name))
    state = assert_log_is_sound(table.game)
    assert table.loaded.seat_of(owner.account) == owed.seat
    assert state.seats[owed.seat].kind is SeatKind.BOT
    with pytest.raises(NothingToDoError):
        give(table, ReplaceByPlayer(seat=owed.seat, account=owner.name))


def test_a_seat_of_the_house_given_to_a_person_has_a_clock_like_the_others():
    control = {"kind": "fischer", "initial": DAY, "increment": 60, "cap": DAY}
    table = new_game(bot(), "random", time_control=control)
    newcomer = person()
    give(table, ReplaceByPlayer(seat=1, account=newcomer.name))
    state = assert_log_is_sound(table.game)
    assert state.seats[1].clock == state.seats[0].clock
    give(table, pause(table))
    give(table, ReplaceByHouse(seat=1))
    give(table, Resume())
    assert_log_is_sound(table.game)


def test_who_has_seen_another_hand_gets_no_seat():
    table = a_table(bot(), bot(), bot())
    first = table.asker(0)
    give(table, ReplaceByHouse(seat=0))
    with pytest.raises(BadOrderError, match="another seat"):
        give(table, ReplaceByPlayer(seat=1, account=first.name))
    with pytest.raises(BadOrderError, match="another seat"):
        give(table, ReplaceByPlayer(seat=0, account=table.asker(2).name))


def test_an_agreement_to_break_off_waits_for_a_replaced_seat_no_more():
    table = a_table()
    lobby.abort_game(game=table.game, asker=table.asker(0))
    give(table, ReplaceByHouse(seat=1))
    assert assert_log_is_sound(table.game).status is Status.ABORTED


@pytest.mark.parametrize("paused", [False, True])
def test_an_adjudication_ends_play(paused):
    table = a_table(bot(), bot(), bot())
    table.play(3)
    if paused:
        give(table, pause(table))
    give(table, Adjudicate(winners=[0, 2]))
    state = assert_log_is_sound(table.game)
    assert state.status is Status.FINISHED
    assert result(state) == ((0, 2), EndReason.ADJUDICATED)
    assert state.outcome is not None
    assert state.outcome.losers == (1,)
    assert not state.owed


def test_orders_about_the_result_are_taken_back_one_after_the_other():
    table = finished()
    played, at = table.state.outcome, table.state.finished_at
    give(table, Adjudicate(winners=[0]))
    give(table, Annul())
    state = table.state
    assert result(state) == ((), EndReason.ANNULLED)
    with pytest.raises(NothingToDoError):
        give(table, Annul())
    give(table, Restore())
    assert result(table.state) == ((0,), EndReason.ADJUDICATED)
    with pytest.raises(NothingToDoError):
        give(table, Adjudicate(winners=[0]))
    give(table, Restore())
    state = assert_log_is_sound(table.game)
    assert (state.outcome, state.finished_at, state.status) == (played, at, Status.FINISHED)
    with pytest.raises(NothingToDoError):
        give(table, Restore())


def test_an_abort_can_be_given_a_result():
    table = a_table()
    give(table, Abort())
    with pytest.raises(NothingToDoError):
        give(table, Annul())
    give(table, Adjudicate(winners=[1]))
    give(table, Annul())
    give(table, Restore())
    give(table, Restore())
    state = assert_log_is_sound(table.game)
    assert result(state) == ((), EndReason.ABORTED)
    assert state.status is Status.ABORTED


POSSIBLE = {
    Status.OPEN: {OrderKind.ABORT},
    Status.RUNNING: {
        *(OrderKind.PAUSE, OrderKind.EXTEND, OrderKind.REPLACE),
        *(OrderKind.ADJUDICATE, OrderKind.ABORT),
    },
    Status.PAUSED: {OrderKind.RESUME, OrderKind.REPLACE, OrderKind.ADJUDICATE, OrderKind.ABORT},
    Status.FINISHED: {OrderKind.ADJUDICATE, OrderKind.ANNUL, OrderKind.RESTORE},
    Status.ABORTED: {OrderKind.ADJUDICATE},
    Status.EXPIRED: set(),
}
"""Which orders there are for which games; finished ones whose result was changed, aborted ones not."""


def standing(status: Status, clock) -> Table:
    table = new_game(bot(), None) if status in {Status.OPEN, Status.EXPIRED} else a_table()
    match status:
        case Status.PAUSED:
            give(table, pause(table))
        case Status.FINISHED:
            give(table, Adjudicate(winners=[0]))
            give(table, Annul())
            give(table, Restore())
            give(table, Adjudicate(winners=[0, 1]))
        case Status.ABORTED:
            give(table, Abort())
        case Status.EXPIRED:
            clock.advance(400 * DAY)
            deadlines.expire_open_game(table.game)
        case _:
            pass
    assert table.state.status is status
    return table


@pytest.mark.parametrize("status", Status)
def test_each_order_is_for_games_that_stand_so(status, clock):
    """S77: also a stuck game, an open one and one that is over can be given orders, or refuse."""
    for kind in OrderKind:
        table = standing(status, clock)
        version = table.state.version
        if kind in POSSIBLE[status]:
            give(table, an_order(kind, table))
            assert table.state.version > version
        else:
            with pytest.raises((WrongStatusError, NothingToDoError)):
                give(table, an_order(kind, table))
            assert table.state.version == version
        if status is not Status.EXPIRED:
            assert_log_is_sound(table.game)


def test_a_game_that_is_not_there_is_unknown():
    table = a_table()
    with pytest.raises(UnknownGameError):
        give(Table(table.loaded.owners[table.state.creator].account, ()), Abort())
