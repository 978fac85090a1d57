"""Standing orders in whole games: each ruleset, cries and races, undo, replays and their proof."""

import json
import threading

import pytest
from django.db import connection
from herdbook import verifying

from games.engine.game import Status
from games.engine.registry import all_rulesets, find_ruleset
from games.engine.seats import Seat
from games.models import StandingPlan
from games.selectors import replays
from games.selectors.game_view import event_view
from games.services import lobby, offers, pauses, undo
from games.services.plans import following, keeping, rows
from games.store import load
from games.store.load import Recorded
from games.verifying.verify import verify_game
from tests.cast import Player
from tests.farmyard import Deal, deal_from
from tests.moderation.staff import impose, lift
from tests.services.plans import ANY_MOVE, catch_up, due, follow, give, hear, known_plan, plan_of
from tests.services.table import Table, bot, new_game, owed_by, per_move, person
from tests.store.soundness import assert_log_is_sound

CRY = {"on": ["free"], "move": {"where": {"form": "cry"}}, "times": None, "lasts": "game"}
DAY = 86_400
MANY = 19
"""So many cards are in hands at least: each draw takes two of them away."""
FARMYARD = {"ruleset": "farmyard-cries", "options": {"first_seat": 0}}


@pytest.fixture(autouse=True)
def at_once(database: None, settings) -> None:
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)
    catch_up()


def pass_to(table: Table, seat: int) -> None:
    """Let the others move until this seat owes a decision."""
    while table.state.owed_by(Seat(seat)) is None:
        table.answer()


def long_game(slug: str) -> Table:
    """Make a game that cannot be over before its first seat has made four moves."""
    table = new_game(person(), person(), ruleset=slug)
    while slug == "tortoise" and (table.state.status is not Status.RUNNING or cards(table) < MANY):
        table = new_game(person(), person(), ruleset=slug)
    return table


def cards(table: Table) -> int:
    shown = table.state.game_rules.observe(table.state.rules_state, None).table()
    return sum(shown["hand_sizes"])


@pytest.mark.parametrize("slug", [rules.slug for rules in all_rulesets()])
def test_three_orders_in_a_line_are_played_in_every_ruleset(slug):
    """A37."""
    table = long_game(slug)
    step = {"move": {}, "lasts": "game"}
    give(table, 0, step, {**step, "after": 0}, {**step, "after": 1})
    for number in range(3):
        pass_to(table, 0)
        states = [keeping.order_state(known_plan(table, 0), nth) for nth in range(3)]
        assert states == ["done"] * number + ["standing"] + ["waiting"] * (2 - number)
        assert follow(table, 0)
    pass_to(table, 0)
    assert not follow(table, 0)
    assert sum(one.cause == "plan" for one in table.log if one.event.move()) == 3
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("slug", [rules.slug for rules in all_rulesets()])
def test_a_game_of_plans_is_over_verified_and_proven(slug, settings):
    """And its replay says of each move that a plan made it; hashes and all."""
    options = {"mow": {"limit": 5}, "farmyard-cries": {"target": 10}, "tortoise": {}}
    short = options.get(slug, {"hands": 1})
    table = new_game(person(), bot(), ruleset=slug, options=short)
    ready = [order for one in find_ruleset(slug).terms.templates for order in one.orders]
    for seat in (0, 1):
        give(table, seat, *ready, ANY_MOVE)
    for _ in range(100):
        if table.state.status is not Status.RUNNING:
            break
        seat = table.owed().seat
        assert follow(table, seat)
    if table.state.status is Status.RUNNING:
        lobby.resign(game=table.game, asker=table.asker(1))
    hear()
    assert plan_of(table, 0) is None
    assert verify_game(table.game).findings == []
    file = json.loads(json.dumps(replays.replay(table.loaded)))
    assert verifying.verify(file)  # what it found in order, else it raises
    assert {move["cause"] for move in file["moves"]} == {"plan"}
    seen = replays.replay(table.loaded, seat=Seat(0))["moves"]
    assert {(move["seat"], str(move["cause"])) for move in seen} <= {(0, "plan"), (1, "bot")}


def turned_by_a_plan() -> tuple[Table, Recorded]:
    """Play until an order draws right after the pile was turned; return that turning."""
    draw = {"move": {"where": {"form": "draw"}}, "times": None, "lasts": "game"}
    while True:
        table = new_game(bot(), person(), ruleset="family-favourites", options={"hands": 9})
        give(table, 0, draw, ANY_MOVE)
        while (state := table.state).status is Status.RUNNING:
            if state.owed[0].seat != 0:
                table.answer()
                continue
            assert follow(table, 0)
            for one in load.events(table.game, after=state.version):
                if one.event.type == "PileRecycled":
                    return table, one


def test_a_draw_before_which_the_pile_was_turned_is_its_planners_too():
    """The first event of such a commit is no seat's."""
    table, turned = turned_by_a_plan()
    seats = (Seat(0), Seat(1), None)
    commit = [one for one in table.log if one.command == turned.command]
    assert commit[0] == turned
    assert [[str(event_view(one, seat)["cause"]) for one in commit[:2]] for seat in seats] == [
        ["plan", "plan"],
        ["bot", "bot"],
        ["bot", "bot"],
    ]
    fate = known_plan(table, 0).fates
    assert sum(one.played for one in fate) == len(
        {one.command for one in table.log if one.cause == "plan"}
    )
    assert_log_is_sound(table.game)


def test_a_cry_is_made_as_soon_as_it_may_be(monkeypatch):
    """Whoever's turn it is; what is behind the cry is the game's."""
    deal_from(monkeypatch, Deal.TWO_VAIN_CRIES)
    table = new_game(person(), person(), bot(), **FARMYARD)
    give(table, 1, CRY)
    give(table, 2, CRY)
    assert table.owed().seat == 0
    assert follow(table, 1)
    assert follow(table, 2)
    cries = [one for one in table.log if one.event.type == "GroupCried"]
    assert [(one.event.seat, one.cause) for one in cries] == [(1, "plan"), (2, "plan")]
    shown = [
        [str(event_view(one, seat)["cause"]) for one in cries] for seat in map(Seat, (0, 1, 2))
    ]
    assert shown == [["player", "bot"], ["plan", "bot"], ["player", "plan"]]
    assert not follow(table, 1), "a group is cried once"


def test_a_cry_waits_for_its_pace_and_comes_before_an_answer(monkeypatch, settings, clock):
    settings.HERDBOOK_HOUSE_PACE_MS = (60_000, 60_000)
    deal_from(monkeypatch, Deal.VAIN_CRY)
    table = new_game(person(), bot(), **FARMYARD)
    give(table, 0, CRY, ANY_MOVE)
    assert not follow(table, 0)
    clock.advance(61)
    assert follow(table, 0)
    assert table.log[-1].event.type == "GroupCried"
    assert owed_by(table.state, 0).kind == "turn"
    assert not follow(table, 0), "the answer comes a pace behind the cry"
    clock.advance(61)
    assert follow(table, 0)
    assert table.state.owed_by(Seat(0)) is None


def test_news_that_change_nothing_do_not_put_a_cry_off(monkeypatch, settings, clock):
    """Its pace counts from the first look at which it could be made."""
    deal_from(monkeypatch, Deal.TWO_VAIN_CRIES)
    settings.HERDBOOK_HOUSE_PACE_MS = (60_000, 60_000)
    table = new_game(person(), person(), bot(), **FARMYARD)
    give(table, 1, CRY)
    assert not follow(table, 1)
    clock.advance(40)
    table.answer("swap")
    assert not follow(table, 1)
    clock.advance(21)
    assert due(table) == [1]
    assert follow(table, 1)


def test_in_a_race_a_plan_is_as_slow_as_the_house(monkeypatch, settings, clock):
    settings.HERDBOOK_HOUSE_PACE_MS = (60_000, 60_000)
    deal_from(monkeypatch, Deal.RACE)
    table = new_game(*(person() for _ in range(6)), **FARMYARD)
    give(table, 2, {"on": ["race"], "move": "lay-down"})
    for _ in range(2):
        clock.advance(61)
        assert not follow(table, 2)
    clock.advance(61)
    assert follow(table, 2)
    assert "SetLaidDown" in table.types


def test_an_undone_move_voids_all_orders_given_before(monkeypatch):
    deal_from(monkeypatch, Deal.PLAIN)
    table = new_game(person(), person(), person(), **FARMYARD)
    table.answer("swap")
    give(table, 0, ANY_MOVE)
    give(table, 1, {"move": {}, "when": {"fact": "round", "is": 9}, "times": None})
    for seat in range(3):
        undo.consent_to_undo(game=table.game, asker=table.asker(seat))
    assert "MoveUndone" in table.types
    for seat in (0, 1):
        assert not follow(table, seat)
        row = known_plan(table, seat)
        assert (row.ended, keeping.order_state(row, 0)) == ("undone", "void")
    give(table, 0, ANY_MOVE)
    assert follow(table, 0)


def test_whoever_takes_orders_back_waits_for_the_worker_that_follows_them():
    """However long that takes; once it is answered, none of them is followed."""
    table = new_game(person(), bot())
    give(table, 0, ANY_MOVE)
    row = rows.lease(known_plan(table, 0).id)
    assert row is not None
    ended = threading.Event()

    def end() -> None:
        try:
            keeping.end(game=table.game, account=table.asker(0).account)
            ended.set()
        finally:
            connection.close()

    thread = threading.Thread(target=end)
    thread.start()
    assert not ended.wait(0.3)
    rows.rest(row.id, fates=row.fates, looked=table.state.version)
    thread.join(timeout=20)
    assert ended.is_set()
    assert plan_of(table, 0) is None


def test_a_sweep_finds_every_plan_that_is_due_and_only_those():
    """Whatever was lost: the feed tells of each commit, and looks cost nothing without one."""
    tables = [new_game(person(), bot()) for _ in range(3)]
    for table in tables:
        give(table, 0, ANY_MOVE)
        give(table, 1, ANY_MOVE)
    for _ in range(4):
        hear()
        following.follow_due()
    assert [sum(one.cause == "plan" for one in table.log) >= 3 for table in tables] == [True] * 3
    for table in tables:
        for seat in (0, 1):
            keeping.end(game=table.game, account=table.asker(seat).account)


def test_who_takes_a_seat_over_is_told_nothing_of_the_orders_of_the_one_before():
    """They are gone with their owner, and what they played is a player's move now."""
    table, heir = new_game(person(), person(), bot()), person()
    give(table, 0, ANY_MOVE)
    assert follow(table, 0)
    offers.offer_seat(game=table.game, seat=0, asker=table.asker(0))
    lobby.take_seat(game=table.game, asker=heir, seat=0)
    replaced = Table(table.game, (heir, *table.askers[1:]))
    assert plan_of(replaced, 0) is None
    hear()
    following.follow_due()
    assert not StandingPlan.objects.filter(game=table.game).exists()
    (move,) = [one for one in table.log if one.cause == "plan" and one.event.move()]
    assert [event_view(move, seat)["cause"] for seat in (Seat(0), Seat(1), None)] == ["player"] * 3
    give(replaced, 0, ANY_MOVE)
    pass_to(replaced, 0)
    assert follow(replaced, 0)
    last = [one for one in table.log if one.cause == "plan"][-1]
    assert event_view(last, Seat(0))["cause"] == "plan"


def test_orders_may_be_given_in_a_pause_and_rest_until_it_is_over():
    control = per_move(DAY, "forfeit") | {"pause_budget": {"seat": DAY, "game": None}}
    table = new_game(person(), person(), time_control=control)
    pauses.pause_game(game=table.game, asker=table.asker(0))
    give(table, 0, ANY_MOVE)
    assert not follow(table, 0)
    pauses.resume_game(game=table.game, asker=table.asker(0))
    assert follow(table, 0)


def test_the_orders_of_a_suspended_account_rest_and_are_followed_afterwards(database):
    table = long_game("mow")
    give(table, 0, ANY_MOVE)
    asker = table.asker(0)
    sanction = impose(Player(name=asker.name))
    pass_to(table, 0)
    assert not follow(table, 0)
    assert table.state.owed_by(Seat(0)) is not None
    lift(sanction)
    table.answer()
    pass_to(table, 0)
    assert follow(table, 0)


@pytest.mark.parametrize("hours", [50 / 60, None], ids=["in time", "lifted"])
def test_orders_are_followed_after_a_suspension_though_nothing_happens_in_the_game(
    database, clock, hours
):
    table = long_game("mow")
    give(table, 0, ANY_MOVE)
    sanction = impose(Player(name=table.asker(0).name), hours=hours)
    pass_to(table, 0)
    assert not follow(table, 0)
    assert due(table) == []
    clock.advance(49 * 60)
    assert due(table) == []
    if hours is None:
        lift(sanction)
    clock.advance(12 * 60)
    assert due(table) == [0]
    assert follow(table, 0)
    assert table.state.owed_by(Seat(0)) is None
