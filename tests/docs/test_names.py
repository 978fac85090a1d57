"""What the pages name is there: files, endpoints, settings, targets of make."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from config.meta import NowhereView
from tests.docs.pages import DOCS, ROOT, name_of, pages, prose

SETTINGS = (DOCS / "settings.md").read_text()
OF_CLIENTS = {"HERDBOOK_URL", "HERDBOOK_TOKEN"}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
FOLDERS = "|".join(path.name for path in ROOT.iterdir() if path.is_dir())
OURS = [page for page in pages() if page != DOCS / "settings.md"]
each_page = pytest.mark.parametrize("page", OURS, ids=name_of)


def codes(page: Path) -> list[str]:
    """Return what stands in backticks."""
    return re.findall(r"`([^`\n]+)`", prose(page))


@each_page
def test_files_and_folders_exist(page: Path) -> None:
    named = [one for one in codes(page) if re.fullmatch(rf"(?:{FOLDERS})/[\w./-]*", one)]
    assert [one for one in named if not (ROOT / one).exists()] == []


@each_page
def test_endpoints_exist(page: Path) -> None:
    for code in codes(page):
        for method, path in re.findall(r"\b(GET|POST|PUT|PATCH|DELETE) (/[\w/{}.-]*)", code):
            found = resolve("/api/v1" + re.sub(r"\{\w+\}", "x", path).rstrip("/"))
            view = found.func.view_class  # type: ignore[attr-defined]  # all views of the API are classes
            assert view is not NowhereView, f"{method} {path}"
            assert hasattr(view, method.lower()), f"{method} {path}"


@each_page
def test_settings_exist(page: Path) -> None:
    named = set(re.findall(r"\bHERDBOOK_[A-Z_]*[A-Z]\b", page.read_text())) - OF_CLIENTS
    assert {one for one in named if f"| `{one}` |" not in SETTINGS} == set()


@each_page
def test_targets_of_make_exist(page: Path) -> None:
    named = set(
        re.findall(r"(?:^|`|\$ )(?:[A-Z_]+=\S+ )*make ([a-z-]+)", page.read_text(), re.MULTILINE)
    )
    assert named <= TARGETS


@each_page
def test_links_between_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)", prose(page))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_decisions_are_numbered_without_a_hole_and_have_their_parts() -> None:
    records = sorted((DOCS / "adr").glob("0*.md"))
    assert [int(path.name[:4]) for path in records] == list(range(1, len(records) + 1))
    index = (DOCS / "adr" / "index.md").read_text()
    for path in records:
        headings = re.findall(r"^## (.+)$", path.read_text(), re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences"], path.name
        assert f"]({path.name})" in index
