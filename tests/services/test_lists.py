"""What an account owes, in order and page by page."""

from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.selectors import lists, turn_lists, waiting
from games.selectors.lists import BadCursorError, GameFilter
from games.selectors.turn_lists import TurnOrder
from games.services import deadlines, lobby
from games.services.askers import Asker
from tests.services.table import Table, bot, new_game, per_move

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def me(database: None) -> Asker:
    return bot()


@pytest.fixture
def owing(me) -> list[Table]:
    """Five games in which I owe a decision, the most urgent first, and two in which I do not."""
    new_game(bot(), me, time_control=per_move(1, "forfeit"))
    new_game(me, None)
    return [
        new_game(me, bot(), time_control=per_move(seconds, "forfeit"))
        for seconds in (100, 200, 300, 400, 500)
    ]


def games(tables: list[Table]) -> list[UUID]:
    return [table.game for table in tables]


def test_turns_come_the_most_urgent_first_and_are_counted(me, owing):
    turns = turn_lists.list_turns(me.account, order=TurnOrder.DEADLINE, limit=50, cursor=None)
    assert (turns.count, turns.next) == (5, None)
    assert [loaded.id for loaded, _ in turns.items] == games(owing)
    assert {seat for _, seat in turns.items} == {0}


def test_pages_neither_skip_nor_repeat_while_decisions_come_and_go(me, owing):
    first = turn_lists.list_turns(me.account, order=TurnOrder.DEADLINE, limit=2, cursor=None)
    owing[0].answer()
    owing[4].answer()
    second = turn_lists.list_turns(me.account, order=TurnOrder.DEADLINE, limit=2, cursor=first.next)
    assert [loaded.id for loaded, _ in [*first.items, *second.items]] == games(owing[:4])
    assert (second.count, second.next) == (3, None)


@pytest.mark.parametrize("cursor", ["", "x", "e30", "dHVybnN8MjAyNi0wMS0wMXwx", "é"])
def test_a_cursor_of_no_list_is_refused(me, cursor):
    with pytest.raises(BadCursorError):
        turn_lists.list_turns(me.account, order=TurnOrder.DEADLINE, limit=2, cursor=cursor)


def test_a_cursor_of_another_list_is_refused(me, owing):
    page = lists.list_games(GameFilter(mine=True), viewer=me.account, limit=2, cursor=None)
    with pytest.raises(BadCursorError):
        turn_lists.list_turns(me.account, order=TurnOrder.DEADLINE, limit=2, cursor=page.next)


def test_the_next_turn_goes_round_and_is_never_the_one_named(me, owing):
    assert turn_lists.next_turn(me.account, after=None) == owing[0].game
    for place, table in enumerate(owing):
        following = owing[(place + 1) % 5]
        assert turn_lists.next_turn(me.account, after=table.decision()) == following.game
    assert turn_lists.next_turn(me.account, after="of no game") == owing[0].game
    closed = owing[2].decision()
    owing[2].answer()
    assert turn_lists.next_turn(me.account, after=closed) == owing[0].game
    for table in (owing[0], owing[1], owing[3]):
        table.answer()
    assert turn_lists.next_turn(me.account, after=owing[4].decision()) is None
    owing[4].answer()
    assert turn_lists.next_turn(me.account, after=None) is None


def test_a_seat_that_is_away_or_has_resigned_owes_nothing(me, clock):
    away = new_game(me, bot(), bot(), time_control=per_move(60, "house-bot"))
    left = new_game(me, bot(), bot(), time_control=per_move(600, "house-bot"))
    lobby.resign(game=left.game, asker=me)
    assert turn_lists.next_turn(me.account, after=None) == away.game
    clock.advance(61)
    deadlines.expire_game(away.game)
    assert turn_lists.next_turn(me.account, after=None) is None
    lobby.return_to_seat(game=away.game, asker=me)
    assert turn_lists.next_turn(me.account, after=None) == away.game


def test_my_games_are_those_i_made_or_sit_in_page_by_page(me, owing):
    found, cursor = [], None
    while True:
        page = lists.list_games(GameFilter(mine=True), viewer=me.account, limit=3, cursor=cursor)
        found += [loaded.id for loaded in page.games]
        cursor = page.next
        if cursor is None:
            break
    assert len(found) == len(set(found)) == 7
    assert found[:5] == games(owing)[::-1]


def test_what_somebody_waits_for_changes_with_news_and_only_then(me):
    table = new_game(me, bot())
    other = table.asker(1).account

    def marks():
        return waiting.marks(games=[table.game], accounts=[me.account, other])

    before = marks()
    assert marks() == before
    table.answer()
    after = marks()
    assert {key for key in before if before[key] != after[key]} == set(before)
    assert after[f"turns {me.account}"] == "0"
    assert after[f"game {table.game}"] == str(table.state.version)


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (GameFilter(ruleset="tortoise", rated=True, seats=5), "game_by_creation"),
        (GameFilter(status="running", time_control="none"), "game_by_creation"),
        (GameFilter(status="paused", ruleset="tortoise"), "game_by_status"),
        (GameFilter(open=True, seats=2, time_control="bank"), "game_by_status"),
        (GameFilter(free=2, ruleset="tortoise"), "game_by_status"),
        (GameFilter(offered=True, ruleset="tortoise"), "game_with_a_seat_on_offer"),
        (GameFilter(status="finished", rated=True, seats=5, ruleset="mow"), "game_by_end"),
    ],
)
@pytest.mark.parametrize("is_somebody", [True, False])
def test_games_that_do_not_fit_are_passed_in_an_index(me, wanted, index, is_somebody):
    """On a server with a history, whatever games other tests have left in this one."""
    model = new_game(me, bot()).game
    with CaptureQueriesContext(connection) as queries:
        viewer = me.account if is_somebody else None
        lists.list_games(wanted, viewer=viewer, limit=50, cursor=None)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_HISTORY, [model])
        cursor.execute("ANALYZE game")
        for dear in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{dear} = off")
        cursor.execute(f"EXPLAIN {queries[0]['sql']}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
        transaction.set_rollback(True)
    kind = "Index Scan" if index == "game_with_a_seat_on_offer" else "Index Only Scan"
    assert f"{kind} using {index} on game" in plan, plan


_HISTORY = """
INSERT INTO game (id, ruleset, rules_version, status, version, head_hash, state, secret, rated,
  private, seat_count, free_seats, time_control_kind, created_at, started_at, finished_at, last_at)
SELECT gen_random_uuid(), ruleset, rules_version,
  (CASE WHEN n %% 50 = 0 THEN 'running' WHEN n %% 50 = 1 THEN 'open' WHEN n %% 50 = 2 THEN 'paused'
    ELSE 'finished' END),
  version, head_hash, '', secret, rated, private, seat_count, (n %% 50 = 1)::integer,
  time_control_kind, created_at - n * interval '1 hour',
  CASE WHEN n %% 50 <> 1 THEN started_at - n * interval '1 hour' END,
  CASE WHEN n %% 50 > 2 THEN started_at - n * interval '50 minutes' END,
  last_at - n * interval '50 minutes'
FROM game CROSS JOIN generate_series(1, 20000) n WHERE id = %s
"""
