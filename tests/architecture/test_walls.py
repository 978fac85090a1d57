"""What the import contracts cannot see: who names the tables of history, who has late messages."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = [
    path
    for package in ("accounts", "bots", "config", "games")
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
]
TABLE = re.compile(r"\b(FROM|JOIN|INTO|UPDATE|TABLE)\s+(public\.)?event\b")
COUNTDOWN = re.compile(r"\b(countdown|eta)\s*=")


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_only_the_store_touches_the_event_table():
    outside = [
        named(path)
        for path in OURS
        if not named(path).startswith("games/store/")
        and (TABLE.search(path.read_text()) or "import Event\n" in _store_imports(path))
    ]
    assert outside == []


def _store_imports(path: Path) -> str:
    lines = path.read_text().splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith("from games.store.models"))


def test_only_the_doorbell_sends_messages_for_later():
    """F02: deadlines live in PostgreSQL; the one countdown is of at most ten seconds."""
    from bots.receivers import MAX_COUNTDOWN

    users = {named(path) for path in OURS if COUNTDOWN.search(path.read_text())}
    assert users == {"bots/doorbell.py", "bots/receivers.py"}
    assert MAX_COUNTDOWN <= 10


def test_no_file_has_a_name_that_says_nothing():
    empty = {"utils", "helpers", "common", "core", "manager"}
    assert [named(path) for path in OURS if path.stem in empty] == []
