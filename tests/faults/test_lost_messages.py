"""Messages and pool children that are lost: decisions are answered and expire all the same."""

from datetime import datetime
from uuid import UUID

import herdbook
import pytest

from tests.faults.children import Children
from tests.faults.orders import FailPoint
from tests.faults.windows import QUICK
from tests.stack.stacks import until

GAMES = 200
KILLS = 3
FAULT = "exit before append"
_OPEN = "SELECT opened_at, opened FROM decision WHERE game_id = %s"
_SOON = (
    "SELECT FROM decision"
    " WHERE answerer <> 'house' AND due_at < clock_timestamp() + interval '1 second' LIMIT 1"
)
_EXPIRED = """
SELECT g.id, count(e.*), max(e.recorded_at - d.due_at)
FROM unnest(%s::uuid[], %s::timestamptz[]) AS d (game, due_at)
JOIN game g ON g.id = d.game
LEFT JOIN event e ON e.game_id = g.id AND e.type = 'DecisionExpired'
GROUP BY g.id
"""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_hundred_turns_expire_once_and_in_time_although_the_broker_is_flushed(
    children: Children, client: herdbook.Client
):
    """F09: again and again, from just before the first deadline until the last has passed."""
    time_control = {"kind": "per_move", "seconds": 120, "on_expiry": "forfeit"}
    for _ in range(GAMES):
        client.games.create(
            "mow", [herdbook.ME, herdbook.house("random")], time_control=time_control
        )
    with children.owner() as connection, children.broker() as broker:
        mine = "SELECT game_id, due_at FROM decision WHERE answerer <> 'house'"
        until(lambda: len(connection.execute(mine).fetchall()) == GAMES, "my turn in every game")
        dues: dict[UUID, datetime] = dict(connection.execute(mine).fetchall())
        until(lambda: connection.execute(_SOON).fetchall(), "the first deadline", 120)

        def all_expired() -> bool:
            broker.flushall()
            return not connection.execute(mine).fetchall()

        until(all_expired, "the last expiry", 180)
        found = connection.execute(_EXPIRED, [list(dues), list(dues.values())]).fetchall()
    assert [count for _, count, _ in found] == [1] * GAMES
    late = [after.total_seconds() for _, _, after in found]
    assert min(late) >= 0
    assert max(late) < QUICK


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_seat_moves_although_whoever_answers_for_it_is_killed_three_times(
    children: Children, client: herdbook.Client
):
    """F04, A18: in the middle of the answer, without a word, and nothing is acknowledged.

    Meanwhile the list of what is stuck shows it.
    """
    house = [herdbook.house("random")] * 2
    game = client.games.create("mow", house, options={"limit": 1000}).id
    until(lambda: client.games.view(game).version > 10, "a game under way")
    children.orders.set_fail_point(FailPoint(step="append", when="before", action="exit"))

    def killed() -> bool:
        children.heal()
        return children.orders.counts().get(FAULT, 0) >= KILLS

    until(killed, "three kills")
    with children.owner() as connection:
        killed_at = connection.execute(_OPEN, [game]).fetchall()
        children.orders.set_fail_point(None)

        def moved() -> bool:
            children.heal()
            return connection.execute(_OPEN, [game]).fetchall() != killed_at

        until(moved, "the move")
        [(opened_at, _)] = killed_at
        answered = (
            "SELECT extract(epoch FROM min(recorded_at) - %(at)s) FROM event"
            " WHERE game_id = %(game)s AND recorded_at > %(at)s"
        )
        [(seconds,)] = connection.execute(answered, {"at": opened_at, "game": game}).fetchall()
    assert seconds < 30
