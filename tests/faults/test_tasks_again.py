"""Tasks of a game that went long ago are delivered again, and change nothing (F10)."""

import pytest

from bots import answering, tasks
from games.engine.game import Status
from games.store.models import CommandRecord, Event, Game
from games.tasks import expire_due
from tests.services.table import Table, bot, new_game


@pytest.fixture
def over(database: None) -> Table:
    """A game that the house has played to its end."""
    table = new_game(*["random"] * 3, maker=bot(), options={"limit": 5})
    while table.state.status is Status.RUNNING:
        for owed in table.state.owed:
            answering.answer(table.game, owed.seat, owed.opened)
    return table


def rows(table: Table) -> list[object]:
    """All that is stored of a game."""
    return [
        list(kind.objects.filter(**{name: table.game}).order_by("pk").values())
        for kind, name in ((Event, "game"), (CommandRecord, "game"), (Game, "id"))
    ]


def test_every_task_of_a_game_that_is_over_is_harmless(over):
    closed = CommandRecord.objects.filter(game=over.game, seat__isnull=False)
    decisions = list(closed.values_list("seat", "opened"))
    before = rows(over)
    assert len(decisions) > 20
    for seat, opened in decisions * 2:
        tasks.answer(str(over.game), seat, opened)
    tasks.answer_owed()
    expire_due()
    assert rows(over) == before
