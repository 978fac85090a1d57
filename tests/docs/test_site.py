"""The documentation builds as a site that needs nothing from the net."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_it_loads_nothing_from_elsewhere(site: Path) -> None:
    loading = re.compile(
        r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>"
    )
    for page in site.rglob("*.html"):
        assert loading.findall(page.read_text()) == [], page


def test_files_for_production_come_with_it(site: Path) -> None:
    assert (site / "deploy" / "nginx.conf").is_file()
