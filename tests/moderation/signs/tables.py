"""Pairs of accounts of which something was measured, without hundreds of games."""

from uuid import uuid4

from games.engine.seats import Seat
from games.engine.signs.reading import Found
from games.engine.signs.witness import Kind, Sign
from games.models import EndedGame, Suspicion
from games.services.moderation.signs import looking, suspicions
from games.services.moderation.signs.sums import Between, add, in_order
from games.store import clock
from tests.services.table import new_game


def fresh_scope():
    """Return something with which nothing of other tests is compared."""
    return f"mow {uuid4().hex[:8]}"


def ended(*seats, **fields):
    """Play a short game of Mow to its end and put it on the list; return its id."""
    table = new_game(*seats, options={"limit": 1}, **fields)
    table.play(1_000)
    assert table.state.status.is_over
    EndedGame.objects.get_or_create(game=table.game)
    return table


def measured(giver, receiver, values, *, game, scope):
    """Note signs of one account towards another, as if a game had shown them."""
    signs = [
        Between(
            giver=giver,
            receiver=receiver,
            found=Found(
                version=10 + place,
                seat=Seat(0),
                scope=scope,
                sign=Sign(Kind.SPARED, Seat(1), value),
            ),
        )
        for place, value in enumerate(values)
    ]
    add(signs)
    suspicions.note(game, signs, now=clock.now())


def suspicion_of(one, other):
    first, second = in_order(one, other)
    return Suspicion.objects.filter(first=first, second=second).first()


def look(table):
    return looking.look_through(table.game)
