"""What somebody looks up is on the pages: endpoints, scopes, commands, settings, types."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from accounts.scopes import Scope
from games.engine.events import Cause
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.registry import all_rulesets
from tests.docs.pages import DOCS, ROOT, name_of, table

DOCUMENT = json.loads((DOCS / "openapi.json").read_text())
METHODS = {"get", "post", "put", "patch", "delete"}
OURS = ("accounts", "bots", "games", "config")


def endpoints() -> dict[str, Any]:
    return {
        f"{method.upper()} {path.removeprefix('/api/v1') or '/'}": operation
        for path, operations in DOCUMENT["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    }


def rows() -> dict[str, tuple[str, str]]:
    """Return what the page says of each request: the scope, and where it leads."""
    found = re.findall(
        r"^\| `([A-Z]+ /[^`]*)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$",
        (DOCS / "endpoints.md").read_text(),
        re.MULTILINE,
    )
    return {request: (scope, page) for request, scope, page in found}


def scope_of(operation: dict[str, Any]) -> str:
    security = operation.get("security", [])
    wanted = {scope for one in security for scope in one.get("bearer", [])}
    if not wanted:
        return "none"
    (scope,) = wanted
    return f"`{scope}`, or no token" if {} in security else f"`{scope}`"


def test_every_endpoint_is_listed_with_its_scope() -> None:
    listed = {request: scope for request, (scope, _) in rows().items()}
    assert listed.pop("POST /tokens") == "`account:write`, or name and password"
    expected = {request: scope_of(operation) for request, operation in endpoints().items()}
    del expected["POST /tokens"]
    assert listed == expected


def test_every_endpoint_leads_to_a_page_that_speaks_of_it() -> None:
    silent = []
    for request, (_, link) in rows().items():
        if link == "this page":
            continue
        page = re.search(r"\]\(([\w-]+\.md)", link)
        assert page is not None, request
        path = re.sub(r"\{\w+\}", "{}", request.partition(" ")[2])
        text = re.sub(r"\{\w+\}", "{}", (DOCS / page[1]).read_text())
        if not re.search(re.escape(path) + r"(?![\w/{])", text):
            silent.append(f"{request}: {page[1]}")
    assert silent == []


def test_every_scope_is_explained() -> None:
    named = {one for row, _ in table(DOCS / "tokens.md", "scope") for one in row.split(", ")}
    assert named == set(map(str, Scope))


def test_every_cause_is_explained() -> None:
    (row,) = [line for line in (DOCS / "log.md").read_text().splitlines() if "| `cause` |" in line]
    assert {str(one) for one in Cause} <= set(re.findall(r"`([\w-]+)`", row))


def test_every_event_is_explained_once() -> None:
    named = [one for row in table(DOCS / "log.md", "type") for one in row[0].split(", ")]
    assert sorted(named) == sorted({*named}), "a type stands in one row"
    assert {one.__name__ for one in LIFECYCLE_EVENTS} <= set(named)
    rulesets = all_rulesets()
    assert len(rulesets) >= 4
    for ruleset in rulesets:
        readme = ROOT / "games" / "rules" / ruleset.slug.replace("-", "_") / "README.md"
        assert name_of(readme) in (DOCS / "log.md").read_text()
        text = readme.read_text()
        assert [one for one in ruleset.event_types if f"`{one.__name__}`" not in text] == []


def test_every_command_of_ours_is_listed() -> None:
    commands = {name for name, app in get_commands().items() if str(app).partition(".")[0] in OURS}
    listed = {one for row in table(DOCS / "operate.md", "command") for one in row[0].split(", ")}
    assert {one.replace("-", "_") for one in listed} >= commands


def _pages_of(navigation: Any) -> list[str]:
    if isinstance(navigation, str):
        return [navigation]
    inside = navigation.values() if isinstance(navigation, dict) else navigation
    return [page for one in inside for page in _pages_of(one)]


def test_the_first_page_leads_to_every_other() -> None:
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]
    pages = {page for page in _pages_of(navigation) if "/" not in page} - {"index.md"}
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "index.md").read_text()))
    assert pages == linked
    assert pages == {path.name for path in DOCS.glob("*.md")} - {"index.md"}


@pytest.mark.parametrize("folder", ["config", "accounts", "games", "bots"])
def test_every_variable_that_is_read_is_listed(folder: str) -> None:
    settings = (DOCS / "settings.md").read_text()
    reads = re.compile(r"\benv\.\w+\(\s*\"([A-Z_]+)\"|environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"")
    read: set[str] = set()
    for path in Path(ROOT / folder).rglob("*.py"):
        if "management" not in path.parts:
            read |= {one or other for one, other in reads.findall(path.read_text())}
    own = {one for one in read if one.startswith(("HERDBOOK_", "DATABASE_", "CELERY_"))}
    assert {one for one in own if f"`{one}`" not in settings} == set()
