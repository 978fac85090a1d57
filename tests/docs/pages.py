"""The pages of the documentation, and the code in them."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RUN = ("bash", "python")
"""Languages of blocks that are run as they stand."""
OUTPUT = "text"
"""A block of this language right behind one that is run is what that one prints."""
SHOWN = ("text", "console", "ini", "json", "nginx", "sql")
"""Languages of blocks that are only looked at."""
_FENCE = re.compile(
    r"^```(?P<language>\S*)(?: title=\"(?P<title>[^\"\n]+)\")?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of code."""

    language: str
    text: str
    line: int
    """Where it begins on its page."""
    title: str | None = None
    """The name of the file that it is; such a block is no program of its own."""
    prints: str | None = None
    """What the page says it prints; `…` stands for whatever is there."""

    @property
    def is_run(self) -> bool:
        return self.language in RUN and self.title is None


def pages() -> list[Path]:
    """Return every page there is, the ones at the top of the checkout included."""
    top = [path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"]
    return [*top, *sorted(DOCS.rglob("*.md"))]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    source = page.read_text()
    found: list[Block] = []
    last_end = -1
    for match in _FENCE.finditer(source):
        language, text = match["language"], match["text"]
        line = source.count("\n", 0, match.start()) + 1
        if (
            found
            and found[-1].is_run
            and language == OUTPUT
            and not source[last_end : match.start()].strip()
        ):
            before = found.pop()
            found.append(Block(before.language, before.text, before.line, prints=text))
        found.append(Block(language, text, line, title=match["title"]))
        last_end = match.end()
    return found


def prose(page: Path) -> str:
    """Return a page without its blocks."""
    return _FENCE.sub("", page.read_text())


def table(page: Path, heading: str) -> list[list[str]]:
    """Return the rows of the table whose first column has this heading, without backticks."""
    lines = page.read_text().splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows: list[list[str]] = []
    for line in lines[begin + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows
