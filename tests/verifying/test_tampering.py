"""What somebody with every right changed by hand is found, and named for what it is."""

from typing import Any

import pytest
from django.db import connection, transaction

from games.services import lobby
from games.store import stored
from games.verifying.findings import Kind
from games.verifying.rebuild import compare_game, rebuild_game
from games.verifying.verify import verify_game
from tests.services.table import Table, bot, new_game
from tests.verifying.planted import AFTER_PLAY, GAME, IN_PLAY, Tampering
from tests.verifying.tampering import restored


@pytest.fixture(scope="module")
def in_play(test_database: None, django_db_blocker: Any) -> Table:
    """A game of two bots in play, whose last commit drew a card."""
    with django_db_blocker.unblock():
        seats = bot(), bot()
        made = new_game(seats[0], None)
        lobby.take_seat(game=made.game, asker=seats[1], key="k")
        table = Table(made.game, seats)
        while table.types.count("CardDrawn") < 6 or table.types[-1] != "CardDrawn":
            table.play(1)
        return table


@pytest.fixture(scope="module")
def over(test_database: None, django_db_blocker: Any) -> Table:
    """The same, after the first seat has given up."""
    with django_db_blocker.unblock():
        table = new_game(bot(), bot())
        table.play(12)
        lobby.resign(game=table.game, asker=table.asker(0))
        return table


def places(table: Table) -> dict[str, int]:
    """Name events: a card played by the fourth commit of play, the one after it, the last."""
    types = table.types
    played = [place for place, name in enumerate(types, start=1) if name == "CowPlayed"][1]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT opened FROM command WHERE game_id = %s AND first_version = %s AND seat IS NOT"
            " NULL",
            [table.game, played],
        )
        (opened,) = cursor.fetchone()
    return {"played": played, "next": played + 1, "last": len(types), "opened": opened}


def assert_found(tampering: Tampering, table: Table) -> None:
    """Change the game as `tampering` says, and look whether that is found."""
    named = places(table)
    with restored(table.game) as thief:
        thief.run(*tampering.statements, **named)
        if tampering.rehash is not None:
            thief.rehash(only=None if tampering.rehash == "chain" else named[tampering.rehash])
        verdict = verify_game(table.game)
    found = [(finding.kind, finding.version) for finding in verdict.findings]
    assert tampering.kind in [kind for kind, _ in found], found
    if tampering.of is not None:
        assert (tampering.kind, named[tampering.of]) in found
    assert verify_game(table.game).findings == [], "not as it was"


@pytest.mark.parametrize("tampering", IN_PLAY)
def test_in_play_the_verifier_finds(tampering, database, in_play):
    assert_found(tampering, in_play)


@pytest.mark.parametrize("tampering", AFTER_PLAY)
def test_after_play_the_verifier_finds(tampering, database, over):
    assert_found(tampering, over)


def test_a_log_whose_game_has_lost_its_row_is_looked_at(database, over):
    """A fault: only games with a row were verified."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in ("event", "command", "decision", "holder"):
            cursor.execute(
                "SELECT conname FROM pg_constraint WHERE contype = 'f'"
                " AND conrelid = %s::regclass AND confrelid = 'game'::regclass",
                [table],
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        cursor.execute("DELETE FROM game WHERE id = %s", [over.game])
        assert over.game in set(stored.game_ids())
        transaction.set_rollback(True)
    ids = list(stored.game_ids())
    assert ids == sorted(set(ids))
    assert over.game in ids


def test_of_a_game_that_cannot_be_read_nothing_is_made(database, in_play):
    """A fault: one such row ended the work on all games."""
    with restored(in_play.game) as thief:
        thief.run(GAME.format("created_at = '0044-03-15 BC'"))
        for treat in (compare_game, rebuild_game):
            assert [one.kind for one in treat(in_play.game).refused] == [Kind.UNREADABLE]
