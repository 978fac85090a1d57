"""Tables on the pages say what the code says."""

import re

import herdbook
from herdbook import DecisionGoneError, HerdbookError

from accounts.event_types import EVENT_TYPES
from accounts.webhooks import schedule
from accounts.webhooks.posting import Failure
from config.errors import CATALOGUE
from games.engine.game import STATUS_GRAPH
from tests.docs.pages import DOCS, table


def test_the_errors_are_those_of_the_catalogue() -> None:
    rows = table(DOCS / "errors.md", "code")
    listed = {code: (int(status), again == "yes") for code, status, again, _ in rows}
    assert listed == {code: (kind.status, kind.retryable) for code, kind in CATALOGUE.items()}
    assert len(rows) == len(listed), "each code has one row"
    assert all(advice for *_, advice in rows)


def test_the_classes_of_errors_are_those_of_the_library() -> None:
    rows = table(DOCS / "errors.md", "class")
    families: dict[str, str] = {}
    for status, kind in sorted(HerdbookError.by_status.items()):
        listed = families.get(kind.__name__)
        families[kind.__name__] = f"{listed}, {status}" if listed else str(status)
    assert families.items() <= dict(rows).items()
    beside = {name for name, _ in rows} - set(families)
    assert beside == {"ConnectionFailedError", "UnexpectedAnswerError"}
    assert all(hasattr(herdbook, name) for name, _ in rows)


def test_a_class_of_one_code_has_its_name_as_the_page_says() -> None:
    for code, kind in HerdbookError.by_code.items():
        name = "".join(word.capitalize() for word in code.removeprefix("idempotency_").split("_"))
        assert kind.__name__ in {f"{name}Error", f"Key{name}Error"}
        assert hasattr(herdbook, kind.__name__)
    gone = {
        code for code, kind in HerdbookError.by_code.items() if issubclass(kind, DecisionGoneError)
    }
    page = (DOCS / "errors.md").read_text()
    (said,) = [line for line in page.splitlines() if "`DecisionGoneError` stands for" in line]
    assert gone == set(re.findall(r"`(\w+)`", said.partition("`DecisionGoneError`")[2]))


def test_what_accounts_are_told_is_what_the_list_of_types_says() -> None:
    assert dict(table(DOCS / "inbox.md", "type")) == {
        str(one): described.text for one, described in EVENT_TYPES.items()
    }


def test_the_graph_of_statuses_is_that_of_the_engine() -> None:
    rows = table(DOCS / "status.md", "status")
    listed = {
        status: {one.strip() for one in leads_to.split(",")} - {"nothing"}
        for status, _, leads_to in rows
    }
    assert listed == {str(status): set(map(str, after)) for status, after in STATUS_GRAPH.items()}


def test_the_failures_of_webhooks_are_those_there_are() -> None:
    rows = table(DOCS / "webhooks.md", "failure")
    assert sorted(code for code, _ in rows) == sorted(Failure)


def test_the_pauses_between_attempts_are_those_that_are_made() -> None:
    units = {"seconds": 1, "minutes": 60, "hours": 3600}
    rows = table(DOCS / "webhooks.md", "attempt")
    listed = {}
    for attempt, pause in rows:
        number, unit = pause.split()
        listed[int(attempt)] = int(number) * units[unit]
    made = {tries + 2: int(one.total_seconds()) for tries, one in enumerate(schedule.DELAYS)}
    assert listed == made
