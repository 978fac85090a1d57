"""`docs/settings.md` is the one table of variables: what is read is in it, and nothing else."""

import re

from config.stack.state import CHECKOUT

# `environ` alone is a request's, of WSGI.
_READ = re.compile(r"(?:env\.[a-z_]+|os\.environ\.get)\(\s*\"([A-Z_]+)\"")
_ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)


def test_every_variable_that_is_read_is_in_the_table_once() -> None:
    sources = [
        path
        for folder in ("config", "accounts", "games", "bots")
        for path in (CHECKOUT / folder).rglob("*.py")
        if "client" not in path.parts
    ]
    read = {name for path in sources for name in _READ.findall(path.read_text())}
    rows = _ROW.findall((CHECKOUT / "docs/settings.md").read_text())

    assert sorted(rows) == sorted(read)
