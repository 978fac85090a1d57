"""Nobody of the staff reads who has reported them, or what is noted about them (conflict of interest)."""

import pytest

from accounts.models import Account
from accounts.moderation.models import Sanction
from accounts.moderation.roles import Role
from tests.accounts.people import open_bot, open_person
from tests.admin.staff import Browser, browser
from tests.api.stored import changed, mark
from tests.moderation.reporting import case_of, row_of, send
from tests.moderation.staff import give_role, impose
from tests.tables import seated


@pytest.fixture
def player(database):
    """The moderator, as a player."""
    found = open_person()
    give_role(found.account)
    return found


@pytest.fixture
def moderator(player):
    return Browser(Account.objects.get(id=player.account))


def test_cases_reports_and_sanctions_about_oneself_are_on_no_page(moderator, player, ann):
    sent = send(ann, "other", player=player.name, text="He looks into games of friends.")
    sanction = impose(player, Sanction.Kind.WARNING, private_note="Seen by three.")
    own = {
        f"accounts/case/{case_of(sent).id}/change/",
        f"accounts/report/{row_of(sent).id}/change/",
        f"accounts/sanction/{sanction.id}/change/",
    }
    for page in own:
        assert moderator.get(f"/admin/{page}").status_code == 302, page
        assert browser(Role.MODERATOR).get(f"/admin/{page}").status_code == 200, page
    for page in (
        "",
        f"accounts/case/?q={player.name}",
        f"accounts/report/?q={ann.name}",
        f"accounts/sanction/?q={player.name}",
        f"players/{player.name}/",
        f"players/{ann.name}/",
    ):
        assert not [one for one in own if one in moderator.page(page)], page
    shown = browser(Role.MODERATOR).page(f"players/{ann.name}/")
    assert f"accounts/report/{row_of(sent).id}/change/" in shown


def test_nobody_orders_about_a_case_about_their_own_bot(moderator, player, ann):
    bot = open_bot(player)
    sent = send(ann, "other", player=bot)
    since, path = mark(), f"/admin/accounts/case/orders/claim/?ids={case_of(sent).id}"
    assert moderator.get(path).status_code == 404
    assert moderator.post(path, {"ids": str(case_of(sent).id)}).status_code == 404
    assert changed(since) == set()


def test_nobody_previews_a_seat_for_themselves_or_a_bot_of_theirs(moderator, player, alice, bob):
    game, since = seated(alice, bob), mark()
    for account in (player.name, open_bot(player)):
        fields = {"kind": "player", "seat": "0", "account": account, "reason": "A trial."}
        shown = moderator.post(f"/admin/games/{game}/order/", fields).content.decode()
        assert "You have a part in this" in shown
        assert "What everybody will see" not in shown
    assert "event" not in changed(since)


@pytest.mark.parametrize("reason", ["\u200b", "\u2060\u200d", "a \u202e b", "\u2066x"])
def test_a_reason_that_cannot_be_read_is_none(reason, moderator, ann, alice, bob):
    game, since = seated(alice, bob), mark()
    moderator.post(f"/admin/games/{game}/break-glass/", {"reason": reason})
    path = f"/admin/accounts/account/orders/end-sessions/?ids={ann.account}"
    asked = {"ids": str(ann.account), "reason": reason}
    assert "letters that can be seen" in moderator.post(path, asked).content.decode()
    assert changed(since) == set()
