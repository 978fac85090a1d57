"""A preview is what is then seen, shows no hand, and is given to the version it was made for."""

import json
import re

import msgspec
import pytest

from accounts.moderation.actors import COMMAND_LINE
from accounts.moderation.errors import NothingToDoError
from games.engine.events import Event
from games.engine.game import Status
from games.engine.order_events import OrderKind
from games.selectors.game_view import event_view, game_view
from games.services.errors import UnknownGameError
from games.services.moderation.orders import previewing
from games.services.moderation.orders.clocks import Resume
from games.services.moderation.orders.order import Order
from games.services.moderation.orders.refusals import StalePreviewError
from games.services.moderation.orders.results import Abort, Adjudicate
from games.services.moderation.orders.seats import ReplaceByHouse, ReplaceByPlayer
from tests.moderation.orders.giving import DAY, an_order, give, look, pause
from tests.services.table import Table, bot, new_game, per_move, person

pytestmark = pytest.mark.usefixtures("database")


def a_table(**fields) -> Table:
    return new_game(bot(), person(), "random", time_control=per_move(DAY, "house-bot"), **fields)


def standing_for(kind: OrderKind) -> Table:
    table = a_table()
    if kind is OrderKind.RESUME:
        give(table, pause(table))
    if kind in {OrderKind.ANNUL, OrderKind.RESTORE}:
        give(table, Adjudicate(winners=[0]))
    if kind is OrderKind.RESTORE:
        give(table, an_order(OrderKind.ANNUL, table))
    return table


def without_times(told: object) -> object:
    """Leave out what depends on the moment at which an order is given."""
    if isinstance(told, dict):
        return {name: without_times(one) for name, one in told.items()}
    if isinstance(told, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", told):
        return "a time"
    return [without_times(one) for one in told] if isinstance(told, list | tuple) else told


def orders_of(kind: OrderKind, table: Table) -> list[Order]:
    if kind is not OrderKind.REPLACE:
        return [an_order(kind, table)]
    return [
        ReplaceByHouse(seat=1),
        ReplaceByPlayer(seat=2, account=person().name),
        ReplaceByPlayer(seat=0, account=bot().name),
    ]


@pytest.mark.parametrize("kind", OrderKind)
def test_what_was_previewed_is_what_every_seat_and_a_spectator_then_see(kind):
    for place in range(len(orders_of(kind, standing_for(kind)))):
        table = standing_for(kind)
        order = orders_of(kind, table)[place]
        preview, before = look(table, order), table.loaded
        assert before.state.version == preview.version, "nothing was written"
        committed = give(table, order, previewed=preview.version)
        assert [one.event.type for one in committed.events] == list(preview.events)
        after = table.loaded
        assert None in {seen.seat for seen in preview.seen}
        for seen in preview.seen:
            for loaded, told in ((before, seen.before), (after, seen.after)):
                record = loaded.state.seats[seen.seat] if seen.seat is not None else None
                owner = loaded.owners.get(record.holder or "") if record is not None else None
                view = msgspec.to_builtins(game_view(loaded, owner.account if owner else None))
                for name in told.keys() - {"you", "decision", "undo"} if owner is None else told:
                    shown = view[name]
                    if name == "decision" and shown is not None:
                        del shown["legal_moves"]
                    mine = msgspec.to_builtins(told[name])
                    assert without_times(mine) == without_times(shown), name
            then = [event_view(one, seen.seat) for one in committed.events]
            assert without_times(list(seen.events)) == without_times(then)
        unchanged = set(game_view(before, None)) - {"server_now", "table", "free_moves"}
        spectator = next(seen for seen in preview.seen if seen.seat is None)
        for name in unchanged - set(spectator.after):
            assert game_view(before, None)[name] == game_view(after, None)[name], name


@pytest.mark.parametrize("kind", OrderKind)
def test_no_preview_shows_a_hand_or_what_could_be_played(kind):
    """A44: staff sees by it what anybody may see."""
    table = standing_for(kind)
    codes = set(table.state.game_rules.pack.code_of)
    for order in orders_of(kind, table):
        told = json.dumps(
            [[seen.events, seen.before, seen.after] for seen in look(table, order).seen],
            default=str,
        )
        assert not {code for code in codes if f'"{code}"' in told}
        assert "legal_moves" not in told
        assert '"table"' not in told


def test_an_order_is_given_to_the_version_that_was_previewed_and_to_no_other():
    table = a_table()
    preview = look(table, Abort())
    give(table, pause(table))
    with pytest.raises(StalePreviewError) as refusal:
        give(table, Abort(), previewed=preview.version)
    assert refusal.value.version == table.state.version
    assert table.state.status is Status.PAUSED
    give(table, Abort(), previewed=table.state.version)


def test_what_cannot_be_ordered_cannot_be_previewed():
    table = a_table()
    with pytest.raises(NothingToDoError):
        look(table, ReplaceByHouse(seat=2, strategy="random"))
    with pytest.raises(UnknownGameError):
        previewing.preview(
            actor=COMMAND_LINE, game=person().account, order=Resume(), reason="Why not"
        )


def test_a_private_game_has_no_spectators():
    table = a_table(private=False)
    assert None in [seen.seat for seen in look(table, pause(table)).seen]
    private = new_game(bot(), "random", private=True)
    assert [seen.seat for seen in look(private, pause(private)).seen] == [0]


def test_every_event_of_an_order_is_the_same_for_all():
    """Nothing an order records is hidden from anybody, so no seat learns more than another."""
    for kind in OrderKind:
        table = standing_for(kind)
        events: list[Event] = [one.event for one in give(table, an_order(kind, table)).events]
        for event in events:
            assert event.seen_by(None) == event.seen_by(table.state.seat_numbers[0])
