"""What mails say: as things are when they are sent, and no card."""

from datetime import timedelta

import pytest

from accounts.mails import digests, sending
from accounts.models import Account
from accounts.services import profile
from games.engine.clocks import parse_time_control
from games.engine.seats import Seat
from games.services import creating, lobby, reminders
from games.services.creating import WantedSeat
from games.services.letters.wording import length_text, time_control_lines
from tests.mails.postbox import mails_of, reader, text_of
from tests.services.account_feeds import tell_all
from tests.services.table import new_game, per_move, person

CONTROL = {
    "kind": "bank",
    "allowance": 86_400,
    "bank": 3 * 86_400,
    "on_expiry": "forfeit",
    "weekend_pause": "Europe/Berlin",
    "vacation": False,
    "pause_budget": {"seat": 7200, "game": 3 * 86_400},
}
LINES = (
    "1 day for each decision, and 3 days in each seat's bank.",
    "When time is up, the seat loses.",
    "Clocks stand still at weekends, by the time of Europe/Berlin.",
    "Deadlines wait for the end of a player's quiet hours.",
    "Vacations stop no clock.",
    "Each seat may pause the game for 2 hours, all together 3 days.",
)
FISCHER = (
    "3 days on each clock at the start, 1 day more with each decision, never more than 7 days."
)


def test_a_turn_names_the_game_its_deadline_in_the_reader_s_zone_and_the_time_control(clock, box):
    """A26."""
    asker, other = reader(time_zone="Asia/Tokyo"), person()
    table = new_game(asker, other, time_control=CONTROL)
    tell_all()
    clock.advance(400)
    sending.send_due()
    (message,) = box.of(asker.account)
    assert message["Subject"] == f"Your turn: Mow with {other.name}"
    text = text_of(message)
    assert "(Asia/Tokyo)" in text
    assert str(table.game) in text
    for line in LINES:
        assert line in text


def test_a_turn_says_what_is_so_when_it_is_sent(clock, box):
    asker = reader()
    new_game(asker, person(), time_control=per_move(4 * 3600, "house-bot"))
    tell_all()
    clock.advance(3 * 3600)
    sending.send_due()
    (message,) = box.of(asker.account)
    assert "59 minutes" in text_of(message)


def test_a_deadline_says_how_much_is_left(clock, box):
    """S64."""
    asker = reader("deadlines")
    new_game(asker, person(), time_control=per_move(4 * 3600, "house-bot"))
    clock.advance(2 * 3600 + 1)
    reminders.remind()
    sending.send_due()
    (message,) = box.of(asker.account)
    assert message["Subject"].startswith("1 hour 59 minutes left: Mow with ")


def test_an_invitation_shows_the_time_control_before_it_is_accepted(clock, box):
    """A26."""
    asker, maker = reader(), person()
    creating.create_game(
        asker=maker,
        ruleset="mow",
        seats=[WantedSeat(kind="me"), WantedSeat(kind="invite", account=asker.name)],
        options={},
        time_control=CONTROL,
    )
    tell_all()
    sending.send_due()
    (message,) = box.of(asker.account)
    assert message["Subject"] == f"{maker.name} invites you to Mow"
    for line in LINES:
        assert line in text_of(message)


def test_an_end_says_who_won(box):
    loser, winner = reader(), reader()
    table = new_game(loser, winner)
    lobby.resign(game=table.game, asker=loser)
    tell_all()
    sending.send_due()
    assert "you lost" in text_of(box.of(loser.account)[-1])
    assert "you won" in text_of(box.of(winner.account)[-1])


def test_a_mail_says_how_to_stop_them(box):
    asker = reader("game_over")
    lobby.resign(game=new_game(asker, person()).game, asker=asker)
    tell_all()
    sending.send_due()
    (message,) = box.of(asker.account)
    address = message["List-Unsubscribe"].strip(" <>")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert address in text_of(message)


def test_no_mail_has_a_card(clock, box):
    askers = [reader(), reader()]
    table = new_game(*askers, time_control=per_move(4 * 3600, "house-bot"))
    rules, state = table.state.game_rules, table.state.rules_state
    hands = [rules.observe(state, seat).table()["hand"] for seat in (Seat(0), Seat(1))]
    cards = set(hands[0]) | set(hands[1])
    assert len(cards) > 5
    clock.advance(2 * 3600 + 1)
    reminders.remind()
    tell_all()
    sending.send_due()
    words = {word.strip(".,;:*()") for _, message in box.got for word in text_of(message).split()}
    assert words
    assert words.isdisjoint(cards)


def with_digest(hour: int, zone: str):
    asker = reader()
    profile.change_profile(
        Account.objects.get(id=asker.account),
        changes={
            "time_zone": zone,
            "notifications": {"your_turn": False, "digest": True, "digest_hour": hour},
        },
    )
    return asker


@pytest.mark.parametrize("zone", ["Europe/Vienna", "Pacific/Kiritimati"])
def test_the_digest_comes_once_a_day_and_lists_what_is_owed_and_what_ended(clock, box, zone):
    asker = with_digest(8, zone)
    other = person()
    new_game(asker, other, time_control=per_move(14 * 86_400, "house-bot"))
    over = new_game(asker, person())
    clock.advance(86_400)
    lobby.resign(game=over.game, asker=asker)
    tell_all()
    for _ in range(2):
        digests.make_due()
        sending.send_due()
    message = box.of(asker.account)[-1]
    assert message["Subject"] == "1 game waits for you"
    assert f"Mow with {other.name}: " in text_of(message)
    assert f"({zone})" in text_of(message)
    assert "you lost" in text_of(message)
    assert [mail.kind for mail in mails_of(asker)].count("digest") == 1
    clock.advance(86_400)
    digests.make_due()
    assert [mail.kind for mail in mails_of(asker)].count("digest") == 2


def test_a_digest_without_anything_to_say_is_not_sent(clock, box):
    asker = with_digest(0, "UTC")
    clock.advance(86_400)
    digests.make_due()
    sending.send_due()
    assert box.of(asker.account) == []
    assert [mail.state for mail in mails_of(asker)] == ["dropped"]


@pytest.mark.parametrize(
    ("control", "line"),
    [
        ({"kind": "per_move", "seconds": 90}, "1 minute 30 seconds for each decision."),
        (
            {"kind": "fischer", "initial": 259_200, "increment": 86_400, "cap": 604_800},
            FISCHER,
        ),
        ({"kind": "none"}, "No decision has a deadline."),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_every_time_control_is_told_whole(control, line):
    """A26."""
    lines = time_control_lines(parse_time_control(control, rated_duel=False))
    assert lines[0] == line
    assert len(lines) == 6


def test_lengths_have_two_units_at_most():
    assert length_text(timedelta(days=1, hours=3, minutes=5)) == "1 day 3 hours"
    assert length_text(timedelta(days=2, minutes=5)) == "2 days"
    assert length_text(timedelta(seconds=-5)) == "no time"
