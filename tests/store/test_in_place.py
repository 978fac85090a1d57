"""A move writes its game's row where it is, without a word to any index."""

import re

from django.db import connection

CHANGED_BY_EVERY_MOVE = {"version", "head_hash", "state", "last_at"}


def test_no_index_of_games_holds_a_column_that_every_move_changes(database):
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'game'")
        found = {name: set(re.findall(r"\w+", definition)) for name, definition in cursor}
    assert found
    assert not {name for name, words in found.items() if words & CHANGED_BY_EVERY_MOVE}
