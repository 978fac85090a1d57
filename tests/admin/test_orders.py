"""Changes of state in the dashboard: a form each, a service each, a row of the audit log each."""

import pytest

from accounts.clock import now
from accounts.models import Account
from accounts.moderation import cases
from accounts.moderation.case_models import Case
from accounts.moderation.models import Appeal, AuditEntry, Sanction
from accounts.moderation.roles import Role
from tests.admin.staff import browser
from tests.cast import open_player
from tests.moderation.reporting import case_of, send
from tests.moderation.staff import audited, impose
from tests.tables import given_up

HOSTILE = "<script>alert(1)</script>\"'"
SANCTION = {"kind": "warning", "reason": "other", "public_text": "Play fair.", "note": "seen it"}


@pytest.fixture
def moderator(database):
    return browser(Role.MODERATOR)


def give(client, model, order, rows, **fields):
    return client.post(f"/admin/accounts/{model}/orders/{order}/", {"ids": rows, **fields})


def entries():
    return AuditEntry.objects.count()


def test_sanctions_are_imposed_on_several_with_a_row_for_each(moderator, ann, ben, mallory):
    """A52"""
    concerned = [one.account for one in (ann, ben, mallory)]
    rows = [str(one) for one in concerned]
    url = moderator.post(
        "/admin/accounts/account/", {"action": "sanction", "_selected_action": rows}
    )["Location"]
    before = entries()
    form = moderator.get(url).content.decode()
    assert ann.name in form
    assert entries() == before
    response = give(moderator, "account", "sanction", rows, **SANCTION)
    assert response.status_code == 302
    assert Sanction.objects.filter(account__in=concerned, by=moderator.account).count() == 3
    assert entries() == before + 3
    [row] = audited("account", ann.account)
    assert (row.reason, row.note, row.actor) == ("other", "seen it", moderator.account.id)


def test_one_that_is_refused_does_not_stop_the_others_and_leaves_no_row(moderator, ann):
    rows = [str(ann.account), str(browser(Role.OPERATOR).account.id)]
    before = entries()
    give(moderator, "account", "sanction", rows, **SANCTION)
    assert entries() == before + 1
    assert "may not do this: sanction_staff" in moderator.page("accounts/account/")


@pytest.mark.parametrize(
    "bad", [{"public_text": " "}, {"kind": "x"}, {"days": "0"}, {"days": "9" * 30}, {"game": "x"}]
)
def test_a_form_with_a_fault_changes_nothing(moderator, ann, bad):
    before = entries()
    response = give(moderator, "account", "sanction", [str(ann.account)], **(SANCTION | bad))
    assert response.status_code == 200
    assert entries() == before
    assert not Sanction.objects.filter(account=ann.account).exists()


def test_what_a_service_refuses_is_said(moderator, ann):
    rows = [str(ann.account)]
    response = give(moderator, "account", "sanction", rows, **(SANCTION | {"days": "3"}))
    assert "A warning has no end." in response.content.decode()


def test_sanctions_are_lifted_and_appeals_answered(moderator, ann):
    first, second = impose(ann), impose(ann, Sanction.Kind.NO_RATED_PLAY)
    appeal = Appeal.objects.create(sanction=second, text="no", created_at=second.created_at)
    give(moderator, "sanction", "lift", [str(first.id)], why="a mistake")
    give(moderator, "appeal", "grant", [str(appeal.id)], why="granted")
    for sanction in (first, second):
        sanction.refresh_from_db()
        assert sanction.lifted_by == moderator.account
    assert len(audited("sanction", first.id)) == len(audited("appeal", appeal.id)) == 1


def test_a_case_is_claimed_given_back_and_closed(moderator, ann, ben):
    case = case_of(send(ann, "other", player=ben.name))
    row = [str(case.id)]
    give(moderator, "case", "claim", row)
    other = browser(Role.MODERATOR)
    give(other, "case", "claim", row)
    assert moderator.account.name in other.page(f"accounts/case/{case.id}/change/")
    give(moderator, "case", "release", row, reason="no time", note="back on Monday")
    give(other, "case", "claim", row)
    give(other, "case", "close", row, outcome="no_breach", reason="nothing there")
    case.refresh_from_db()
    assert (case.outcome, case.closed_by) == (Case.Outcome.NO_BREACH, other.account)
    assert [one.action for one in audited("case", case.id)] == [
        *("case.claim", "case.release", "case.claim", "case.close")
    ]
    given_back = audited("case", case.id)[1]
    assert (given_back.reason, given_back.note) == ("no time", "back on Monday")


def test_roles_decide_who_is_offered_what(ann):
    offered = {
        role: "sanction" in browser(role).page(f"accounts/account/{ann.account}/change/").lower()
        for role in (Role.MODERATOR, Role.OPERATOR, Role.ADMINISTRATOR)
    }
    assert offered[Role.MODERATOR]
    assert offered[Role.ADMINISTRATOR]
    operator, moderator = browser(Role.OPERATOR), browser(Role.MODERATOR)
    before = entries()
    for model, order in (("account", "sanction"), ("account", "role"), ("sanction", "lift")):
        assert give(operator, model, order, [str(ann.account)], **SANCTION).status_code == 403
    assert give(moderator, "account", "role", [str(ann.account)]).status_code == 403
    assert give(moderator, "account", "nothing", [str(ann.account)]).status_code == 404
    assert give(moderator, "account", "sanction", ["x"]).status_code == 404
    assert give(moderator, "account", "sanction", []).status_code == 404
    assert entries() == before


READS = {
    "accounts/account/": {Role.MODERATOR, Role.OPERATOR, Role.ADMINISTRATOR},
    "store/game/": {Role.MODERATOR, Role.OPERATOR, Role.ADMINISTRATOR},
    "accounts/case/": {Role.MODERATOR, Role.ADMINISTRATOR},
    "accounts/report/": {Role.MODERATOR, Role.ADMINISTRATOR},
    "accounts/sanction/": {Role.MODERATOR, Role.ADMINISTRATOR},
    "accounts/appeal/": {Role.MODERATOR, Role.ADMINISTRATOR},
    "accounts/auditentry/": {Role.ADMINISTRATOR},
}


@pytest.mark.parametrize("role", [Role.MODERATOR, Role.OPERATOR, Role.ADMINISTRATOR])
def test_each_role_reads_its_registers(database, role):
    client = browser(role)
    for path, roles in READS.items():
        expected = 200 if role in roles else 403
        assert client.get(f"/admin/{path}").status_code == expected, path
    assert client.get("/admin/").status_code == 200


def test_what_people_wrote_runs_nowhere(moderator, ann, ben):
    """Stored texts, in every page that shows them."""
    Account.objects.filter(id=ben.account).update(display_name=HOSTILE, description=HOSTILE)
    case = case_of(send(ann, "other", player=ben.name, text=HOSTILE))
    sanction = impose(ben, public_text=HOSTILE, private_note=HOSTILE)
    appeal = Appeal.objects.create(sanction=sanction, text=HOSTILE, created_at=sanction.created_at)
    [report] = case.reports.all()
    administrator = browser()
    for path in (
        "",
        *(f"accounts/{model}/" for model in ("account", "case", "report", "sanction", "appeal")),
        "accounts/auditentry/",
        f"accounts/account/{ben.account}/change/",
        f"players/{ben.name}/",
        f"accounts/case/{case.id}/change/",
        f"accounts/report/{report.id}/change/",
        f"accounts/sanction/{sanction.id}/change/",
        f"accounts/appeal/{appeal.id}/change/",
    ):
        assert "<script>alert" not in administrator.page(path), path


def test_a_dossier_has_all_about_a_player(moderator, ann, ben):
    game = given_up(ann, ben)
    case = case_of(send(ann, "other", player=ben.name))
    sanction = impose(ben)
    about, by = (moderator.page(f"players/{one.name}/") for one in (ben, ann))
    for part in (f"games/{game}/", f"case/{case.id}/", f"sanction/{sanction.id}/", "first"):
        assert part in about
    assert f"report/{case.reports.get().id}/" in by
    assert f"case/{case.id}/" not in by
    assert moderator.get("/admin/players/nobody-of-that-name/").status_code == 404
    assert browser(Role.OPERATOR).get(f"/admin/players/{ben.name}/").status_code == 403
    assert f"/admin/players/{ben.name}/" in moderator.page(
        f"accounts/account/{ben.account}/change/"
    )


def test_lists_ask_as_often_for_many_rows_as_for_few(ann):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = browser()
    counts: dict[str, set[int]] = {}
    for _ in range(2):
        for _ in range(3):
            impose(ann, Sanction.Kind.WARNING)
            given_up(open_player(), open_player())
        for path in ("accounts/sanction/", "accounts/account/", "store/game/", "accounts/token/"):
            with CaptureQueriesContext(connection) as queries:
                client.page(path)
            counts.setdefault(path, set()).add(len(queries))
    assert all(len(one) == 1 for one in counts.values()), counts


def test_the_first_page_says_what_needs_a_person(moderator, ann, ben):
    """S32, S67: cases, appeals, games that are late, webhooks and the feed, each for its role."""
    case_of(send(ann, "other", player=ben.name))
    case, _ = cases.by_priority(now=now(), only_unclaimed=True)[0]
    shown = moderator.page("")
    assert str(case.id) in shown
    assert "Lag of the feed" not in shown
    operator = browser(Role.OPERATOR).page("")
    assert str(case.id) not in operator
    for title in ("Overdue decisions", "House bots that do not answer", "Webhooks that fail"):
        assert title in operator
    assert operator.count('class="chart"') >= 6
