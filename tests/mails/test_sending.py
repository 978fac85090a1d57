"""When a mail is sent, how often, and what becomes of it when the mail server is away."""

import threading
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.mails import leasing, purging, sending
from accounts.mails.models import Mail
from accounts.mails.rates import MAILS
from accounts.models import Account, Token
from accounts.moderation import restrictions
from accounts.rates import ENOUGH
from accounts.services import issuing, profile
from config.sweeping import PATIENCE, see_to_mails
from games.services import lobby, outages, reminders
from games.store import clock as database_clock
from tests.mails.postbox import mails_of, reader
from tests.services.account_feeds import tell_all
from tests.services.table import Table, new_game, per_move, person

LONG = per_move(4 * 3600, "house-bot")
PAUSE = 400


def begin(asker) -> Table:
    table = new_game(asker, person(), time_control=LONG)
    tell_all()
    return table


def test_a_turn_is_mailed_once_it_has_waited_for_a_while(clock, box):
    asker = reader()
    begin(asker)
    sending.send_due()
    assert box.of(asker.account) == []
    clock.advance(PAUSE)
    sending.send_due()
    assert len(box.of(asker.account)) == 1
    sending.send_due()
    assert len(box.of(asker.account)) == 1


def test_what_no_message_brings_to_a_worker_is_sent_by_a_timer(clock, box):
    """S36."""
    asker = reader("game_over")
    lobby.resign(game=begin(asker).game, asker=asker)
    tell_all()
    see_to_mails()
    assert box.of(asker.account) == []
    clock.advance(PATIENCE + 1)
    see_to_mails()
    assert len(box.of(asker.account)) == 1


def test_what_was_answered_meanwhile_is_not_mailed(clock, box):
    asker = reader()
    begin(asker).play(1)
    clock.advance(PAUSE)
    sending.send_due()
    assert box.of(asker.account) == []
    assert [mail.state for mail in mails_of(asker)] == [Mail.State.DROPPED]


def test_nobody_who_plays_right_now_is_mailed(clock, box):
    asker = reader()
    begin(asker)
    clock.advance(PAUSE)
    Token.objects.filter(account=asker.account).update(last_used_at=database_clock.now())
    sending.send_due()
    assert box.of(asker.account) == []
    clock.advance(350)
    sending.send_due()
    assert box.of(asker.account) == []
    clock.advance(20)
    sending.send_due()
    assert len(box.of(asker.account)) == 1


@pytest.mark.parametrize("domain", ["\u00ad.org", "\uffff.org", "é" * 60 + ".org"])
def test_an_address_that_no_mail_can_be_written_to_keeps_no_others_waiting(clock, box, domain):
    """S67: it stood before all others, for ever, as often as it was tried."""
    bad = [reader("game_over", email=f"a@{domain}") for _ in range(3)]
    good = reader("game_over")
    for asker in (*bad, good):
        lobby.resign(game=begin(asker).game, asker=asker)
    tell_all()
    sending.send_due()
    assert len(box.of(good.account)) == 1
    for asker in bad:
        assert [(mail.state, mail.failure) for mail in mails_of(asker)] == [
            ("failed", "UnicodeError")
        ]


def test_a_receiver_whose_server_says_later_keeps_no_others_waiting(clock, box):
    bad = [reader("game_over", email="later@example.org") for _ in range(3)]
    good = reader("game_over")
    for asker in (*bad, good):
        lobby.resign(game=begin(asker).game, asker=asker)
    tell_all()
    sending.send_due()
    assert len(box.of(good.account)) == 1
    assert {mails_of(asker)[0].state for asker in bad} == {"waiting"}


def test_many_accounts_do_not_flood_one_address(clock, box, settings):
    """Nobody has shown that the address is theirs; in whatever letters it is written."""
    settings.HERDBOOK_MAILS_PER_HOUR = 2
    askers = [reader("game_over", email=text) for text in ("v@example.org", "V@Example.org") * 2]
    for asker in askers:
        lobby.resign(game=begin(asker).game, asker=asker)
    tell_all()
    sending.send_due()
    assert len(box.got) == 2
    clock.advance(3610)
    sending.send_due()
    assert len(box.got) == 4


def test_who_reads_a_stream_is_there(clock, box):
    """S65: what a stream has shown was fetched."""
    asker = reader()
    begin(asker)
    clock.advance(PAUSE)
    token = Token.objects.get(account=asker.account)
    issuing.note_uses([token.id], now=database_clock.now())
    sending.send_due()
    assert box.of(asker.account) == []
    assert [mail.state for mail in mails_of(asker)] == [Mail.State.WAITING]


def test_what_was_seen_and_then_answered_is_not_mailed(clock, box):
    """S65: who looks and answers a while later hears nothing of it."""
    asker = reader()
    table = begin(asker)
    clock.advance(PAUSE)
    Token.objects.filter(account=asker.account).update(last_used_at=database_clock.now())
    sending.send_due()
    table.play(1)
    clock.advance(PAUSE)
    sending.send_due()
    assert box.of(asker.account) == []
    assert [mail.state for mail in mails_of(asker)] == [Mail.State.DROPPED]


def test_a_program_that_asks_all_the_time_keeps_mails_away_for_an_hour_at_most(clock, box):
    asker = reader()
    begin(asker)
    for _ in range(14):
        clock.advance(PAUSE)
        Token.objects.filter(account=asker.account).update(last_used_at=database_clock.now())
        sending.send_due()
    assert len(box.of(asker.account)) == 1


def test_at_most_one_mail_comes_of_a_turn_with_four_senders_racing(clock, box, monkeypatch):
    """S65: one for each seat and decision, each with an id of its own that stays."""
    monkeypatch.setattr(leasing, "AT_ONCE", 4)
    askers = [reader() for _ in range(6)]
    for asker in askers:
        new_game(asker, person(), time_control=LONG)
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        try:
            tell_all()
            for _ in range(10):
                sending.send_due()
        finally:
            connection.close()

    tell_all()
    clock.advance(PAUSE)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sending.send_due()
    for asker in askers:
        (message,) = box.of(asker.account)
        (mail,) = mails_of(asker)
        assert message["Message-ID"].startswith(f"<{mail.id}@")
        assert mail.state == Mail.State.SENT


def test_no_more_mails_are_sent_at_once_than_threads_can_be_spared(clock):
    for _ in range(3):
        begin(reader())
    clock.advance(PAUSE)
    assert leasing.take() is not None
    assert leasing.take() is not None
    assert leasing.take() is None
    clock.advance(leasing.LEASE + 1)
    assert leasing.take() is not None


def test_no_more_mails_come_in_an_hour_than_there_may(clock, box, settings):
    settings.HERDBOOK_MAILS_PER_HOUR = 2
    asker = reader()
    for _ in range(4):
        begin(asker)
    clock.advance(PAUSE)
    sending.send_due()
    assert len(box.of(asker.account)) == 2
    clock.advance(3000)
    sending.send_due()
    assert len(box.of(asker.account)) == 2
    clock.advance(610)
    sending.send_due()
    assert len(box.of(asker.account)) == 4


@pytest.mark.parametrize(
    "changes",
    [
        {"email": ""},
        {"notifications": {"your_turn": False}},
        {"is_active": False},
        {"suspended_until": restrictions.FOR_GOOD},
    ],
    ids=str,
)
def test_who_wants_none_any_more_gets_none(clock, box, changes):
    asker = reader()
    begin(asker)
    before = Account.objects.get(id=asker.account).email
    Account.objects.filter(id=asker.account).update(**changes)
    clock.advance(PAUSE)
    sending.send_due()
    assert before not in {to for to, _ in box.got}
    assert [mail.state for mail in mails_of(asker)] == [Mail.State.DROPPED]


def test_without_an_address_or_a_choice_nothing_is_written_down():
    nowhere, unwilling = reader(email=""), reader("game_over")
    begin(nowhere)
    begin(unwilling)
    assert mails_of(nowhere) == mails_of(unwilling) == []


def test_a_mail_server_that_fails_is_tried_again_and_the_mail_is_the_same(clock, box):
    asker = reader()
    begin(asker)
    clock.advance(PAUSE)
    box.answer = "451 Not now"
    assert sending.send_due() == 0
    (mail,) = mails_of(asker)
    assert (mail.state, mail.failure, mail.tries) == ("waiting", "SMTPDataError 451", 1)
    box.answer = "250 Taken"
    assert sending.send_due() == 0
    clock.advance(61)
    assert sending.send_due() == 1
    (message,) = box.of(asker.account)
    assert message["Message-ID"].startswith(f"<{mail.id}@")


def test_a_mail_server_that_is_away_is_not_met_by_all_that_waits(clock, box, settings):
    askers = [reader() for _ in range(3)]
    for asker in askers:
        begin(asker)
    clock.advance(PAUSE)
    settings.EMAIL_PORT = 1
    sending.send_due()
    tries = [mail.tries for asker in askers for mail in mails_of(asker)]
    assert sorted(tries) == [0, 0, 1]


def test_who_does_not_exist_is_tried_once(clock, box):
    asker = reader(email="nobody@example.org")
    begin(asker)
    clock.advance(PAUSE)
    sending.send_due()
    (mail,) = mails_of(asker)
    assert (mail.state, mail.failure) == ("failed", "SMTPRecipientsRefused 550")


def test_in_the_end_it_is_given_up(clock, box):
    asker = reader("game_over")
    lobby.resign(game=begin(asker).game, asker=asker)
    tell_all()
    box.answer = "451 Not now"
    for pause in (*sending.DELAYS, timedelta(minutes=1)):
        sending.send_due()
        clock.advance(pause.total_seconds() + 1)
    (mail,) = mails_of(asker)
    assert (mail.state, mail.tries) == ("failed", len(sending.DELAYS) + 1)


def test_a_deadline_that_moves_away_is_mailed_again_when_it_is_near(clock, box):
    """S64; and once for each deadline, however often it is looked for."""
    asker = reader("deadlines")
    table = begin(asker)
    clock.advance(2 * 3600 + 1)
    for _ in range(2):
        reminders.remind()
        sending.send_due()
    assert len(box.of(asker.account)) == 1
    clock.advance(2 * 3600)
    now = database_clock.now()
    outage = outages.record_outage(now - timedelta(hours=1), now, grace=timedelta(hours=1))
    assert list(outages.move_deadlines(outage, [table.game])) == [1]
    for _ in range(2):
        reminders.remind()
        sending.send_due()
    assert len(box.of(asker.account)) == 2


def test_an_alert_is_raised_when_mails_do_not_arrive(clock, box, caplog, capsys):
    """S67."""
    box.answer = "451 Not now"
    for _ in range(ENOUGH):
        asker = reader("game_over")
        lobby.resign(game=begin(asker).game, asker=asker)
    tell_all()
    for _ in range(30):
        sending.send_due()
    rate = MAILS.watch()
    assert rate.is_alarming
    assert "alert=delivery channel=mails" in caplog.text
    with pytest.raises(SystemExit):
        call_command("mails", "--json")
    assert '"state": "failing"' in capsys.readouterr().out


def test_old_mails_are_forgotten_and_waiting_ones_are_not(clock, box):
    sent, waiting = reader(), reader()
    begin(sent)
    clock.advance(PAUSE)
    sending.send_due()
    begin(waiting)
    clock.advance((purging.KEPT_DAYS + 1) * 86400)
    assert purging.forget_old() == 1
    assert mails_of(sent) == []
    assert len(mails_of(waiting)) == 1


def test_stopping_mails_stops_the_digest_too():
    asker = reader()
    account = Account.objects.get(id=asker.account)
    profile.change_profile(account, changes={"notifications": {"digest": True}})
    profile.stop_mails(asker.account)
    account.refresh_from_db()
    assert account.digest_at is None
    assert not any(account.notifications.values())
