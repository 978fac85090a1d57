"""What is not there is 404; what fails within is a 500 that changes nothing (S70)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests.accounts.people import open_person
from tests.api.routes import OF_A_GAME
from tests.api.stored import changed, mark, standing
from tests.cast import problem
from tests.tables import seated

NO_GAMES = ("00000000-0000-4000-8000-000000000000", "none", "1", "%00", "x" * 200)


@pytest.mark.parametrize("name", NO_GAMES)
def test_a_game_there_is_not_is_404_on_every_route(subtests, name, database):
    """S70: never 200, and never a failure."""
    person = open_person()  # whose token is for chat, too
    for route in OF_A_GAME:
        with subtests.test(str(route)):
            problem(person.request(route.method, route.at(name), route.body), 404, "not_found")


def test_the_id_of_a_game_has_one_form(alice, bob):
    game = seated(alice, bob)
    for other in (game.upper(), game.replace("-", ""), f"{{{game}}}", f"{game}%20"):
        problem(alice.get(f"/games/{other}"), 404, "not_found")


@contextmanager
def a_clock_that_fails(clock) -> Iterator[None]:
    """Let the database not know what time it is."""
    clock._install("clock_timestamp() + make_interval(secs => 1 / (random() * 0)::int)")
    try:
        yield
    finally:
        clock.restore()


@contextmanager
def a_table_that_fails(table: str) -> Iterator[None]:
    """Let the database refuse, in the middle of a commit, what is written to a table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION public.planted() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$"
        )
        cursor.execute(
            f"CREATE TRIGGER planted BEFORE INSERT OR UPDATE OR DELETE ON public.{table}"
            " FOR EACH ROW EXECUTE FUNCTION public.planted()"
        )
        try:
            yield
        finally:
            cursor.execute(f"DROP TRIGGER planted ON public.{table}")
            cursor.execute("DROP FUNCTION public.planted()")


BROKEN: dict[str, Callable[..., object]] = {
    "the clock": a_clock_that_fails,
    "the table of games": lambda _: a_table_that_fails("game"),
    "the table of events": lambda _: a_table_that_fails("event"),
    "the table of decisions": lambda _: a_table_that_fails("decision"),
    "the table of commands": lambda _: a_table_that_fails("command"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_failure_inside_a_move_is_a_500_that_changes_nothing(broken, alice, bob, clock, caplog):
    """S70: it names a request, which the log names too; and then the same move is made."""
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    before, since = standing(game), mark()
    with BROKEN[broken](clock):  # type: ignore[attr-defined]
        response = alice.post(f"/games/{game}/moves", asked)
    body = problem(response, 500, "internal_error")
    assert body["request_id"] == response["Request-Id"]
    assert body["request_id"] in body["detail"]
    assert body["retryable"] is True
    assert "planted" not in response.text
    assert "7.2" not in body["detail"]
    assert body["request_id"] in caplog.text
    assert changed(since) == set()
    assert standing(game) == before
    assert alice.view(game)["decision"] == decision
    again = alice.post(f"/games/{game}/moves", asked)
    assert again.status_code == 201
    assert again.json()["events"][0]["version"] == before["version"] + 1
