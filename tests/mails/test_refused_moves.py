"""The mail to the owner of a bot whose moves were refused (S44)."""

import pytest

from accounts import clock
from accounts.mails import sending
from accounts.models import Account
from tests.accounts.oauth.browsing import person as open_person
from tests.accounts.people import bot_player, open_bot
from tests.api.refusing import lose
from tests.mails.postbox import text_of
from tests.services.account_feeds import tell_all


@pytest.fixture
def owner(database):
    return open_person()


@pytest.fixture
def bot(owner):
    return bot_player(owner, open_bot(owner))


@pytest.mark.parametrize("chosen", [True, False])
def test_a_mail_says_them_to_whoever_has_chosen_it(owner, bot, box, chosen):
    Account.objects.filter(name=owner.name).update(
        email=f"{owner.name}@example.org",
        email_confirmed_at=clock.now(),
        notifications={"bots": chosen},
    )
    decision, game = lose(bot)
    tell_all()
    sending.send_due()
    sent = box.of(owner.account)
    if not chosen:
        assert sent == []
        return
    (message,) = sent
    assert message["Subject"] == f"{bot.name} has lost a decision: Mow"
    text = text_of(message)
    assert game in text
    assert f"/api/v1/bots/{bot.name}/refusals/{decision}" in text
    assert '"99.9"' in text
    assert r'"\u202e7.2\r\nBcc: x"' in text  # on one line, and seen as it is
    assert message["Bcc"] is None
    assert len(text) < 2500


def test_of_a_bot_that_is_gone_nothing_is_said(owner, bot, box):
    Account.objects.filter(name=owner.name).update(
        email=f"{owner.name}@example.org",
        email_confirmed_at=clock.now(),
        notifications={"bots": True},
    )
    lose(bot)
    tell_all()
    assert owner.delete(f"/bots/{bot.name}").status_code == 204
    sending.send_due()
    assert box.of(owner.account) == []
