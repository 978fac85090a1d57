"""Signals in the dashboard: the most unusual pairs, with what was measured and where it stands."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import Account
from accounts.moderation.case_models import Case
from accounts.moderation.roles import Role
from accounts.networks import noting
from tests.admin.staff import browser
from tests.moderation.signs.tables import ended, fresh_scope, look, measured, suspicion_of
from tests.moderation.staff import audited
from tests.services.table import person

SCOPE = fresh_scope()


@pytest.fixture
def moderator(database):
    return browser(Role.MODERATOR)


@pytest.fixture
def pair(database):
    one, other = person(), person()
    table = ended(one, other, person())
    look(table)
    asked = {"game": table.game, "scope": SCOPE}
    measured(person().account, person().account, [0.5, -0.5] * 100, **asked)
    for giver, receiver in ((one, other), (other, one)):
        measured(giver.account, receiver.account, [0.9, 0.8, 1.0] * 10, **asked)
    return suspicion_of(one.account, other.account), one.name, other.name, table


def test_the_most_unusual_come_first_and_are_found_by_name(moderator, pair):
    _, one, other, _ = pair
    for name in (one, other):
        shown = moderator.page(f"games/suspicion/?q={name}")
        assert one in shown
        assert other in shown
    with CaptureQueriesContext(
        connection,
    ) as asked:
        moderator.page("games/suspicion/")
    assert not [one for one in asked if "count(" in one["sql"].lower()]
    assert any("ORDER BY" in one["sql"] and '"score" DESC' in one["sql"] for one in asked)


def test_a_pair_is_shown_line_by_line_with_links_to_the_moves(moderator, pair):
    found, one, _, table = pair
    shown = moderator.page(f"games/suspicion/{found.id}/change/")
    assert "leave the other better off" in shown
    assert SCOPE in shown
    assert f"/admin/games/{table.game}/?version=" in shown
    assert f"/admin/players/{one}/" in shown
    assert "proves nothing" in shown
    assert moderator.page(f"games/{table.game}/?version=9&view=truth")


def test_the_dossier_names_those_with_whom_play_was_unusual(moderator, pair):
    found, one, other, _ = pair
    shown = moderator.page(f"players/{one}/")
    assert f"/admin/games/suspicion/{found.id}/change/" in shown
    assert other in shown


def test_the_dossier_names_who_was_seen_on_the_same_small_network(moderator, pair):
    _, one, other, _ = pair
    address = f"2001:db8:{uuid4().hex[:4]}::/64"
    for name in (one, other):
        noting.note(Account.objects.get(name=name).id, address, now=clock.now())
    shown = moderator.page(f"players/{one}/").split("Seen on the same small networks")[1]
    assert f"/admin/players/{other}/" in shown.split("Signals: with whom")[0]
    assert address not in shown


def test_a_case_is_opened_by_a_form_with_a_reason(moderator, pair):
    found, *_ = pair
    asked = {"ids": [str(found.id)], "about": "second", "breach": "cheating", "note": ""}
    refused = moderator.post("/admin/games/suspicion/orders/case/", {**asked, "reason": ""})
    assert refused.status_code == 200
    assert not Case.objects.filter(subject=found.second_id).exists()
    done = moderator.post("/admin/games/suspicion/orders/case/", {**asked, "reason": "Look."})
    assert done.status_code == 302
    case = Case.objects.get(subject=found.second_id)
    [row] = audited("case", case.id)
    assert (row.action, row.reason) == ("case.open", "Look.")
    shown = moderator.page(f"accounts/case/{case.id}/change/")
    assert "what was measured" in shown


def test_operators_see_none_of_it_and_nobody_sees_their_own(moderator, pair):
    found, one, *_ = pair
    operator = browser(Role.OPERATOR)
    for path in ("", f"{found.id}/change/", f"orders/case/?ids={found.id}"):
        assert operator.get(f"/admin/games/suspicion/{path}").status_code == 403
    account = Account.objects.get(name=one)
    measured(moderator.account.id, account.id, [0.9] * 10, game=uuid4(), scope=SCOPE)
    own = suspicion_of(moderator.account.id, account.id)
    assert moderator.get(f"/admin/games/suspicion/{own.id}/change/").status_code in {302, 404}
    for path in (f"games/suspicion/?q={one}", f"players/{one}/"):
        assert f"suspicion/{own.id}/" not in moderator.page(path)
