"""From a case to what comes of it, with nothing to be copied, and to what the audit log says."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.moderation.models import Sanction
from accounts.moderation.roles import Role
from tests.accounts.people import bot_player, open_bot
from tests.admin.staff import browser
from tests.moderation.reporting import case_of, send
from tests.moderation.staff import audited, impose
from tests.tables import seated


@pytest.fixture
def moderator(database):
    return browser(Role.MODERATOR)


@pytest.fixture
def case(ann, ben):
    return case_of(send(ann, "cheating", game=seated(ann, ben), player=ben.name))


def links(client, path):
    """Return the orders that a page offers, by their titles."""
    shown = re.search(r'aria-label="Orders">(.*?)</nav>', client.page(path), re.DOTALL)
    found = re.findall(
        r'<a[^>]*href="([^"]*)"[^>]*>\s*(.*?)\s*</a>', shown[1] if shown else "", re.DOTALL
    )
    return {re.sub(r"<[^>]+>", "", title).strip(): unescape(url) for url, title in found}


def page_of(case):
    return f"accounts/case/{case.id}/change/"


def claim(client, case):
    assert client.post("/admin/accounts/case/orders/claim/", {"ids": [str(case.id)]})


def test_a_sanction_of_a_case_has_account_case_and_breach_filled_in(moderator, case, ben):
    assert "Impose a sanction" not in links(moderator, page_of(case))
    claim(moderator, case)
    url = links(moderator, page_of(case))["Impose a sanction"]
    form = moderator.get(url).context["form"]
    assert (form.initial["case"], form.initial["reason"]) == (str(case.id), "cheating")
    asked = parse_qs(urlsplit(url).query)
    sent = {name: asked[name] for name in ("ids", "case", "reason")}
    response = moderator.post(url, {**sent, "kind": "warning", "public_text": "Play fair."})
    assert response["Location"] == f"/admin/{page_of(case)}"
    imposed = Sanction.objects.get(account=ben.account)
    assert imposed.case == case.id
    shown = moderator.page(f"accounts/sanction/{imposed.id}/change/")
    assert f"/admin/{page_of(case)}" in shown


def test_a_mute_and_an_order_are_about_the_game_of_the_case(moderator, case):
    claim(moderator, case)
    found = links(moderator, page_of(case))
    form = moderator.get(found["Mute in this game"]).context["form"]
    assert form.initial["game"] == str(case.game)
    assert form.initial["kind"] == "chat_mute"
    ordered = moderator.get(found["Order to the game"]).context
    assert ordered["form"].initial == {"case": str(case.id)}
    assert ordered["back"] == f"/admin/{page_of(case)}"


def test_the_dossier_and_the_account_offer_it_of_the_case_that_one_works_on(moderator, case, ben):
    bot = bot_player(ben, open_bot(ben))
    title = "Sanction of your case: Cheating"
    pages = (
        f"players/{ben.name}/",
        f"players/{bot.name}/",
        f"accounts/account/{ben.account}/change/",
    )
    for page in pages:
        assert title not in links(moderator, page)
    claim(moderator, case)
    for page in pages:
        assert f"case={case.id}" in links(moderator, page)[title]
        assert title not in links(browser(Role.MODERATOR), page)


def test_a_closed_case_offers_nothing(moderator, case):
    claim(moderator, case)
    closed = {"ids": [str(case.id)], "outcome": "no_breach", "reason": "nothing there"}
    moderator.post("/admin/accounts/case/orders/close/", closed)
    assert links(moderator, page_of(case)) == {}


@pytest.mark.parametrize("written", ["x", "\0", "//elsewhere.example", "' onload=alert(1)"])
def test_what_a_link_fills_in_is_text_and_leads_nowhere_else(moderator, ben, written):
    path = f"/admin/accounts/account/orders/sanction/?ids={ben.account}"
    response = moderator.get(path, {"ids": ben.account, "case": written, "public_text": written})
    assert response.status_code == 200
    assert response.context["back"] == f"/admin/accounts/account/{ben.account}/change/"
    assert "public_text" not in response.context["form"].initial


def test_history_leads_to_the_rows_of_the_audit_log(case, moderator, ben):
    claim(moderator, case)
    sanction = impose(ben, Sanction.Kind.WARNING)
    administrator = browser()
    for path in (page_of(case), f"accounts/sanction/{sanction.id}/change/"):
        history = path.replace("change", "history")
        assert f"/admin/{history}" in administrator.page(path)
        assert f"/admin/{history}" not in moderator.page(path)
        shown = administrator.get(f"/admin/{history}", follow=True)
        assert "1 result" not in shown.content.decode()
        rows = shown.context["cl"].result_list
        assert list(rows), path
    assert audited("case", case.id)
    assert "/history/" not in administrator.page("accounts/webhook/")
