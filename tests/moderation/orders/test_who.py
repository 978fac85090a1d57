"""Who gives orders, and what is kept of that: roles, conflicts of interest, the audit log (A52)."""

from uuid import UUID, uuid4

import pytest

from accounts import clock
from accounts.models import Account
from accounts.moderation import audit
from accounts.moderation.actors import Actor
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Case
from accounts.moderation.errors import (
    BadOrderError,
    ConflictOfInterestError,
    NotClaimedError,
    NotPermittedError,
)
from accounts.moderation.models import AuditEntry
from accounts.moderation.roles import PERMISSIONS, Permission, Role
from games.engine.order_events import OrderGiven, OrderKind
from games.services import lobby
from games.services.askers import Asker
from games.services.execute import execute
from games.services.moderation.orders import giving
from games.services.moderation.orders.results import Abort, Adjudicate, Annul, Restore
from games.services.moderation.orders.seats import ReplaceByHouse, ReplaceByPlayer
from games.store import load
from tests.moderation.orders.giving import DAY, an_order, give, look, pause
from tests.moderation.reporting import claim
from tests.moderation.staff import audited, give_role, open_staff
from tests.services.table import Table, bot, new_game, per_move, person
from tests.tables import seated

pytestmark = pytest.mark.usefixtures("database")
JUDGED = {OrderKind.ADJUDICATE, OrderKind.ANNUL, OrderKind.RESTORE}


def a_table(*seats) -> Table:
    return new_game(*(seats or (bot(), bot())), time_control=per_move(DAY, "forfeit"))


def standing_for(kind: OrderKind) -> Table:
    table = a_table()
    if kind is OrderKind.RESUME:
        give(table, pause(table))
    if kind in {OrderKind.ANNUL, OrderKind.RESTORE}:
        give(table, Adjudicate(winners=[0]))
    if kind is OrderKind.RESTORE:
        give(table, Annul())
    return table


def somebody(role: Role) -> Actor:
    if role in {Role.PLAYER, Role.BOT}:
        asker = person() if role is Role.PLAYER else bot()
        return Actor.of(Account.objects.get(id=asker.account))
    return open_staff(role)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("kind", OrderKind)
def test_each_order_by_each_role(kind, role):
    """Operators keep games going; who wins is said by moderators and administrators."""
    table, actor = standing_for(kind), somebody(role)
    order, version = an_order(kind, table), table.state.version
    needed = Permission.JUDGE_GAMES if kind in JUDGED else Permission.ORDER_GAMES
    assert order.permission is needed
    if needed in PERMISSIONS[role]:
        look(table, order, by=actor)
        committed = give(table, order, by=actor, note="They told me so.")
        told = committed.events[0].event
        assert isinstance(told, OrderGiven)
        assert (told.role, told.order) == (str(role), kind)
        [entry] = audited("game", table.game)[-1:]
        assert (entry.actor, entry.role, entry.action) == (actor.account, role, f"game.{kind}")
        assert (entry.reason, entry.note) == (told.reason, "They told me so.")
        assert entry.before is not None
        assert entry.after is not None
        assert entry.after["by"] == told.by
        assert entry.after["versions"] == [version + 1, table.state.version]
        assert entry.before["version"] == version
    else:
        for ask in (look, give):
            with pytest.raises(NotPermittedError):
                ask(table, order, by=actor)
        assert table.state.version == version


def test_one_row_for_each_order_and_none_for_what_was_refused():
    """A52: rows = affected objects."""
    moderator, tables = open_staff(), [a_table() for _ in range(5)]
    before = AuditEntry.objects.filter(actor=moderator.account).count()
    for table in tables:
        give(table, Abort(), by=moderator)
        with pytest.raises(Exception, match="aborted"):
            give(table, Abort(), by=moderator)
    assert AuditEntry.objects.filter(actor=moderator.account).count() == before + 5
    assert [len(audited("game", table.game)) for table in tables] == 5 * [1]


def test_a_row_that_cannot_be_written_leaves_no_event(monkeypatch):
    """A52: either both are on disk or neither."""
    table = a_table()
    version = table.state.version

    def full(*args, **kwargs):
        raise OSError("disk full")

    monkeypatch.setattr(audit, "record", full)
    with pytest.raises(OSError, match="disk full"):
        give(table, Abort())
    assert table.state.version == version


def involved(table: Table, moderator: Actor, how: str) -> None:
    """Give a moderator a part in a game."""
    assert moderator.account is not None
    me = Account.objects.get(id=moderator.account)
    mine = bot()
    Account.objects.filter(id=mine.account).update(owner=me, sandbox=False, expires_at=None)
    name = me.name if "bot" not in how else mine.name
    give(table, ReplaceByPlayer(seat=0, account=name))
    if "left" in how:
        give(table, ReplaceByHouse(seat=0))


@pytest.mark.parametrize("how", ["seated", "left", "bot seated", "bot left"])
def test_nobody_orders_a_game_in_which_they_have_or_had_a_part(how):
    table, moderator = a_table(), open_staff()
    involved(table, moderator, how)
    version = table.state.version
    for kind in (OrderKind.PAUSE, OrderKind.ADJUDICATE, OrderKind.ABORT):
        for ask in (look, give):
            with pytest.raises(ConflictOfInterestError):
                ask(table, an_order(kind, table), by=moderator)
    assert table.state.version == version


def test_nobody_gives_themselves_a_seat_or_their_bot():
    table, moderator = a_table(), open_staff()
    version = table.state.version
    with pytest.raises(ConflictOfInterestError):
        give(table, ReplaceByPlayer(seat=0, account=moderator.name), by=moderator)
    assert table.state.version == version
    assert not audited("game", table.game)


def test_who_has_lost_the_role_gives_no_orders():
    table, moderator = a_table(), open_staff()
    assert moderator.account is not None
    give_role(moderator.account, Role.PLAYER)
    with pytest.raises(NotPermittedError):
        give(table, Abort(), by=moderator)


def test_the_role_is_asked_for_again_in_the_transaction_of_the_order():
    """Who loses it between the preview and the commit has lost it."""
    table, moderator = a_table(), open_staff()
    command = giving.prepare(actor=moderator, game=table.game, order=Abort(), reason="Stuck")
    assert moderator.account is not None
    Account.objects.filter(id=moderator.account).update(is_staff=False, staff_role="")
    version = table.state.version
    with pytest.raises(NotPermittedError):
        execute(command)
    assert table.state.version == version


def test_a_moderator_has_one_opaque_id_in_a_game_and_another_one_in_each():
    moderator, other = open_staff(), open_staff()
    one, two = a_table(), a_table()
    give(one, pause(one), by=moderator)
    give(one, Abort(), by=moderator)
    give(two, Abort(), by=moderator)
    give(one, Adjudicate(winners=[0]), by=other)
    ids = [event.by for _, event in load.events_of_type(one.game, OrderGiven)]
    [elsewhere] = [event.by for _, event in load.events_of_type(two.game, OrderGiven)]
    assert ids[0] == ids[1]
    assert len({*ids, elsewhere}) == 3
    assert str(moderator.account) not in ids


@pytest.mark.parametrize("note", ["", "Ask @ben again."])
def test_neither_note_nor_who_it_was_reaches_a_player(note, alice, bob):
    """The public and the private part are kept apart, in views, events and replays."""
    moderator, game = open_staff(), seated(alice, bob)
    table = Table(UUID(str(game)), ())
    note = note or "a private note about somebody"
    give(table, Adjudicate(winners=[0]), by=moderator, note=note)
    give(table, Annul(), by=moderator, note=note)
    give(table, Restore(), by=moderator, note=note)
    [said] = {
        event["data"]["reason"]
        for event in alice.get(f"/games/{game}/events").json()["items"]
        if event["type"] == "OrderGiven"
    }
    assert said
    for path in ("", "/events", "/replay", "/replay?seat=0", "/proof"):
        for viewer in (alice, bob):
            body = viewer.get(f"/games/{game}{path}").content.decode()
            assert note not in body
            assert moderator.name not in body
            assert str(moderator.account) not in body


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "two\nlines", "nul\x00", "\ud800"])
def test_a_reason_is_one_line_of_text(reason):
    table = a_table()
    with pytest.raises(BadOrderError) as refusal:
        give(table, Abort(), reason=reason)
    assert refusal.value.field == "reason"


def test_a_reason_names_nobody():
    """The log is for good, and holds no personal data."""
    left, table, moderator = person(), a_table(person(), person()), open_staff()
    give(table, ReplaceByPlayer(seat=1, account=left.name))
    give(table, ReplaceByHouse(seat=1))
    named = [table.asker(0).name, table.asker(1).name.upper(), left.name, moderator.name]
    for name in named:
        with pytest.raises(BadOrderError, match="Name nobody"):
            give(table, Abort(), by=moderator, reason=f"Because {name} asked")
    give(table, Abort(), by=moderator, reason="Because seat 0 asked", note=f"It was {named}")


def test_a_case_is_one_about_this_game():
    table, other = a_table(), a_table()
    case = Case.objects.create(
        breach=Breach.STALLING, game=table.game, about=f"test/{uuid4()}", created_at=clock.now()
    )
    for game, wrong in ((other, case.id), (table, uuid4())):
        with pytest.raises(BadOrderError) as refusal:
            give(game, Abort(), case=wrong)
        assert refusal.value.field == "case"
    moderator, other_one = open_staff(), open_staff()
    claim(case, by=moderator)
    with pytest.raises(NotClaimedError):
        give(table, Abort(), by=other_one, case=case.id)
    give(table, Abort(), by=moderator, case=case.id)
    assert [entry.case for entry in audited("game", table.game)] == [case.id]


def test_a_player_who_left_before_the_start_is_a_part_too():
    moderator = open_staff()
    table = new_game(bot(), None, None)
    assert moderator.account is not None
    me = Asker(account=moderator.account, name=moderator.name, is_bot=False)
    lobby.take_seat(game=table.game, asker=me)
    lobby.leave_seat(game=table.game, asker=me)
    with pytest.raises(ConflictOfInterestError):
        give(table, Abort(), by=moderator)
