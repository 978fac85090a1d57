"""Who stands out among those who were measured, and a case that staff opens because of it."""

import io
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Account
from accounts.moderation import cases
from accounts.moderation.actors import Actor
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Report
from accounts.moderation.errors import BadOrderError, ConflictOfInterestError, NotPermittedError
from accounts.moderation.reports import digest
from accounts.moderation.roles import Role
from accounts.networks import noting
from games.engine.signs.witness import Kind
from games.models import Suspicion
from games.services.moderation.signs import suspicions
from games.services.moderation.signs.opening import open_case
from games.services.moderation.signs.suspicions import MOST_TELLING, evidence, of_account
from games.store import clock
from tests.moderation.signs.tables import fresh_scope, measured, suspicion_of
from tests.moderation.staff import audited, open_staff
from tests.services.table import person


@pytest.fixture
def pair(database):
    """Two who spare each other and nobody else, and somebody whom both have met."""
    one, other, third = (person().account for _ in range(3))
    asked = {"game": uuid4(), "scope": fresh_scope()}
    for account in (one, other):
        measured(account, third, [0.5, -0.5, 0.2, -0.2] * 20, **asked)
        measured(third, account, [0.4, -0.4, 0.1, -0.1] * 20, **asked)
    for giver, receiver in ((one, other), (other, one)):
        measured(giver, receiver, [0.5, 0.3, 0.45, 0.4] * 10, **asked)
    return one, other, third


def test_those_who_spare_each_other_come_before_those_who_do_not(pair):
    one, other, third = pair
    assert suspicion_of(one, other).score > 10 > suspicion_of(one, third).score
    assert [found.score for found in of_account(one)] == sorted(
        (found.score for found in of_account(one)), reverse=True
    )


def test_every_line_has_its_baseline_and_how_many_signs_there_are(pair):
    one, other, _ = pair
    found = evidence(suspicion_of(one, other))
    assert {by for by, _ in found.lines} == {one, other}
    for _, line in found.lines:
        assert (line.count, line.others) == (40, 80)
        assert line.mean > line.baseline
    assert found.score == pytest.approx(sum(line.points for _, line in found.lines), abs=0.01)
    assert len(found.telling) == MOST_TELLING
    assert all(move["value"] == 0.5 for move in found.telling)


def test_scores_that_stand_first_do_not_grow_old(pair):
    found = suspicion_of(*pair[:2])
    Suspicion.objects.filter(id=found.id).update(
        score=1e9, scored_at=clock.now() - timedelta(hours=2)
    )
    assert suspicions.refresh(now=clock.now()) > 0
    assert suspicion_of(*pair[:2]).score == found.score
    Suspicion.objects.filter(id=found.id).update(score=1e9)
    suspicions.refresh(now=clock.now())
    assert suspicion_of(*pair[:2]).score == 1e9  # scored a moment ago
    Suspicion.objects.filter(id=found.id).update(score=found.score)


def test_a_case_is_opened_with_the_evidence_frozen_and_a_row_of_the_audit_log(pair):
    one, other, third = pair
    moderator, found = open_staff(), suspicion_of(one, other)
    case = open_case(
        actor=moderator,
        suspicion=found.id,
        is_second=found.second_id == other,
        breach=Breach.CHEATING,
        reason="They never hurt each other.",
        note="Look at the three last games.",
        now=clock.now(),
    )
    assert (case.subject_id, case.breach, case.game) == (other, "cheating", None)
    [report] = Report.objects.filter(case=case)
    assert report.reporter is None
    assert report.evidence["score"] == evidence(found).score
    assert report.evidence_hash == digest(report.evidence)
    [row] = audited("case", case.id)
    assert (row.action, row.reason, row.actor) == (
        "case.open",
        "They never hurt each other.",
        moderator.account,
    )
    assert row.after is not None
    assert row.after["subject"] == str(other)
    measured(one, third, [0.0] * 9, game=uuid4(), scope=fresh_scope())
    assert Report.objects.get(id=report.id).evidence == report.evidence
    claimed = cases.claim(actor=moderator, case=case.id, now=clock.now())
    assert claimed.claimed_by_id == moderator.account


def test_another_look_at_the_same_joins_the_case(pair):
    found = suspicion_of(*pair[:2])
    asked = {
        "suspicion": found.id,
        "is_second": False,
        "breach": Breach.MULTIPLE_ACCOUNTS,
        "reason": "One hand.",
        "now": clock.now(),
    }
    case = open_case(actor=open_staff(), **asked)
    assert open_case(actor=open_staff(), **asked).id == case.id
    assert Report.objects.filter(case=case).count() == 2


def test_nothing_happens_to_an_account_by_itself(pair):
    """Its score says where to look: no case, no sanction, no news."""
    from accounts.models import AccountEvent
    from accounts.moderation.case_models import Case
    from accounts.moderation.models import Sanction

    for account in pair:
        assert not Case.objects.filter(subject=account).exists()
        assert not Sanction.objects.filter(account=account).exists()
        assert not AccountEvent.objects.filter(account=account).exists()


def test_who_may_not_work_on_cases_or_is_one_of_the_pair_opens_none(pair):
    one, other, _ = pair
    found = suspicion_of(one, other)
    asked = {"suspicion": found.id, "is_second": False, "breach": Breach.CHEATING}
    with pytest.raises(NotPermittedError):
        open_case(actor=open_staff(Role.OPERATOR), reason="So.", now=clock.now(), **asked)
    with pytest.raises(BadOrderError):
        open_case(actor=open_staff(), reason=" ", now=clock.now(), **asked)
    moderator = open_staff()
    assert moderator.account is not None
    measured(moderator.account, other, [0.5] * 10, game=uuid4(), scope=fresh_scope())
    own = suspicion_of(moderator.account, other)
    with pytest.raises(ConflictOfInterestError):
        open_case(
            actor=Actor.of(Account.objects.get(id=moderator.account)),
            reason="So.",
            now=clock.now(),
            **{**asked, "suspicion": own.id},
        )


def run(*words):
    said = io.StringIO()
    call_command("signals", *words, stdout=said)
    return said.getvalue()


def test_the_command_lists_pairs_and_explains_one(pair):
    one, other, third = (Account.objects.get(id=account).name for account in pair)
    listed = run(one)
    lines = [line for line in listed.splitlines() if one in line]
    assert other in lines[0]
    assert third in lines[1]
    explained = run(one, other)
    assert "spared" not in explained  # it is said in words
    assert "better off" in explained
    assert "40" in explained
    assert run("--most", "1").count("\n") >= 3
    with pytest.raises(CommandError, match="played no game together"):
        run(one, "nobody-of-this-name")
    with pytest.raises(CommandError, match="two accounts at most"):
        run(one, other, third)


def test_a_network_that_two_share_and_no_other_they_have_met_is_a_line(pair):
    """A44"""
    one, other, third = pair
    address = f"2001:db8:{uuid4().hex[:4]}::/64"
    for account in (one, other):
        noting.note(account, address, now=clock.now())
    found = evidence(suspicion_of(one, other))
    [(_, line)] = [row for row in found.lines if row[1].kind is Kind.NETWORK]
    assert (line.baseline, line.others) == (0.0, 1)
    noting.note(third, address, now=clock.now())
    found = evidence(suspicion_of(one, other))
    [(_, line)] = [row for row in found.lines if row[1].kind is Kind.NETWORK]
    assert line.baseline == 1.0
    assert line.points == 0


def test_of_a_bot_and_its_owner_one_network_says_nothing(pair):
    one, other, _ = pair
    Account.objects.filter(id=other).update(owner=one, kind=Account.Kind.BOT)
    address = f"2001:db8:{uuid4().hex[:4]}::/64"
    for account in (one, other):
        noting.note(account, address, now=clock.now())
    lines = evidence(suspicion_of(one, other)).lines
    assert all(line.kind is not Kind.NETWORK for _, line in lines)
