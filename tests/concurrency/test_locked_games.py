"""A forgotten session holds a game's row: whoever comes is refused soon, and nothing else waits."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from bots import answering
from games.services import deadlines
from games.services.errors import BusyError
from games.tasks import expire_due
from tests.services.table import Table, bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound


@pytest.fixture(autouse=True)
def _patience(database: None) -> Iterator[None]:
    """Wait for locks as the application does, but for less long."""
    connection.close()
    connection.settings_dict["LOCK_TIMEOUT"] = 200
    yield
    del connection.settings_dict["LOCK_TIMEOUT"]
    connection.close()


@contextmanager
def held(table: Table) -> Iterator[None]:
    """Hold the row of a game locked in a session of an administrator's."""
    wanted = connection.get_connection_params()
    keys = ("host", "port", "user", "password", "dbname")
    with psycopg.connect(**{key: wanted[key] for key in keys}) as session:
        session.execute("SELECT 1 FROM game WHERE id = %s FOR UPDATE", [table.game])
        yield
        session.rollback()


def test_a_move_is_refused_as_busy_and_can_be_sent_again(caplog):
    table = new_game(bot(), bot())
    decision, move, asker = table.decision(), table.legal()[0], table.asker(0)
    with held(table):
        with pytest.raises(BusyError):
            table.answer(move, decision=decision, by=asker)
        new_game(bot(), bot()).answer()
    assert f"game={table.game} is locked" in caplog.text
    assert not table.answer(move, decision=decision, by=asker).replayed
    assert_log_is_sound(table.game)


def test_a_sweep_goes_on_with_the_other_games(clock):
    locked, other = (new_game(bot(), bot(), time_control=per_move(60, "forfeit")) for _ in "12")
    clock.advance(61)
    with held(locked):
        assert expire_due() >= 1
        assert "DecisionExpired" in other.types
        assert "DecisionExpired" not in locked.types
    assert deadlines.expire_game(locked.game) == 1


def test_the_house_answers_the_other_games_and_this_one_later():
    locked, other = (new_game("random", bot(), maker=bot(), options={"limit": 5}) for _ in "12")
    (mine, theirs) = (next(iter(table.state.owed)) for table in (locked, other))
    with held(locked):
        assert not answering.answer(locked.game, mine.seat, mine.opened)
        assert answering.answer(other.game, theirs.seat, theirs.opened)
    assert answering.answer(locked.game, mine.seat, mine.opened)
    assert_log_is_sound(locked.game)
