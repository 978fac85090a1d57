"""Every block of code on every page is run as it stands, against a real server."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, RUN, SHOWN, Block, blocks, name_of, pages

SECONDS = 240
"""For one page, on a busy machine."""
BORDER = "\x1e"
"""Printed before each block, so that what they print can be told apart."""
RUN_ELSEWHERE = (DOCS / "write-a-bot.md", DOCS / "backup.md", DOCS / "feeds.md")
"""`test_write_a_bot` looks at what is printed, `test_backup` has a second server, and what
`test_feeds` runs is a part of the server itself."""
RUNNABLE = [page for page in pages() if any(block.is_run for block in blocks(page))]


def script_of(run: list[Block]) -> str:
    """Return one shell script of all blocks of a page; Python gets its block on standard input."""
    lines = ["set -euo pipefail"]
    for block in run:
        lines.append(f"printf '{BORDER}line %s\\n' {block.line}")
        if block.language == "python":
            lines += ["python3 -W error - <<'END OF THE BLOCK'", block.text + "END OF THE BLOCK"]
        else:
            lines.append(block.text)
    return "\n".join(lines)


def pattern(prints: str) -> str:
    """Return the expression for what a page says a block prints."""
    return ".*?".join(re.escape(part) for part in prints.strip().split("…"))


@pytest.mark.skipif(  # a bare Debian has no curl, and the pages are for who has
    shutil.which("curl") is None, reason="the page needs curl, a bare Debian has none"
)
@pytest.mark.parametrize("page", [p for p in RUNNABLE if p not in RUN_ELSEWHERE], ids=name_of)
def test_a_page_does_what_it_says(page: Path, live_url: str, tmp_path: Path) -> None:
    run = [block for block in blocks(page) if block.is_run]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", script_of(run)],
        cwd=tmp_path,
        env={"PATH": path, "HOME": str(tmp_path), "HERDBOOK_URL": live_url},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    assert ran.stderr == ""
    printed = [part.partition("\n")[2] for part in ran.stdout.split(BORDER)[1:]]
    for block, found in zip(run, printed, strict=True):
        if block.prints is not None:
            assert re.fullmatch(pattern(block.prints), found.strip(), re.DOTALL), (
                f"{name_of(page)}, line {block.line}, prints:\n{found}"
            )


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_a_block_says_whether_it_is_run(page: Path) -> None:
    for block in blocks(page):
        assert block.language in {*RUN, *SHOWN}, f"{name_of(page)}, line {block.line}"
    # A fence of another form, or one inside a list, would not be found and so never be run.
    fences = re.findall(r"^\s*(?:```|~~~)", page.read_text(), re.MULTILINE)
    assert len(fences) == 2 * len(blocks(page))


def test_there_is_something_to_run() -> None:
    assert len(RUNNABLE) > 5
