"""Nobody can use up the mails by which somebody else resets a password, or fill their post with them."""

import itertools

import pytest
from django.test import Client

from accounts import clock as database_clock
from accounts.mails import sending
from accounts.mails.models import Mail
from accounts.mails.own_letters import RESET_PATH
from accounts.networks import noting
from accounts.services import passwords
from tests.accounts.people import fresh_address
from tests.cast import Caller
from tests.mails.confirming import confirmed, last_code


@pytest.fixture(autouse=True)
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def _resets(player, address=None, times=1):
    """Ask as often from one address; return how many mails there are by then."""
    caller = Caller(client=Client(REMOTE_ADDR=address or fresh_address()))
    for _ in range(times):
        assert caller.post("/password-resets", {"name": player.name}).status_code == 202
    return _sent(player)


def _sent(player):
    return Mail.objects.filter(account=player.account, kind="reset").count()


def test_the_owner_gets_through_at_home_whatever_strangers_have_used_up(box, clock):
    ann, address = confirmed(box)
    for _ in range(12):
        _resets(ann)
        clock.advance(20 * 60)
    assert _resets(ann) == passwords.A_DAY
    at_home = "203.0.113.77"
    noting.note(ann.account, "203.0.113.5", now=database_clock.now())
    assert _resets(ann, at_home) == passwords.A_DAY + 1
    sending.send_due()
    assert len(box.to(address)) == passwords.A_DAY + 2  # with the one that confirmed it
    # Nor can somebody else who is there have more than a few.
    for _ in range(12):
        clock.advance(20 * 60)
        _resets(ann, at_home)
    assert _sent(ann) == passwords.A_DAY + passwords.EACH


def test_one_address_uses_up_half_of_the_mails(box, clock):
    ann, _ = confirmed(box)
    thief = fresh_address()
    for _ in range(10):
        _resets(ann, thief, times=3)
        clock.advance(20 * 60)
    assert _sent(ann) == passwords.EACH
    assert _resets(ann) == passwords.EACH + 1


def test_nobody_is_kept_out_for_longer_than_half_a_day(box, clock):
    """However many ask all the time, from wherever; and an account gets seven a day by that."""
    ann, _ = confirmed(box)
    sent: list[float] = []
    for step in range(3 * 72):
        if _resets(ann) > len(sent):
            sent.append(step / 3)
        clock.advance(20 * 60)
    waits = [later - one for one, later in itertools.pairwise(sent)]
    assert max(waits) <= passwords.HOURS + 0.5
    assert max(sum(one <= other < one + 24 for other in sent) for one in sent) <= 7


def test_the_mail_that_another_has_asked_for_is_good_for_the_owner(box):
    ann, address = confirmed(box)
    _resets(ann)
    code = last_code(box, address, RESET_PATH)
    use = {"code": code, "password": "five cows in a row"}
    assert Caller().post("/password-resets/use", use).status_code == 204


def test_who_asked_is_kept_as_a_hash_alone(box):
    ann, _ = confirmed(box)
    _resets(ann, "203.0.113.200")
    assert "203.0.113" not in str(list(Mail.objects.filter(account=ann.account).values_list()))
