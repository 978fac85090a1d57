"""Games in play while the rules and the events change (F51, S48): three releases of Magpies."""

from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection

from bots import answering
from games.engine.game import Status
from games.engine.seats import Seat
from games.selectors import game_view, replays
from games.services import deadlines, erasure, join_codes, lobby, play
from games.services.errors import RulesNotInstalledError
from games.store import load
from tests.rules.planted.magpies.cards import value_of
from tests.rules.planted.magpies.events import CardsTurnedUp
from tests.rules.planted.releases import FIRST, OLD, SECOND, THIRD
from tests.services.releasing import SLUG, Server, begun
from tests.services.table import Table, bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound


@pytest.fixture
def server(database: None, monkeypatch) -> Server:
    return Server(monkeypatch)


def sealed_schemas(game: UUID) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT schema_version FROM event WHERE game_id = %s AND type = 'CardSealed'"
            " ORDER BY version",
            [game],
        )
        return [schema for (schema,) in cursor.fetchall()]


def winners_by(table: Table, best: Callable[[list[int]], int]) -> bool:
    """Answer whether who turned up the best card won, wherever that was one seat alone."""
    turned_up = [r.event for r in load.events(table.game) if isinstance(r.event, CardsTurnedUp)]
    for event in turned_up:
        values = [value_of(card) for card in event.cards]
        expected = values.index(best(values)) if values.count(best(values)) == 1 else None
        if event.winner != expected:
            return False
    assert len({value_of(card) for event in turned_up for card in event.cards}) > 1
    return True


def test_a_game_ends_by_the_rules_it_was_begun_under(server):
    server.release(FIRST)
    table = begun()
    table.play(3)
    server.release(SECOND)
    table.play(4)
    server.release(THIRD, OLD)
    new = begun()
    table.play(100)
    new.play(100)
    assert table.state.status is new.state.status is Status.FINISHED
    assert (table.state.rules_version, new.state.rules_version) == (1, 2)
    assert winners_by(table, max)
    assert winners_by(new, min)
    schemas = sealed_schemas(table.game)
    assert schemas == sorted(schemas)
    assert schemas[:7] == [1, 1, 1, 2, 2, 2, 2]
    assert set(schemas) == {1, 2, 3}
    assert set(sealed_schemas(new.game)) == {3}


def test_events_of_every_schema_version_are_shown_by_today_s_class(server):
    server.release(FIRST)
    table = begun()
    table.play(3)
    server.release(SECOND)
    table.play(4)
    server.release(THIRD, OLD)
    table.play(100)
    file = replays.replay(load.game(table.game))
    sealed = [event["data"] for event in file["events"] if event["type"] == "CardSealed"]
    assert all(set(data) == {"card", "before"} for data in sealed)
    assert [move["version"] for move in file["moves"]] == [
        event["version"] for event in file["events"] if event["type"] == "CardSealed"
    ]
    assert file["position_hash"] == replays.position_hash_of(load.game(table.game).state)
    assert_log_is_sound(table.game)


@pytest.fixture
def orphan(server) -> Table:
    """A game in play whose rules were taken away."""
    server.release(FIRST)
    table = begun(time_control=per_move(60, "default-move"))
    table.play(3)
    server.release(THIRD)
    return table


def test_without_its_rules_a_game_is_shown_as_far_as_possible(orphan):
    loaded = load.game(orphan.game)
    owed = loaded.state.owed[0]
    view = game_view.game_view(loaded, orphan.asker(owed.seat).account)
    assert (view["status"], view["rules_version"]) == ("running", 1)
    assert view["table"] is None
    assert view["decision"]["id"] == orphan.decision(owed)
    assert view["decision"]["legal_moves"] == []
    assert view["free_moves"] == []
    assert view["deciding"]
    assert {seat["score"] for seat in view["seats"]} == {None}
    shown = [game_view.event_view(recorded, None) for recorded in load.events(orphan.game)]
    assert [event["version"] for event in shown] == list(range(1, loaded.state.version + 1))
    unread = [event for event in shown if event["type"] == "EventUnread"]
    sealed = [event for event in unread if event["data"] == {"name": "CardSealed"}]
    assert len(sealed) == 3
    assert {event["seat"] for event in sealed} == {0, 1}
    assert "GameStarted" in {event["type"] for event in shown}


def test_without_its_rules_nobody_plays_on(orphan):
    before = load.game(orphan.game).state
    owed = before.owed[0]
    by = orphan.asker(owed.seat)
    refused = [
        lambda: play.play_move(
            game=orphan.game, account=by.account, is_bot=True, move="T1", decision=orphan.decision()
        ),
        lambda: play.play_move(
            game=orphan.game, account=by.account, is_bot=True, move="bury:T1", decision=None
        ),
        lambda: lobby.resign(game=orphan.game, asker=by),
        lambda: lobby.abort_game(game=orphan.game, asker=by),
    ]
    for command in refused:
        with pytest.raises(RulesNotInstalledError) as raised:
            command()
        assert raised.value.version == before.version
        assert (raised.value.decision or {})["legal_moves"] == []
    assert load.game(orphan.game).state == before


def test_the_clock_passes_over_a_game_without_rules_and_goes_on(orphan, server, clock):
    other = begun(time_control=per_move(60, "default-move"))
    version = orphan.state.version
    clock.advance(61)
    assert deadlines.expire_game(orphan.game) == 0
    deadlines.sweep()
    assert orphan.state.version == version
    assert other.state.version > 3
    server.release(THIRD, FIRST)
    assert deadlines.expire_game(orphan.game) > 0
    assert_log_is_sound(orphan.game)


def test_the_house_leaves_a_game_without_rules_alone(server):
    server.release(FIRST)
    table = begun(time_control=per_move(60, "house-bot"))
    lobby.resign(game=table.game, asker=table.asker(0))
    table = begun()
    owed = table.owed()
    server.release(THIRD)
    assert not answering.answer(table.game, Seat(owed.seat), owed.opened)


def test_an_account_is_let_go_of_without_the_rules(orphan, server, clock):
    erasure.forget_account(orphan.asker(1).account)
    state = load.game(orphan.game).state
    assert state.seats[1].is_gone
    assert len(state.owed) > 0
    server.release(THIRD, FIRST)
    assert_log_is_sound(orphan.game, gone=[1])
    clock.advance(61)
    assert deadlines.expire_game(orphan.game) > 0
    assert_log_is_sound(orphan.game, gone=[1])


def test_an_open_game_without_rules_is_left_and_closed_but_not_begun(server, clock, settings):
    server.release(FIRST)
    askers = bot(), bot(), bot()
    table = new_game(*askers[:1], None, None, ruleset=SLUG, private=True)
    code = join_codes.new_code(table.game)
    lobby.take_seat(game=table.game, asker=askers[1], code=code)
    server.release(THIRD)
    with pytest.raises(RulesNotInstalledError):
        lobby.take_seat(game=table.game, asker=askers[2], code=code)
    lobby.leave_seat(game=table.game, asker=askers[1])
    clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() + 1)
    assert deadlines.expire_open_game(table.game) == 1
    state = load.game(table.game).state
    assert state.status is Status.EXPIRED
    assert state.outcome is not None
    assert state.outcome.scores == ()
