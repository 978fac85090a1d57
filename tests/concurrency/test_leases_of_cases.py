"""A claim that runs out while its holder closes the case, and another who claims it then."""

from functools import partial

from django.conf import settings

from accounts.moderation import cases
from accounts.moderation.case_models import Case
from accounts.moderation.errors import NotClaimedError, NothingToDoError
from accounts.moderation.models import AuditEntry
from tests.accounts.people import open_person
from tests.concurrency.racing import answers, crew, errors
from tests.moderation.reporting import case_of, claim, send
from tests.moderation.staff import open_staff


def test_of_who_closes_a_case_and_who_claims_it_as_the_lease_runs_out_one_does(database):
    """A49: whichever comes first, the other learns of it, and the audit log has both or one."""
    ann, first, second = open_person(), open_staff(), open_staff()
    with crew(2) as threads:
        for _ in range(10):
            case = case_of(send(ann, "other", player=open_person().name))
            until = claim(case, by=first).claimed_until
            assert until is not None
            before, after = until - settings.HERDBOOK_CASE_LEASE / 1000, until
            closing = partial(
                cases.close,
                actor=first,
                case=case.id,
                outcome=Case.Outcome.NO_BREACH,
                reason="Nothing.",
                now=before,
            )
            claiming = partial(cases.claim, actor=second, case=case.id, now=after)
            finishes = threads.race([closing, claiming])
            assert len(answers(finishes)) == 1
            (error,) = errors(finishes)
            row = Case.objects.get(id=case.id)
            done = list(AuditEntry.objects.filter(case=case.id).order_by("id"))
            assert len(done) == 2
            if row.closed_at is None:
                assert isinstance(error, NotClaimedError)
                assert row.claimed_by_id == second.account
            else:
                assert isinstance(error, NothingToDoError)
                assert (row.closed_by_id, row.claimed_until) == (first.account, None)
