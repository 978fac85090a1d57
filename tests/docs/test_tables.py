"""Tables on the pages say what the code says."""

from config.errors import CATALOGUE
from games.engine.game import STATUS_GRAPH
from tests.docs.pages import DOCS, table


def test_the_errors_are_those_of_the_catalogue() -> None:
    rows = table(DOCS / "errors.md", "code")
    listed = {code: (int(status), again == "yes") for code, status, again, _ in rows}
    assert listed == {code: (kind.status, kind.retryable) for code, kind in CATALOGUE.items()}
    assert len(rows) == len(listed), "each code has one row"
    assert all(advice for *_, advice in rows)


def test_the_graph_of_statuses_is_that_of_the_engine() -> None:
    rows = table(DOCS / "status.md", "status")
    listed = {
        status: {one.strip() for one in leads_to.split(",")} - {"nothing"}
        for status, _, leads_to in rows
    }
    assert listed == {str(status): set(map(str, after)) for status, after in STATUS_GRAPH.items()}
