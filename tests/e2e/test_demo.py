"""`manage.py demo`: what it makes, that staff can look at all of it, and where it makes nothing."""

import json
import re
import sys
from contextlib import closing

import pytest

from tests.e2e.staff import logged_in
from tests.stack.stacks import until

DEMO = [sys.executable, "manage.py", "demo", "--evenings", "1", "--json"]


@pytest.fixture(scope="module")
def demo(live_stack):
    # The database refuses nothing that a service may do: the demo is not its owner.
    return json.loads(live_stack.execute(*DEMO))


def test_a_demo_has_accounts_of_every_role_and_games_in_every_state(demo, live_stack):
    roles = {one["role"] for one in demo["people"]}
    assert roles == {"administrator", "moderator", "operator", "player", "bot"}
    with live_stack.connect() as database:
        states = {row[0] for row in database.execute("SELECT DISTINCT status FROM game")}
        assert states >= {"open", "running", "paused", "finished", "aborted"}
        cases = database.execute("SELECT outcome, claimed_by_id IS NULL FROM moderation_case")
        assert {tuple(row) for row in cases} >= {
            ("", True),
            ("", False),
            ("action_taken", True),
            ("not_proven", True),
        }
        kinds = database.execute(
            "SELECT DISTINCT type FROM event WHERE type IN"
            " ('ResultAnnulled', 'ResultRestored', 'SeatReplaced', 'SeatAway', 'OrderGiven')"
        )
        assert len(kinds.fetchall()) == 5
        sent = "SELECT max(failures) FROM webhook WHERE description = 'Lamp on the shelf'"
        until(lambda: database.execute(sent).fetchone()[0] > 0, "a message that fails")


def test_staff_looks_at_every_page_of_a_demo(demo, live_url):
    ada = next(one for one in demo["people"] if one["role"] == "administrator")
    secrets = {name: ada[name] for name in ("name", "password", "second_factor")}
    with closing(logged_in(live_url, **secrets)) as browser:
        seen, waiting = set[str](), ["/admin/"]
        pages = [f"/admin/games/{game}/" for game in demo["games"].values()]
        waiting += [*pages, *(f"{page}order/" for page in pages), "/admin/players/goran/"]
        while waiting and len(seen) < 60:
            path = waiting.pop(0)
            if _kind(path) in seen:
                continue
            seen.add(_kind(path))
            page = browser.get(path)
            assert page.status_code == 200, (path, page.status_code)
            waiting += re.findall(r'href="(/admin/[^"#?]*)"', page.text)
        assert {"/admin/accounts/case/", "/admin/accounts/case/*/change/"} <= seen


def test_no_demo_is_made_on_top_of_another(demo, live_stack):
    with pytest.raises(AssertionError, match="There is an account ada already"):
        live_stack.execute(*DEMO)


def _kind(path: str) -> str:
    """Return a page without which account, game or row it is about: one of each is enough."""
    return re.sub(r"/(?:[0-9a-f]+(?:-[0-9a-f]+)*|\d+)(?=/)", "/*", path)
