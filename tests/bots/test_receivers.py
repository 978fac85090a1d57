"""The doorbell: rung for what a commit opened for the house, once it is on disk."""

import pytest
from django.db import connection, transaction

from bots import doorbell, receivers
from games import projections, signals
from games.services import lobby
from games.store.append import OpenTransactionError
from games.store.models import OpenDecision
from tests.bots.rings import taken
from tests.services.table import bot, new_game, owed_by

pytestmark = pytest.mark.usefixtures("database")


def test_it_rings_for_a_decision_of_the_house_and_for_no_other(monkeypatch):
    monkeypatch.setattr(doorbell.BELL, "_silent_until", 0.0)
    table = new_game(bot(), "random")
    assert taken(table.game) == []
    table.answer()
    owed = owed_by(table.state, 1)
    (ring,) = taken(table.game)
    assert (ring.seat, ring.opened) == (1, owed.opened)


def test_it_rings_once_for_one_decision_whatever_happens_elsewhere(monkeypatch):
    monkeypatch.setattr(doorbell.BELL, "_silent_until", 0.0)
    table = new_game("random", bot(), bot())
    assert len(taken(table.game)) == 1
    lobby.resign(game=table.game, asker=table.asker(2))
    lobby.abort_game(game=table.game, asker=table.asker(1))
    assert taken(table.game) == []


def test_the_pace_is_drawn_from_game_and_version_alone(settings):
    settings.HERDBOOK_HOUSE_PACE_MS = (800, 2500)
    tables = [new_game("random", bot()) for _ in range(12)]
    paces = set()
    for table in tables:
        row = OpenDecision.objects.get(game=table.game)
        assert row.not_before is not None
        pace = row.not_before - row.opened_at
        assert pace == projections.pace(table.game, table.state.version)
        assert 0.8 <= pace.total_seconds() <= 2.5
        paces.add(pace)
    assert len(paces) > 6


def test_the_ring_waits_in_the_broker_until_the_house_may_answer(settings, monkeypatch):
    monkeypatch.setattr(doorbell.BELL, "_silent_until", 0.0)
    settings.HERDBOOK_HOUSE_PACE_MS = (3000, 3000)
    table = new_game("random", bot())
    (ring,) = taken(table.game)
    row = OpenDecision.objects.get(game=table.game)
    assert ring.eta is not None
    assert row.not_before is not None
    assert abs((ring.eta - row.not_before).total_seconds()) < 1


@pytest.mark.parametrize(("milliseconds", "rings"), [(10_000, 1), (10_001, 0)])
def test_no_message_waits_longer_than_ten_seconds(settings, monkeypatch, milliseconds, rings):
    monkeypatch.setattr(doorbell.BELL, "_silent_until", 0.0)
    settings.HERDBOOK_HOUSE_PACE_MS = (milliseconds, milliseconds)
    table = new_game("random", bot())
    assert len(taken(table.game)) == rings
    assert receivers.MAX_COUNTDOWN == 10


def test_nothing_is_announced_that_was_not_committed():
    """S23, F21: neither inside a transaction nor when the database refuses."""
    heard = []

    def hear(sender, loaded, **kwargs):
        assert not connection.in_atomic_block
        heard.append(loaded.state.version)

    table = new_game(bot(), "random")
    move, decision, asker = table.legal()[0], table.decision(), table.asker(0)
    signals.committed.connect(hear)
    try:
        with transaction.atomic(), pytest.raises(OpenTransactionError):
            table.answer(move, decision=decision, by=asker)
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = on")
            with pytest.raises(Exception, match="read-only transaction"):
                table.answer(move, decision=decision, by=asker)
            cursor.execute("RESET default_transaction_read_only")
        assert heard == []
        assert taken(table.game) == []
        version = table.answer(move, decision=decision, by=asker).game.state.version
        assert heard == [version]
        table.answer(move, decision=decision, by=asker)
        assert heard == [version]
    finally:
        signals.committed.disconnect(hear)


def test_a_listener_that_breaks_undoes_nothing(caplog):
    def broken(sender, **kwargs):
        raise ZeroDivisionError

    table = new_game(bot(), "random")
    signals.committed.connect(broken)
    try:
        committed = table.answer()
    finally:
        signals.committed.disconnect(broken)
    assert table.state.version == committed.game.state.version
    assert "ZeroDivisionError" in caplog.text
