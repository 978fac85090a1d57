"""Every cell of the matrix of routes, viewers and kinds of game (F27, A55, A56, F28, S69).

A refusal changes nothing: in no table of the database does a row come, go or change.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Account, Block
from tests.api import served
from tests.api.matrix import BAD_TOKEN, IN, OF, ROWS, Kind, Viewer, expected, table
from tests.api.matrix_worlds import ENDS, World
from tests.api.routes import Route
from tests.api.stored import Mark, changed, mark, standing
from tests.cast import Response

CODES = {
    Viewer.ANONYMOUS: "token_missing",
    Viewer.ADMIN_COOKIE: "token_missing",
    Viewer.GARBAGE: "token_invalid",
    Viewer.EXPIRED: "token_expired",
    Viewer.REVOKED: "token_revoked",
}
"""Which 401 it is."""


def test_every_route_and_method_that_is_served_has_its_row():
    """F27: the build fails for one that is not listed, and for one that is no more."""
    assert set(ROWS) == served.operations()


def test_the_table_can_be_shown():
    assert table().row_count == len(ROWS)


class Worlds:
    """A world that serves until an answer has changed what the next question is about."""

    def __init__(self, viewer: Viewer, kind: Kind) -> None:
        self.viewer, self.kind = viewer, kind
        self.world = World(kind)
        self.renew()

    def renew(self) -> None:
        self.end()
        self.world = World(self.kind)
        self.caller = self.world.caller(self.viewer)

    def end(self) -> None:
        self.world.end()

    def ask(self, route: Route) -> str | None:
        """Ask for one cell of the table; return what is wrong with it, if anything is."""
        world, wrong = self.world, None
        path, body = world.path(route), world.body(route)
        before, since = standing(world.game), mark()
        response = self.caller.request(route.method, path, body)
        status, wanted = response.status_code, expected(route, self.viewer, self.kind)
        if status != wanted:
            wrong = f"{status} in place of {wanted}: {response.content[:200]}"
        elif status >= 400:
            wrong = _wrong_refusal(response, route, self.viewer, since)
        if (status < 400 and standing(world.game) != before) or str(route) in ENDS:
            self.renew()
        return wrong


def _wrong_refusal(response: Response, route: Route, viewer: Viewer, since: Mark) -> str | None:
    if response["Content-Type"] != "application/problem+json":
        return f"answers with {response['Content-Type']}"
    code = response.json()["code"]
    if response.status_code == 401 and (viewer in BAD_TOKEN or route.needs_token):
        return None if code == CODES[viewer] else f"is refused with {code}"
    if viewer is Viewer.SUSPENDED and response.status_code == 403 and code != "account_sanctioned":
        return f"is refused with {code}"
    written = changed(since)
    return f"refused, and has written to {sorted(written)}" if written else None


@pytest.fixture
def worlds(viewer: Viewer, kind: Kind, database: None, uses_noted) -> Iterator[Worlds]:
    worlds = Worlds(viewer, kind)
    yield worlds
    worlds.end()


def _asked(worlds: Worlds, names: Iterable[str]) -> None:
    told = {name: worlds.ask(OF[name]) for name in names}
    wrong = [f"{name} {what}" for name, what in told.items() if what is not None]
    assert not wrong, "\n".join(["", *wrong])


def _about(kind: Kind) -> list[str]:
    """Return the rows that can differ for this kind of game, and for one kind all the others."""
    return [name for name in ROWS if kind is Kind.RUNNING or "{game}" in name or name in IN[kind]]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("viewer", list(Viewer))
def test_each_route_answers_as_the_matrix_says(viewer, kind, worlds):
    _asked(worlds, _about(kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.RUNNING])
@pytest.mark.parametrize("viewer", list(Viewer))
def test_no_other_route_asks_what_kind_of_game_one_plays(viewer, kind, worlds):
    _asked(worlds, [name for name in ROWS if name not in _about(kind)])


def test_there_are_thirteen_viewers_of_five_kinds_of_game():
    """Every cell of it is asked for above."""
    assert (len(Viewer), len(Kind)) == (13, 5)
    assert len(ROWS) * len(Viewer) * len(Kind) > 4_800


def test_what_is_written_is_noticed_wherever_it_is(alice, bob):
    account, other = (Account.objects.get(id=one.account) for one in (alice, bob))
    since = mark()
    assert changed(since) == set()
    with suppress(InterruptedError), transaction.atomic():
        Account.objects.filter(id=account.id).update(display_name="x")
        raise InterruptedError
    assert changed(since) == set()  # for it was rolled back
    Account.objects.filter(id=account.id).update(display_name="x")
    assert changed(since) == {"account"}
    since = mark()
    block = Block.objects.create(blocker=account, blocked=other, created_at=timezone.now())
    assert changed(since) == {"block"}
    since = mark()
    block.delete()
    assert changed(since) == {"block"}
