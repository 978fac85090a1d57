"""What follows from orders outside the log: feeds, counts, replays, and the command."""

from collections import Counter
from datetime import UTC, timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from herdbook.verifying import verify

from accounts.models import AccountEvent
from games.engine.game import Status
from games.models import DayOfPlay
from games.services import feeds
from games.services.days_of_play import COUNTS
from games.services.moderation.orders.results import Abort, Adjudicate, Annul, Restore
from games.services.moderation.orders.seats import ReplaceByHouse
from games.store import clock as database_clock
from games.verifying.regression import Result, replay_game
from tests.moderation.orders.giving import WHY, give, pause
from tests.moderation.staff import audited
from tests.services.table import Table, bot, new_game, person
from tests.store.feeding import end_of_feed, go_to
from tests.store.soundness import assert_log_is_sound
from tests.tables import seated

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def caught_up(database: None) -> None:
    for consumer in feeds.CONSUMERS:
        go_to(consumer, end_of_feed())


def counts() -> Counter[str]:
    today = database_clock.now().astimezone(UTC).date()
    found = DayOfPlay.objects.filter(day=today, ruleset="mow").values(*COUNTS).first()
    return Counter(found or {})


def a_changed_result() -> Table:
    table = new_game(person(), bot())
    give(table, Adjudicate(winners=[0]))
    give(table, Annul())
    give(table, Restore())
    give(table, Adjudicate(winners=[1]))
    return table


def test_changed_results_are_counted_and_told_to_who_played():
    before = counts()
    table = a_changed_result()
    feeds.run()
    new = counts() - before
    assert (new["finished"], new["results_adjudicated"]) == (1, 1)
    assert (new["results_annulled"], new["results_restored"]) == (1, 1)
    told = AccountEvent.objects.filter(account=table.asker(0).account).order_by("sequence")
    types = [str(one) for one in told.values_list("type", flat=True)]
    assert types[-4:] == ["game.finished"] + 3 * ["game.result_changed"]


def test_who_is_replaced_by_the_house_is_told():
    table = new_game(person(), bot(), bot())
    give(table, ReplaceByHouse(seat=0))
    feeds.run()
    told = AccountEvent.objects.filter(account=table.asker(0).account)
    assert "game.seat_replaced" in set(told.values_list("type", flat=True))


@pytest.mark.parametrize("ends", ["abort", "adjudicate", "annul", "adjudicate later", "restore"])
def test_a_replay_of_what_was_ordered_verifies_and_can_be_imported(ends, alice, bob):
    game = seated(alice, bob)
    table = Table(UUID(game), ())
    for player in (alice, bob):
        decision = player.view(game)["decision"]
        if decision is not None:
            move = {"decision": decision["id"], "move": decision["legal_moves"][0]}
            assert player.post(f"/games/{game}/moves", move).status_code == 201
    give(table, pause(table))
    give(table, Abort() if ends in {"abort", "adjudicate later"} else Adjudicate(winners=[1]))
    if ends in {"annul", "restore"}:
        give(table, Annul())
    if ends == "restore":
        give(table, Restore())
    if ends == "adjudicate later":
        give(table, Adjudicate(winners=[0, 1]))
    view = alice.view(game)
    replay = alice.get(f"/games/{game}/replay").json()
    assert replay["result"] == view["outcome"]
    verify(replay)
    imported = alice.post("/imports", replay)
    assert imported.status_code == 201, imported.content
    copy = imported.json()
    assert copy["outcome"] == view["outcome"]
    assert copy["status"] == view["status"]
    assert_log_is_sound(copy["id"], gone={0, 1})
    assert_log_is_sound(game)


def run(*arguments: object) -> str:
    said = StringIO()
    call_command("order", *map(str, arguments), stdout=said)
    return said.getvalue()


def test_the_command_tells_first_and_gives_then():
    table = new_game(bot(), bot())
    until = (table.loaded.now + timedelta(hours=2)).isoformat()
    asked = [table.game, "pause", "--until", until, "--reason", WHY]
    told = run(*asked, "--dry-run")
    version = table.state.version
    assert f"At version {version} this would record OrderGiven, GamePaused." in told
    assert 'status: "running" -> "paused"' in told
    assert "A spectator would see:" in told
    assert table.state.status is Status.RUNNING
    done = run(*asked, "--at", version, "--note", "by telephone")
    assert done == f"Version {version + 2}: OrderGiven, GamePaused.\n"
    [entry] = audited("game", table.game)
    assert (entry.actor, entry.role, entry.note) == (None, "command line", "by telephone")
    with pytest.raises(CommandError, match="at version"):
        run(table.game, "resume", "--reason", WHY, "--at", version)
    run(table.game, "resume", "--reason", WHY)
    run(table.game, "replace", "--seat", 0, "--reason", WHY)
    run(table.game, "replace", "--seat", 0, "--account", table.asker(0).name, "--reason", WHY)
    seat = table.owed().seat
    later = (table.loaded.now + timedelta(days=20)).isoformat()
    run(table.game, "extend", "--seat", seat, "--until", later, "--reason", WHY)
    run(table.game, "adjudicate", "--winner", 0, "--winner", 1, "--reason", WHY)
    run(table.game, "annul", "--reason", WHY)
    run(table.game, "restore", "--reason", WHY)
    with pytest.raises(CommandError, match="needs --winner"):
        run(table.game, "adjudicate", "--reason", WHY)
    with pytest.raises(CommandError, match="finished"):
        run(table.game, "abort", "--reason", WHY)
    assert_log_is_sound(table.game)


def test_rules_of_today_tell_a_game_with_orders_as_it_was_told():
    """The gate of a release plays it again: what staff decided is taken as it stands."""
    table = a_changed_result()
    found = replay_game(table.game)
    assert found is not None
    assert found.result is Result.SAME, found.findings
