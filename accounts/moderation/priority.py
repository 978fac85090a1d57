"""Which case comes first: a number, and each line of it in words for whoever works on it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count

from accounts.moderation.breaches import SEVERITY, Breach
from accounts.moderation.case_models import Case, Report
from accounts.moderation.models import Sanction

EACH_FURTHER_REPORT, MOST_OF_REPORTS = 10, 30
MOST_OF_ACCURACY = 20
"""Points for reporters who were always right, and taken off for those who never were."""
EACH_SANCTION, MOST_OF_SANCTIONS = 10, 30
MOST_OF_AGE = 48
"""One point an hour up to two days, so that nothing waits for ever."""
_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Line:
    """One reason, and what it counts."""

    text: str
    points: int


@dataclass(frozen=True)
class Priority:
    """How urgent a case is: the sum of its lines."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


def explained(cases: Sequence[Case], *, now: datetime) -> Mapping[UUID, Priority]:
    """Return the priority of each case, in three queries for all of them."""
    reporters: dict[UUID, list[UUID | None]] = defaultdict(list)
    rows = Report.objects.filter(case__in=cases).values_list("case", "reporter")
    for of, reporter in rows:
        reporters[of].append(reporter)
    known = {one for listed in reporters.values() for one in listed if one is not None}
    records = _records(known)
    sanctioned = _sanctions({case.subject_id for case in cases if case.subject_id is not None})
    found: dict[UUID, Priority] = {}
    for case in cases:
        listed = reporters[case.id]
        lines = (
            Line(f"severity of {case.breach}", SEVERITY[Breach(case.breach)]),
            _of_reports(len(listed)),
            _of_accuracy([records[one] for one in listed if one is not None]),
            _of_sanctions(0 if case.subject_id is None else sanctioned[case.subject_id]),
            _of_age(case.created_at, now),
        )
        found[case.id] = Priority(lines)
    return found


def _records(reporters: set[UUID]) -> dict[UUID, tuple[int, int]]:
    """Return how many earlier reports of each were right, and how many were judged."""
    found = dict.fromkeys(reporters, (0, 0))
    rows = Report.objects.filter(reporter__in=reporters, case__closed_at__isnull=False)
    counted = rows.values("reporter", "case__outcome").annotate(number=Count("id"))
    for reporter, outcome, number in counted.values_list("reporter", "case__outcome", "number"):
        right, judged = found[reporter]
        is_right = outcome == Case.Outcome.ACTION_TAKEN
        found[reporter] = (right + number * is_right, judged + number)
    return found


def _sanctions(subjects: set[UUID]) -> Counter[UUID]:
    rows = Sanction.objects.filter(account__in=subjects, lifted_at__isnull=True)
    return Counter(rows.values_list("account", flat=True))


def _of_reports(number: int) -> Line:
    points = min(EACH_FURTHER_REPORT * max(number - 1, 0), MOST_OF_REPORTS)
    return Line(f"reports: {number}", points)


def _of_accuracy(records: Sequence[tuple[int, int]]) -> Line:
    """Rate reporters by what came of earlier reports; of who has none nothing is assumed."""
    right, judged = sum(one[0] for one in records), sum(one[1] for one in records)
    share = (right + 1) / (judged + 2)
    text = f"reporters were right in {right} of {judged} earlier reports"
    return Line(text, round(MOST_OF_ACCURACY * (2 * share - 1)))


def _of_sanctions(number: int) -> Line:
    points = min(EACH_SANCTION * number, MOST_OF_SANCTIONS)
    return Line(f"sanctions so far: {number}", points)


def _of_age(since: datetime, now: datetime) -> Line:
    hours = max((now - since) // _HOUR, 0)
    return Line(f"open for {hours} hours", min(hours, MOST_OF_AGE))
