"""Many moderators at one case, and many reports of one thing."""

from functools import partial

import pytest

from accounts import clock
from accounts.moderation import cases
from accounts.moderation.case_models import Case, Report
from accounts.moderation.errors import CaseClaimedError
from accounts.moderation.models import AuditEntry
from tests.accounts.people import open_person
from tests.concurrency.racing import answers, errors
from tests.moderation.reporting import case_of, send
from tests.moderation.staff import open_staff
from tests.tables import seated


def _claim(actor, case):
    return cases.claim(actor=actor, case=case, now=clock.now())


def test_of_fifty_who_claim_a_case_one_has_it_and_all_others_learn_who(fifty):
    """A49"""
    ann, ben = open_person(), open_person()
    case = case_of(send(ann, "cheating", game=seated(ann, ben), player=ben.name))
    staff = [open_staff() for _ in range(50)]
    finishes = fifty.race([partial(_claim, one, case.id) for one in staff])
    (won,) = answers(finishes)
    holder = next(one for one in staff if one.account == won.claimed_by_id)
    lost = errors(finishes)
    assert len(lost) == 49
    for error in lost:
        assert isinstance(error, CaseClaimedError)
        assert (error.holder, error.until) == (holder.name, won.claimed_until)
    assert AuditEntry.objects.filter(case=case.id).count() == 1


def test_reports_that_come_together_are_one_case(sixteen):
    ann, ben = open_person(), open_person()
    game = seated(ann, ben)
    people = [open_person() for _ in range(16)]
    finishes = sixteen.race(
        [partial(send, one, "cheating", game=game, player=ben.name) for one in people]
    )
    assert errors(finishes) == []
    case = Case.objects.get(subject=ben.account)
    assert Report.objects.filter(case=case).count() == 16


def test_one_account_that_reports_twice_at_once_has_one_report(sixteen):
    ann, ben = open_person(), open_person()
    game = seated(ann, ben)
    body = {"kind": "cheating", "text": "x", "game": game, "player": ben.name}
    finishes = sixteen.race([partial(ann.post, "/reports", body) for _ in range(8)])
    statuses = sorted(one.status_code for one in answers(finishes))
    assert statuses == [201] + [422] * 7
    assert Report.objects.filter(reporter=ann.account).count() == 1


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
