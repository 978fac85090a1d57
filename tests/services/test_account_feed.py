"""What accounts are told of the games in which they have a part."""

import threading

import pytest
from django.db import connection, transaction

from accounts.event_types import EVENT_TYPES, EventType
from accounts.models import Account, AccountEvent
from accounts.services import telling
from accounts.times import time_text
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.selectors import decision_ids
from games.services import (
    account_feed,
    creating,
    deadlines,
    feeds,
    invitations,
    lobby,
    rematch,
    reminders,
)
from games.services.creating import WantedSeat
from games.store import consumers, feed
from tests.services.account_feeds import catch_up, feed_of, tell_all, types_of
from tests.services.table import Table, bot, new_game, per_move, person
from tests.store.feeding import end_of_feed, go_to


@pytest.fixture(autouse=True)
def caught_up(database: None) -> None:
    catch_up()


def test_a_game_is_told_from_its_start_to_its_end():
    table = new_game(person(), bot())
    ann, ben = table.asker(0).account, table.asker(1).account
    tell_all()
    table.play(1)
    tell_all()
    lobby.resign(game=table.game, asker=table.asker(0))
    tell_all()
    assert types_of(ann) == ["game.started", "game.decision_requested", "game.finished"]
    assert types_of(ben) == ["game.started", "game.decision_requested", "game.finished"]


def test_a_decision_is_told_with_its_id_and_its_deadline():
    table = new_game(person(), bot())
    owed = table.owed()
    tell_all()
    told = feed_of(table.asker(0).account)[-1]
    assert told.type == "game.decision_requested"
    assert told.at == owed.opened_at
    assert told.data == {
        "game": str(table.game),
        "version": table.state.version,
        "seat": 0,
        "decision": decision_ids.write(table.game, owed.seat, owed.opened),
        "kind": "turn",
        "deadline_at": time_text(owed.due_at),
    }


def test_a_decision_is_told_once_whatever_else_happens():
    """S65: and not at all if it was answered before anybody was told."""
    table = new_game(person(), bot(), bot())
    tell_all()
    lobby.abort_game(game=table.game, asker=table.asker(1))  # a consent
    lobby.abort_game(game=table.game, asker=table.asker(2))
    tell_all()
    assert types_of(table.asker(0).account).count("game.decision_requested") == 1
    table.play(2)
    tell_all()
    assert "game.decision_requested" not in types_of(table.asker(1).account)
    assert types_of(table.asker(2).account).count("game.decision_requested") == 1


def test_what_was_told_is_not_told_again_when_the_log_is_read_again():
    """A06: nor does it come under another number."""
    start = end_of_feed()
    table = new_game(person(), bot())
    tell_all()
    before = feed_of(table.asker(0).account)
    go_to(account_feed.CONSUMER, start)
    assert tell_all() > 0
    assert [one.sequence for one in feed_of(table.asker(0).account)] == [
        one.sequence for one in before
    ]
    consumers.reset(account_feed.CONSUMER)
    assert [one.type for one in before] == types_of(table.asker(0).account)


def test_readers_that_race_tell_each_decision_once():
    """S65: four of them, with the same events, each in a transaction of its own."""
    start = end_of_feed()
    tables = [new_game(person(), bot()) for _ in range(5)]
    events = feed.read(start, limit=500)

    def tell_at_once(barrier: threading.Barrier) -> None:
        try:
            barrier.wait()
            with transaction.atomic():
                account_feed.take(events)
        finally:
            connection.close()

    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=tell_at_once, args=[barrier]) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for table in tables:
        assert types_of(table.asker(0).account) == ["game.started", "game.decision_requested"]


def invited_to(maker, guest) -> Table:
    made = creating.create_game(
        asker=maker,
        ruleset="mow",
        seats=[WantedSeat(kind="me"), WantedSeat(kind="invite", account=guest.name)],
        options={},
    )
    return Table(made.game.id, (maker, guest))


def test_an_invitation_is_told_and_its_answer_is_told_to_who_made_the_game():
    ann, ben = person(), person()
    table = invited_to(ann, ben)
    tell_all()
    told = feed_of(ben.account)
    assert [one.type for one in told] == ["invitation.received"]
    assert told[0].data == {"game": str(table.game), "version": 3, "seat": 1}
    invitations.answer(game=table.game, asker=ben, accept=False)
    tell_all()
    assert types_of(ann.account) == ["invitation.declined"]
    assert types_of(ben.account) == ["invitation.received"]


def test_a_game_that_is_closed_before_its_start_cancels_its_invitations():
    ann, ben = person(), person()
    table = invited_to(ann, ben)
    lobby.abort_game(game=table.game, asker=ann)
    tell_all()
    assert types_of(ben.account) == ["invitation.received", "invitation.cancelled"]
    assert types_of(ann.account) == ["game.aborted"]


def test_who_was_invited_to_a_rematch_is_told_which_game_it_follows():
    ann, ben = person(), person()
    table = new_game(ann, ben)
    lobby.resign(game=table.game, asker=ann)
    made = rematch.ask_rematch(game=table.game, asker=ann)
    tell_all()
    told = [one for one in feed_of(ben.account) if one.type == "game.rematch_offered"]
    assert [one.data for one in told] == [
        {"game": str(table.game), "version": 1, "rematch": str(made.game.id)}
    ]
    assert "invitation.received" in types_of(ben.account)
    assert "game.rematch_offered" not in types_of(ann.account)


def test_a_missed_deadline_is_told_to_who_missed_it_and_the_seat_that_is_away_to_all(clock):
    table = new_game(person(), person(), time_control=per_move(60, "house-bot"))
    ann, ben = table.asker(0).account, table.asker(1).account
    tell_all()
    clock.advance(61)
    deadlines.sweep()
    tell_all()
    assert types_of(ann)[2:] == ["game.decision_expired", "game.seat_away"]
    assert "game.seat_away" in types_of(ben)
    assert "game.decision_expired" not in types_of(ben)
    lobby.return_to_seat(game=table.game, asker=table.asker(0))
    tell_all()
    assert types_of(ann)[4:] == ["game.seat_returned", "game.decision_requested"]


def test_a_reminder_comes_once_when_half_of_the_time_is_gone(clock):
    table = new_game(person(), person(), time_control=per_move(4 * 3600, "house-bot"))
    tell_all()
    account = table.asker(0).account
    reminders.remind()
    assert "game.deadline_near" not in types_of(account)
    clock.advance(2 * 3600 + 1)
    assert reminders.remind() >= 1
    assert reminders.remind() == 0
    told = [one for one in feed_of(account) if one.type == "game.deadline_near"]
    assert len(told) == 1
    assert told[0].data["decision"] == table.decision()


def test_of_a_long_time_the_last_day_is_told(clock):
    table = new_game(person(), person(), time_control=per_move(14 * 86400, "house-bot"))
    account = table.asker(0).account
    clock.advance(12 * 86400)
    reminders.remind()
    assert types_of(account) == []
    clock.advance(86400 + 1)
    reminders.remind()
    assert types_of(account) == ["game.deadline_near"]


def test_no_reminder_comes_of_what_is_short_or_the_house_s_or_answered(clock):
    short = new_game(person(), person(), time_control=per_move(3599, "house-bot"))
    house = new_game("random", person(), time_control=per_move(7200, "house-bot"))
    answered = new_game(person(), person(), time_control=per_move(7200, "house-bot"))
    answered.play(1)
    clock.advance(3500)
    reminders.remind()
    assert types_of(short.asker(0).account) == []
    assert types_of(house.asker(1).account) == []
    assert types_of(answered.asker(0).account) == []


def test_more_reminders_than_a_page_come_in_one_run(clock, monkeypatch):
    monkeypatch.setattr("games.store.decisions.PAGE", 2)
    tables = [
        new_game(person(), person(), time_control=per_move(7200, "house-bot")) for _ in range(5)
    ]
    clock.advance(3601)
    reminders.remind()
    for table in tables:
        assert types_of(table.asker(0).account) == ["game.deadline_near"]


def test_nobody_is_told_of_games_that_are_not_theirs_and_no_house_bot_is():
    mallory = person()
    new_game(person(), "random")
    before = AccountEvent.objects.count()
    assert tell_all() > 0
    assert AccountEvent.objects.count() == before + 2
    assert types_of(mallory.account) == []


def test_it_takes_as_many_statements_for_many_games_as_for_few(django_assert_num_queries):
    for count in (1, 12):
        start = end_of_feed()
        for _ in range(count):
            new_game(person(), bot())
        events = feed.read(start, limit=500)
        with transaction.atomic(), django_assert_num_queries(6):  # with webhooks and mails
            account_feed.take(events)


def test_events_are_deleted_when_nobody_can_ask_for_them_any_more(clock):
    table = new_game(person(), bot())
    tell_all()
    account = table.asker(0).account
    # Other tests told of things under clocks of their own, and only the oldest are looked at.
    AccountEvent.objects.exclude(account=account).delete()
    clock.advance(30 * 86400)
    assert telling.forget_old() == 0
    assert len(feed_of(account)) == 2
    clock.advance(86400 + 1)
    assert telling.forget_old() > 0
    assert feed_of(account) == []


def test_what_is_too_old_is_not_told_any_more(clock):
    table = new_game(person(), bot())
    clock.advance(31 * 86400)
    tell_all()
    assert feed_of(table.asker(0).account) == []


def test_an_account_that_ends_takes_its_feed_along():
    from accounts.services import erasure
    from games.store import clock as database_clock

    table = new_game(person(), bot())
    tell_all()
    account = table.asker(0).account
    erasure.erase(Account.objects.get(id=account), now=database_clock.now())
    assert feed_of(account) == []


def test_every_type_is_described_and_every_event_that_has_a_meaning_is_one_that_there_is():
    assert set(EVENT_TYPES) == set(EventType)
    there_are = {one.__name__ for one in LIFECYCLE_EVENTS}
    assert set(account_feed.MEANINGS) <= there_are


def test_the_workers_run_it():
    assert account_feed.CONSUMER in feeds.CONSUMERS
