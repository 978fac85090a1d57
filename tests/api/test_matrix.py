"""Every cell of the matrix of routes and viewers (F27, A55, A56, F28, S69).

A refusal changes nothing: no row comes or goes, and the game stays where it was.
"""

from collections.abc import Iterator

import pytest

from tests.api import served
from tests.api.matrix import BAD_TOKEN, OF, ROWS, Viewer, expected, table
from tests.api.matrix_worlds import ENDS, World
from tests.api.routes import Route
from tests.api.stored import rows, standing

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

    def __init__(self, *, private: bool) -> None:
        self.private, self._world = private, World(private)

    @property
    def world(self) -> World:
        return self._world

    def renew(self) -> None:
        self._world.end()
        self._world = World(self.private)


@pytest.fixture(params=["public", "private"])
def worlds(request, database) -> Iterator[Worlds]:
    worlds = Worlds(private=request.param == "private")
    yield worlds
    worlds.world.end()


def _asked(worlds: Worlds) -> list[Route]:
    """Return the routes to ask for: those of no game only once."""
    return [OF[name] for name in ROWS if "{game}" in name or not worlds.private]


@pytest.mark.parametrize("viewer", list(Viewer))
def test_each_route_answers_as_the_matrix_says(viewer, subtests, worlds):
    caller = worlds.world.caller(viewer)
    for route in _asked(worlds):
        world = worlds.world
        path, body, before = world.path(route), world.body(route), rows(world.game)
        with subtests.test(str(route)):
            response = caller.request(route.method, path, body)
            status = response.status_code
            assert status == expected(route, viewer, private=worlds.private), response.content
            if status >= 400:
                assert rows(world.game) == before
                assert response["Content-Type"] == "application/problem+json"
            if status == 401 and (viewer in BAD_TOKEN or route.needs_token):
                assert response.json()["code"] == CODES[viewer]
        changed = response.status_code < 400 and standing(world.game).items() - before.items()
        if changed or str(route) in ENDS:
            worlds.renew()
            caller = worlds.world.caller(viewer)
