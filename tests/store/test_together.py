"""Commands of several games in one call: each stands and falls alone."""

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connection

from games.store import append
from games.store.append import Result
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import answer, write

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def other_session():
    """A session of its own, which holds what it locks until it is closed."""
    with psycopg.connect(
        **connection.get_connection_params() | {"cursor_factory": None}
    ) as session:
        yield session
        session.rollback()


def test_a_locked_game_is_busy_and_keeps_the_others_of_its_call_not_waiting(other_session):
    held, free = new_game(bot(), bot()), new_game(bot(), bot())
    other_session.execute("SELECT 1 FROM game WHERE id = %s FOR UPDATE", [held.game])

    results = write(answer(held), answer(free))

    assert [one.result for one in results] == [Result.BUSY, Result.DONE]
    other_session.rollback()
    assert write(answer(held))[0].result is Result.DONE
    for table in (held, free):
        assert_log_is_sound(table.game)


@pytest.mark.parametrize("held_comes_first", [False, True], ids=["held-last", "held-first"])
def test_a_command_whose_game_is_held_waits_for_it_alone(held_comes_first, other_session):
    """A fault: one that came alone waited for its game, and all that came later waited for it."""
    tables = [new_game(bot(), bot()) for _ in range(6)]
    commands = [answer(table) for table in tables]
    other_session.execute("SELECT 1 FROM game WHERE id = %s FOR UPDATE", [tables[0].game])

    def run(command: append.Append) -> Result:
        try:
            return append.append_one(command).result
        finally:
            connection.close()

    in_order = commands if held_comes_first else [*commands[1:], commands[0]]
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(run, in_order[0])]
        time.sleep(0.1)
        asked += [pool.submit(run, command) for command in in_order[1:]]
        held = asked.pop(0 if held_comes_first else -1)
        free = asked
        assert [future.result(timeout=3) for future in free] == [Result.DONE] * 5
        assert not held.done()
        other_session.rollback()
        assert held.result(timeout=30) is Result.DONE
    for table in tables:
        assert_log_is_sound(table.game)
