"""Everything at once over many games: no deadlock, no error, every log sound at the end."""

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from bots import answering, tasks
from games.engine.game import Status
from games.services import deadlines, lobby
from games.services.errors import BusyError, ServiceError
from games.store import clock as database_clock
from games.store import decisions
from games.store.append import Append, Result
from tests.concurrency.racing import BOTH, crew, errors
from tests.services.table import Table, bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import creation, remark, write

THREADS = 16
pytestmark = BOTH


def deadlocks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def move(rng: random.Random, table: Table) -> None:
    table.answer(rng.choice(["moo", None, None, None, None]))


def join(rng: random.Random, table: Table) -> None:
    asker = table.asker(rng.randrange(len(table.askers)))
    if rng.random() < 0.6:
        lobby.take_seat(game=table.game, asker=asker)
    else:
        lobby.leave_seat(game=table.game, asker=asker)


def seat(rng: random.Random, table: Table) -> None:
    asker = table.asker(rng.randrange(len(table.askers)))
    command: Callable[..., object] = rng.choice(
        [lobby.return_to_seat] * 8 + [lobby.resign, lobby.abort_game]
    )
    command(game=table.game, asker=asker)


def house(rng: random.Random, table: Table) -> None:
    for owed in table.state.owed:
        answering.answer(table.game, owed.seat, owed.opened)


def expire(rng: random.Random, table: Table) -> None:
    deadlines.expire_game(table.game)


def sweep(rng: random.Random, table: Table) -> None:
    tasks.answer_owed()
    for game in decisions.due_games(by=database_clock.now()):
        if game == table.game:
            deadlines.expire_game(game)


ERRANDS = [move, move, move, join, join, seat, house, house, expire, sweep]


def run(tables: list[Table], until: float, number: int) -> Counter[str]:
    """Do errands at random games until it is time; return what came of them."""
    rng = random.Random(number)
    done: Counter[str] = Counter()
    while time.monotonic() < until:
        table, errand = rng.choice(tables), rng.choice(ERRANDS)
        try:
            errand(rng, table)
        except BusyError:
            done["busy"] += 1
        except ServiceError as refusal:
            done[refusal.code] += 1
        except (AssertionError, IndexError):  # nobody owes anything, or a house seat does
            done["nothing to do"] += 1
        else:
            done[errand.__name__] += 1
    return done


def soak(seconds: float, games: int) -> Counter[str]:
    control = per_move(1, "house-bot")
    askers = [bot() for _ in range(4)]
    tables = []
    for number in range(games):
        policy = ["house-bot", "default-move", "forfeit"][number % 3]
        control = per_move(1 + number % 2, policy)
        made = new_game(askers[0], None, None, None, options={"limit": 3}, time_control=control)
        tables.append(Table(made.game, tuple(askers)))
    until = time.monotonic() + seconds
    with crew(THREADS) as threads:
        finishes = threads.race([partial(run, tables, until, n) for n in range(THREADS)])
    assert errors(finishes) == []
    for table in tables:
        assert_log_is_sound(table.game)
    statuses = Counter(table.state.status for table in tables)
    assert statuses[Status.OPEN] < games
    return sum((finish.answer for finish in finishes if finish.answer), Counter())


def test_a_few_seconds_of_everything_leave_every_log_sound(database):
    before, done = deadlocks(), Counter[str]()
    errands = {"move", "join", "house", "expire"}
    for _ in range(10):  # in three seconds a busy machine may not come to everything
        done += soak(3, games=10)
        if errands <= done.keys():
            break
    assert errands <= done.keys()
    assert deadlocks() == before
    assert done["busy"] * 100 <= sum(done.values())  # a fair answer, but a rare one


@pytest.mark.slow
def test_a_minute_of_everything_leaves_every_log_sound(database):
    before = deadlocks()
    soak(60, games=40)
    assert deadlocks() == before


@pytest.mark.parametrize("made_before", [True, False])
def test_batches_over_the_same_games_in_any_order_do_not_deadlock(sixteen, made_before):
    before = deadlocks()
    for _ in range(4):
        commands = [remark(new_game(bot(), bot())) if made_before else creation() for _ in range(6)]

        def batch(number: int, commands: list[Append] = commands) -> list[Result]:
            shuffled = random.Random(number).sample(commands, len(commands))
            return [appended.result for appended in write(*shuffled)]

        finishes = sixteen.race([partial(batch, number) for number in range(16)])
        assert errors(finishes) == []
        results = Counter(result for finish in finishes for result in finish.answer or [])
        assert results[Result.DONE] == 6
        assert results[Result.CONFLICT] + results[Result.BUSY] == 15 * 6
        for command in commands:
            assert_log_is_sound(command.game)
    assert deadlocks() == before
