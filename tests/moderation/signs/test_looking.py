"""Games that are over are looked through once; nothing is found out about games that run (A44)."""

import logging
from uuid import uuid4

import pytest

from accounts import clock
from accounts.models import Account
from accounts.services import erasure
from games.engine.seats import Seat
from games.engine.signs.witness import Kind
from games.models import EndedGame, SignSum, Suspicion
from games.services import feeds
from games.services.moderation.signs import ended, looking
from games.store import consumers
from tests.moderation.signs.tables import ended as ended_table
from tests.moderation.signs.tables import look, suspicion_of
from tests.services.table import bot, new_game, person
from tests.store.feeding import end_of_feed, go_to


@pytest.fixture(autouse=True)
def caught_up(database: None) -> None:
    go_to(ended.CONSUMER, end_of_feed())


def kinds_of(giver):
    rows = SignSum.objects.filter(giver=giver, receiver__isnull=True)
    return {Kind(row.kind): row.count for row in rows}


def test_a_game_that_is_over_is_looked_through_once():
    table = ended_table(person(), person(), person())
    assert look(table) is True
    first, second, third = (one.account for one in table.askers)
    assert suspicion_of(first, second).games == 1
    counts = kinds_of(first)
    assert counts[Kind.QUICK] > 0
    assert look(table) is False
    assert kinds_of(first) == counts
    assert suspicion_of(second, third).games == 1


def test_what_one_did_towards_each_adds_up_to_what_it_did_towards_all():
    table = ended_table(person(), person(), person())
    look(table)
    giver = table.asker(0).account
    for whole in SignSum.objects.filter(giver=giver, receiver__isnull=True):
        parts = SignSum.objects.filter(
            giver=giver, receiver__isnull=False, scope=whole.scope, kind=whole.kind
        )
        assert sum(one.count for one in parts) == whole.count
        assert sum(one.total for one in parts) == pytest.approx(whole.total)


def test_the_feed_lists_games_when_they_end_and_running_ones_never():
    running = new_game(person(), person())
    running.play(3)
    over = new_game(person(), person(), options={"limit": 1})
    over.play(1_000)
    feeds.run()
    assert EndedGame.objects.filter(game=over.game, looked_at__isnull=True).exists()
    assert not EndedGame.objects.filter(game=running.game).exists()
    EndedGame.objects.create(game=running.game)  # be it listed by mistake
    look(running)
    assert kinds_of(running.asker(0).account) == {}


def test_bots_have_no_times_and_house_bots_nothing_at_all():
    table = ended_table(bot(), bot(), "random")
    look(table)
    giver, other = (table.asker(seat).account for seat in (0, 1))
    assert kinds_of(giver).keys() <= {Kind.SPARED}
    towards = SignSum.objects.filter(giver=giver, receiver__isnull=False)
    assert {row.receiver_id for row in towards} <= {other}


@pytest.mark.parametrize(
    ("control", "scope"),
    [
        ({"kind": "per_move", "seconds": 60}, "live games"),
        ({"kind": "none"}, "games without deadlines"),
        (None, "correspondence"),
    ],
)
def test_times_are_compared_among_games_of_one_pace(control, scope):
    table = ended_table(person(), person(), time_control=control)
    look(table)
    rows = SignSum.objects.filter(giver=table.asker(0).account, kind=Kind.QUICK)
    assert {row.scope for row in rows} == {scope}


def test_the_account_is_the_one_that_held_the_seat_then():
    table = ended_table(person(), person())
    holders = looking._Holders(table.game)
    assert holders.at(Seat(0), table.state.version) == table.asker(0).account
    assert holders.at(Seat(0), 1) is None


def test_an_account_that_ends_takes_what_is_known_of_it_along():
    table = ended_table(person(), person(), person())
    look(table)
    gone, kept = (table.asker(seat).account for seat in (0, 1))
    everybody = SignSum.objects.filter(giver__isnull=True, receiver__isnull=True)
    before = {row.id: row.count for row in everybody}
    erasure.erase(Account.objects.get(id=gone), now=clock.now())
    assert not SignSum.objects.filter(giver=gone).exists()
    assert not SignSum.objects.filter(receiver=gone).exists()
    assert suspicion_of(gone, kept) is None
    assert kinds_of(kept) != {}
    assert {row.id: row.count for row in everybody.all() if row.id in before} == before


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(caplog):
    broken, table = uuid4(), ended_table(person(), person())
    EndedGame.objects.create(game=broken)
    with caplog.at_level(logging.ERROR, "herdbook.signs"):
        while EndedGame.objects.filter(looked_at__isnull=True).exists():
            looking.look()
    assert EndedGame.objects.get(game=broken).looked_at is not None
    assert any(str(broken) in record.getMessage() for record in caplog.records)
    assert suspicion_of(*(one.account for one in table.askers)) is not None


def test_all_of_it_can_be_made_anew_from_the_log():
    table = ended_table(person(), person())
    look(table)
    pair = [one.account for one in table.askers]
    before = kinds_of(pair[0])
    consumers.reset(ended.CONSUMER)
    assert not SignSum.objects.exists()
    assert not Suspicion.objects.exists()
    EndedGame.objects.create(game=table.game)
    look(table)
    assert kinds_of(pair[0]) == before
    go_to(ended.CONSUMER, end_of_feed())
