"""Cases: who may work on them, in which order, and what reporters are told (A49, S79)."""

from datetime import timedelta

import pytest
from django.conf import settings

from accounts import clock as database_clock
from accounts.models import Account, AccountEvent
from accounts.moderation import cases
from accounts.moderation.case_models import Case
from accounts.moderation.errors import (
    BadOrderError,
    CaseClaimedError,
    ConflictOfInterestError,
    NotClaimedError,
    NothingToDoError,
    NotPermittedError,
)
from accounts.moderation.priority import explained
from accounts.moderation.roles import Role
from tests.accounts.people import open_person
from tests.moderation.reporting import case_of, claim, close, send
from tests.moderation.staff import audited, impose, open_staff
from tests.services.account_feeds import feed_of
from tests.tables import seated


@pytest.fixture
def case(ann, ben) -> Case:
    return case_of(send(ann, "cheating", game=seated(ann, ben), player=ben.name))


def test_a_claim_keeps_others_away_until_it_runs_out(moderator, case, clock):
    """A49"""
    other = open_staff()
    held = claim(case, by=moderator)
    with pytest.raises(CaseClaimedError) as refusal:
        claim(case, by=other)
    assert (refusal.value.holder, refusal.value.until) == (moderator.name, held.claimed_until)
    assert moderator.name in str(refusal.value)
    clock.advance(settings.HERDBOOK_CASE_LEASE.total_seconds() + 1)
    with pytest.raises(NotClaimedError):
        close(case, by=moderator)
    assert claim(case, by=other).claimed_by_id == other.account


def test_claiming_again_prolongs_and_releasing_frees(moderator, case, clock):
    first = claim(case, by=moderator).claimed_until
    clock.advance(60)
    again = claim(case, by=moderator).claimed_until
    assert first is not None
    assert again is not None
    assert again - first >= timedelta(seconds=60)
    cases.release(actor=moderator, case=case.id, now=database_clock.now())
    other = open_staff()
    claim(case, by=other)
    with pytest.raises(NotClaimedError):
        cases.release(actor=moderator, case=case.id, now=database_clock.now())
    actions = [row.action for row in audited("case", case.id)]
    assert actions == ["case.claim", "case.claim", "case.release", "case.claim"]


def test_who_had_a_part_in_it_does_not_claim_it(ann, ben):
    """Nobody judges whose bot is seated, has reported or was reported."""
    judge = open_staff()
    account = Account.objects.get(name=judge.name)
    game = seated(ann, ben)
    case = case_of(send(ann, "cheating", game=game, player=ben.name))
    for involved in (ann.account, ben.account):
        Account.objects.filter(id=involved).update(kind="bot", owner=account)
        with pytest.raises(ConflictOfInterestError):
            claim(case, by=judge)
        Account.objects.filter(id=involved).update(kind="person", owner=None)
    assert claim(case, by=judge).claimed_by_id == judge.account


def test_a_case_about_oneself_is_for_others(ann):
    judge = open_staff()
    case = case_of(send(ann, "offensive_name", player=judge.name))
    with pytest.raises(ConflictOfInterestError):
        claim(case, by=judge)
    claim(case, by=open_staff())


@pytest.mark.parametrize("role", [Role.OPERATOR])
def test_only_who_may_works_on_cases(case, role):
    actor = open_staff(role)
    for attempt in (lambda: claim(case, by=actor), lambda: close(case, by=actor)):
        with pytest.raises(NotPermittedError):
            attempt()
    assert not audited("case", case.id)


def test_the_reporters_are_told_the_outcome_and_no_names(moderator, ann, ben):
    """S79"""
    game = seated(ann, ben)
    cat = open_person()
    sent = [send(by, "cheating", game=game, player=ben.name) for by in (ann, cat)]
    case = case_of(sent[0])
    with pytest.raises(NotClaimedError):
        close(case, by=moderator)
    claim(case, by=moderator)
    close(case, by=moderator)
    for player, report in zip((ann, cat), sent, strict=True):
        (told,) = [one for one in feed_of(player.account) if one.type == "report.answered"]
        assert told.data == {"report": report["id"], "outcome": "action_taken"}
        (shown,) = player.get("/reports").json()["items"]
        assert (shown["state"], shown["outcome"]) == ("closed", "action_taken")
    answered = AccountEvent.objects.filter(type="report.answered", account=ben.account)
    assert not answered.exists()
    (row,) = [one for one in audited("case", case.id) if one.action == "case.close"]
    assert row.after == {"outcome": "action_taken"}
    for attempt in (lambda: close(case, by=moderator), lambda: claim(case, by=moderator)):
        with pytest.raises(NothingToDoError):
            attempt()
    assert case_of(send(ann, "cheating", game=game, player=ben.name)) != case


def test_a_case_is_closed_with_a_reason(moderator, case):
    claim(case, by=moderator)
    with pytest.raises(BadOrderError):
        cases.close(
            actor=moderator,
            case=case.id,
            outcome=Case.Outcome.NO_BREACH,
            reason=" ",
            now=database_clock.now(),
        )


def test_the_priority_is_explained_line_by_line(moderator, ann, ben):
    """Severity, reports, accuracy of reporters, what was before, age."""
    now = database_clock.now()
    game = seated(ann, ben)
    case = case_of(send(ann, "cheating", game=game, player=ben.name))

    def lines(hours: float = 0) -> dict[str, int]:
        found = explained([case], now=now + timedelta(hours=hours))[case.id]
        assert found.total == sum(line.points for line in found.lines)
        return {line.text: line.points for line in found.lines}

    assert lines() == {
        "severity of cheating": 60,
        "reports: 1": 0,
        "reporters were right in 0 of 0 earlier reports": 0,
        "sanctions so far: 0": 0,
        "open for 0 hours": 0,
    }
    for player in (open_person(), open_person()):
        right = case_of(send(ann, "offensive_name", player=player.name))
        claim(right, by=moderator)
        close(right, by=moderator)
    impose(ben)
    send(open_person(), "cheating", game=game, player=ben.name)
    assert lines(5.5) == {
        "severity of cheating": 60,
        "reports: 2": 10,
        "reporters were right in 2 of 2 earlier reports": 10,
        "sanctions so far: 1": 10,
        "open for 5 hours": 5,
    }


def test_who_is_never_right_weighs_less_and_the_most_urgent_comes_first(moderator, ann, ben):
    liar, cat = open_person(), open_person()
    wrong = case_of(send(liar, "offensive_name", player=cat.name))
    claim(wrong, by=moderator)
    close(wrong, by=moderator, outcome=Case.Outcome.NO_BREACH)
    made = [
        case_of(send(by, "multiple_accounts", player=p.name)) for by, p in ((liar, ann), (cat, ben))
    ]
    grave = case_of(send(cat, "cheating", game=seated(ann, ben), player=ann.name))
    ordered = [one for one, _ in cases.by_priority(now=database_clock.now())]
    assert sorted([*made, grave], key=ordered.index) == [grave, made[1], made[0]]
    claim(grave, by=moderator)
    unclaimed = cases.by_priority(now=database_clock.now(), only_unclaimed=True)
    assert grave not in [one for one, _ in unclaimed]


def test_no_flood_of_small_reports_hides_a_grave_one(ann, ben, monkeypatch):
    for _ in range(3):
        send(ann, "offensive_name", player=open_person().name)
    grave = case_of(send(ann, "cheating", game=seated(ann, ben), player=ben.name))
    # Other tests may have left cases of this kind; there is room for no other.
    room = Case.objects.filter(breach="cheating", closed_at__isnull=True).count()
    monkeypatch.setattr(cases, "MOST_LISTED", room)
    assert grave in [one for one, _ in cases.by_priority(now=database_clock.now())]


def test_listing_cases_takes_a_fixed_number_of_queries(ann, ben, django_assert_num_queries):
    game = seated(ann, ben)
    for kind in ("cheating", "other"):
        send(ann, kind, game=game, player=ben.name)
    now = database_clock.now()
    with django_assert_num_queries(4):  # cases, reports, records, sanctions
        cases.by_priority(now=now)
