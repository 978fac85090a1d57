"""`manage.py outage`: what fell into it moves once, and `manage.py overdue`: what is late."""

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.game import Status
from games.engine.owing import Owed
from games.engine.time_events import DeadlineMoved, MoveReason
from games.models import Outage
from games.services import deadlines, idle_games, outages, pauses, vacations
from games.store import clock as database_clock
from games.store import decisions
from games.store.models import OpenDecision
from games.verifying.verify import verify_game
from tests.services.table import Table, due, new_game, per_move, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
HOUR = timedelta(hours=1)
DAY = 86_400
GRACE = timedelta(minutes=60)
MOVED = r"[1-9]\d* deadlines moved in [1-9]\d* games\n"
"""Those of games of other tests with them."""


@pytest.fixture(autouse=True)
def no_outage_yet(database: None):
    Outage.objects.all().delete()
    yield
    Outage.objects.all().delete()


def run(command: str, *arguments: object) -> tuple[int, str]:
    """Return exit code and output."""
    said = StringIO()
    try:
        call_command(command, *map(str, arguments), stdout=said)
    except SystemExit as end:
        return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


def outage(began: datetime, ended: datetime, *options: str) -> str:
    return run("outage", began.isoformat(), ended.isoformat(), *options)[1]


def a_table(seconds: int) -> tuple[Table, Owed]:
    table = new_game(person(), person(), time_control=per_move(seconds, "forfeit"))
    return table, table.owed()


def moves(table: Table) -> list[DeadlineMoved]:
    return [one.event for one in table.log if isinstance(one.event, DeadlineMoved)]


def test_a_deadline_inside_moves_by_the_length_and_the_grace_once(clock):
    (inside, hit), (behind, spared) = a_table(3 * 3600), a_table(9 * 3600)
    clock.advance(5 * 3600)
    began, ended = hit.opened_at + HOUR, hit.opened_at + 4 * HOUR
    assert re.fullmatch(MOVED, outage(began, ended))
    (moved,) = moves(inside)
    assert (moved.reason, moved.stopped_from, moved.stopped_until) == (
        MoveReason.OUTAGE,
        began,
        ended,
    )
    state = assert_log_is_sound(inside.game)
    assert state.owed[0].key == hit.key
    assert state.owed[0].due_at == moved.due_at == due(hit) + 3 * HOUR + GRACE
    assert OpenDecision.objects.get(game=inside.game).due_at == moved.due_at
    assert deadlines.expire_game(inside.game) == 0
    assert outage(began, ended) == "0 deadlines moved in 0 games\n"
    assert moves(inside) == [moved]
    assert moves(behind) == []
    assert behind.owed() == spared
    assert Outage.objects.count() == 1


def test_an_outage_that_was_half_recorded_is_gone_on_with(clock):
    tables = [a_table(3600 + place) for place in range(3)]
    began, ended = tables[0][1].opened_at, tables[0][1].opened_at + 2 * HOUR
    clock.advance(3 * 3600)
    recorded = outages.record_outage(began, ended, grace=GRACE)
    steps = outages.move_deadlines(recorded, [tables[1][0].game, tables[2][0].game])
    assert next(steps) == 1
    steps.close()
    assert re.fullmatch(MOVED, outage(began, ended))
    assert [len(moves(table)) for table, _ in tables] == [1, 1, 1]
    moved = Outage.objects.get()
    assert (moved.began_at, moved.ended_at, moved.grace) == (began, ended, GRACE)


def test_no_clock_is_charged_for_it(clock):
    table = new_game(
        person(),
        person(),
        time_control={"kind": "fischer", "initial": 7200, "increment": 60, "cap": 7200},
    )
    began = table.owed().opened_at + HOUR
    clock.advance(3.5 * 3600)
    outage(began, began + 2 * HOUR)
    table.answer()
    used = table.state.last_at - began - HOUR
    left = table.state.seats[0].clock
    assert left == min(2 * HOUR, 2 * HOUR - used + timedelta(seconds=60))
    assert_log_is_sound(table.game)


def test_an_idle_game_that_would_have_been_broken_off_is_asked_anew(clock):
    table = new_game(person(), person(), time_control={"kind": "none"})
    clock.advance(31 * DAY)
    assert idle_games.tend(table.game) == 1
    closes_at = table.state.closes_at
    assert closes_at is not None
    clock.advance(31 * DAY)
    began, ended = closes_at - HOUR, closes_at + HOUR
    assert "games\n" in outage(began, ended, "--dry-run")
    assert table.state.closes_at == closes_at
    assert re.fullmatch(MOVED, outage(began, ended))
    asked = table.log[-1]
    assert table.state.closes_at == asked.at + timedelta(days=30)
    assert idle_games.tend(table.game) == 0
    assert outage(began, ended) == "0 deadlines moved in 0 games\n"
    assert_log_is_sound(table.game)
    assert verify_game(table.game).findings == []
    clock.advance(30 * DAY + 1)
    assert idle_games.tend(table.game) == 1
    assert table.state.status is Status.ABORTED


def test_a_dry_run_counts_and_changes_nothing(clock):
    table, owed = a_table(3600)
    clock.advance(3 * 3600)
    said = outage(owed.opened_at, owed.opened_at + 2 * HOUR, "--dry-run")
    assert re.fullmatch(r"deadlines would be moved in [1-9]\d* games\n", said)
    assert table.owed() == owed
    assert not Outage.objects.exists()


def test_the_grace_is_that_of_the_first_record(clock):
    table, owed = a_table(3600)
    clock.advance(3 * 3600)
    assert re.fullmatch(MOVED, outage(owed.opened_at, owed.opened_at + 2 * HOUR, "--grace", "5"))
    assert table.owed().due_at == due(owed) + 2 * HOUR + timedelta(minutes=5)
    said = outage(owed.opened_at, owed.opened_at + 2 * HOUR)
    assert said.startswith("recorded before, with a grace period of 0:05:00\n")


@pytest.mark.parametrize(
    ("began", "ended", "text"),
    [
        (2, 2, "ends after it began"),
        (2, 3, "ends after it began"),
        (1, -1, "not over yet"),
        (24 * 91, 0, "look at the dates"),
        (7, 5, "touches another"),
        (5.5, 4, "touches another"),
        (9, 1, "touches another"),
    ],
)
def test_nonsense_and_what_touches_another_is_refused(began, ended, text):
    now = database_clock.now()
    outages.record_outage(now - 6 * HOUR, now - 5 * HOUR, grace=GRACE)
    with pytest.raises(CommandError, match=text) as refusal:
        outage(now - began * HOUR, now - ended * HOUR)
    assert refusal.value.returncode == 2
    assert Outage.objects.count() == 1


@pytest.mark.parametrize(
    "text", ["yesterday", "2026-11-30T02:10:00", "1", "0001-01-01T00:00:00+14:00"]
)
def test_a_time_has_its_zone(text):
    with pytest.raises(CommandError):
        run("outage", text, "2026-11-30T05:00:00Z")


@pytest.mark.parametrize("grace", ["0", "soon", "10081"])
def test_a_grace_period_is_some_minutes(grace):
    with pytest.raises(CommandError, match="grace period"):
        run("outage", "2026-11-30T02:00:00Z", "2026-11-30T05:00:00Z", "--grace", grace)


def test_what_should_have_expired_minutes_ago_is_listed(clock):
    """S32"""
    table, _ = a_table(60)
    clock.advance(60 + 200)
    assert str(table.game) not in run("overdue")[1]
    clock.advance(200)
    code, said = run("overdue")
    assert code == 1
    assert f"{table.game}  seat 0  turn  due " in said
    code, said = run("overdue", "--json")
    (listed,) = [one for one in json.loads(said)["overdue"] if one["game"] == str(table.game)]
    assert (code, listed["seat"], listed["kind"]) == (1, 0, "turn")
    deadlines.sweep()
    assert str(table.game) not in run("overdue")[1]


def test_what_the_house_owes_is_listed_with_its_tries_until_it_is_answered(clock):
    """A18: the list of what is stuck, while whoever thinks about it was killed."""
    table = new_game(person(), "random", time_control=per_move(3600, "forfeit"))
    while not table.state.seats[table.owed().seat].played_by_house:
        table.answer()
    owed = table.owed()
    clock.advance(31)
    for _ in range(2):
        assert decisions.lease(table.game, owed.seat, owed.opened, seconds=6)
        clock.advance(7)
    code, said = run("overdue", "--json")
    (listed,) = [one for one in json.loads(said)["overdue"] if one["game"] == str(table.game)]
    assert (code, listed["house"], listed["attempts"]) == (1, True, 2)
    assert "the house has tried 2 times" in run("overdue")[1]
    assert str(table.game) not in run("overdue", "--house-seconds", 3600)[1]
    table.play(1)
    assert str(table.game) not in run("overdue")[1]


def test_a_weekend_on_which_clocks_rest_is_no_part_of_what_is_given(clock):
    """S29: the deadline was on Friday night, and the server was away until Saturday."""
    friday = datetime(2030, 3, 1, 20, tzinfo=UTC)  # in winter time, as the Monday is
    clock.advance((friday - database_clock.now()).total_seconds())
    control = per_move(DAY, "forfeit") | {"weekend_pause": "Europe/Berlin"}
    clock.advance(-22 * 3600)
    table = new_game(person(), person(), time_control=control)
    before = due(table.owed())
    assert before < datetime(2030, 3, 1, 23, tzinfo=UTC)
    clock.advance(30 * 3600)
    began = before - HOUR
    assert re.fullmatch(MOVED, outage(began, began + 6 * HOUR))
    saturday = datetime(2030, 3, 1, 23, tzinfo=UTC)
    monday = datetime(2030, 3, 3, 23, tzinfo=UTC)
    assert due(table.owed()) == monday + 6 * HOUR + GRACE - (saturday - before)
    clock.advance(24 * 3600)
    deadlines.sweep()
    assert "DecisionExpired" not in table.types
    assert_log_is_sound(table.game)


def test_an_outage_in_a_pause_in_a_vacation_takes_nothing_and_gives_nothing(clock):
    """S31: what was left before all of it is left behind all of it."""
    control = per_move(DAY, "forfeit") | {"pause_budget": {"seat": DAY}}
    table = new_game(person(), person(), time_control=control)
    before = due(table.owed())
    clock.advance(20 * 3600)
    vacations.go_on_vacation(
        account=table.asker(0).account, starts_at=None, ends_at=database_clock.now() + 30 * HOUR
    )
    rested = database_clock.now()
    pauses.pause_game(
        game=table.game, asker=table.asker(1), resume_at=database_clock.now() + 6 * HOUR
    )
    clock.advance(40 * 3600)
    outage(rested + HOUR, rested + 39 * HOUR)
    deadlines.sweep()
    back = database_clock.now()
    moved = due(table.owed())
    assert abs((moved - back) - (before - rested)) < timedelta(minutes=1)
    outage(rested + HOUR, rested + 39 * HOUR)
    assert due(table.owed()) == moved
    assert moves(table) == []  # it rested, so that nothing of it fell into the outage
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("second", ["same", "before", "behind"])
def test_two_outages_move_a_deadline_as_often_as_it_fell_into_one(clock, second):
    table, owed = a_table(3600)
    began = owed.opened_at + 0.5 * HOUR
    clock.advance(3 * 3600)
    outage(began, began + 2 * HOUR)
    moved = due(table.owed())
    assert moved == due(owed) + 2 * HOUR + GRACE
    clock.advance(5 * 3600)
    spans = {
        "same": (began, began + 2 * HOUR),
        "before": (began - 2 * HOUR, began - HOUR),
        "behind": (moved - HOUR, moved + HOUR),
    }
    outage(*spans[second])
    hits = 2 if second == "behind" else 1
    assert len(moves(table)) == hits
    assert due(table.owed()) == moved + (hits - 1) * (2 * HOUR + GRACE)
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("offset", [-8, 0, 5.75])
def test_a_time_is_written_into_the_log_as_every_other(clock, offset):
    table, owed = a_table(3600)
    place = timezone(timedelta(hours=offset))
    clock.advance(3 * 3600)
    began = owed.opened_at.astimezone(place) + timedelta(microseconds=7)
    outage(began, began + 2 * HOUR)
    (moved,) = moves(table)
    assert moved.stopped_from is not None
    assert (moved.stopped_from, moved.stopped_from.utcoffset()) == (owed.opened_at, timedelta())
    assert moved.due_at.microsecond % 1000 == 0
    assert_log_is_sound(table.game)
