"""Who has looked at hidden cards has no part in the game any more."""

from uuid import UUID

import pytest

from accounts import clock
from accounts.models import Account
from accounts.moderation.actors import Actor
from accounts.moderation.errors import BadOrderError
from games.services.moderation import glass
from games.services.moderation.orders.seats import ReplaceByPlayer
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import problem
from tests.moderation.staff import give_role
from tests.tables import seated


@pytest.fixture
def looked(database):
    """Somebody who may break the glass."""
    person = open_person()
    give_role(person.account)
    return person


def test_whoever_broke_the_glass_takes_no_seat_and_neither_do_their_bots(looked, alice, bob):
    """A44: a second account plays with full view."""
    game = seated(alice, bob)
    for seat, holder in enumerate((alice, bob)):
        assert holder.post(f"/games/{game}/seats/{seat}/offer").status_code == 200
    actor = Actor.of(Account.objects.get(id=looked.account), request_id="of-a-test")
    glass.break_glass(actor=actor, game=UUID(game), reason="a report", now=clock.now())
    bot = bot_player(looked, open_bot(looked))
    for one in (looked, bot):
        problem(one.post(f"/games/{game}/seats", {}), 409, "cards_seen")
        order = ReplaceByPlayer(seat=0, account=one.name)
        with pytest.raises(BadOrderError, match="hidden cards"):
            order.prepared(UUID(game))
    open_person().join(game)
