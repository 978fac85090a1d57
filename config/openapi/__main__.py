"""`python -m config.openapi write`, `diff` or `release`: the committed document and its changes."""

import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_TOP = Path(__file__).parents[2]
COMMITTED = _TOP / "docs/openapi.json"
RELEASED = _TOP / "docs/openapi-released.json"
"""The document of the last release, which later ones must not break unnamed."""
CHANGELOG = _TOP / "CHANGELOG.md"


def write() -> int:
    """Make the document and write it."""
    django.setup()
    from config.openapi.document import as_text, generate

    COMMITTED.write_text(as_text(generate()), encoding="utf-8")
    return 0


def diff() -> int:
    """Print the breaking changes since the last release that the changelog does not name."""
    django.setup()
    from config.openapi.breaking import unnamed

    old, new = (json.loads(path.read_text(encoding="utf-8")) for path in (RELEASED, COMMITTED))
    found = unnamed(old, new, CHANGELOG.read_text(encoding="utf-8"))
    sys.stdout.writelines(f"`{change}`\n" for change in found)
    return 1 if found else 0


def release() -> int:
    """Make the committed document the released one."""
    RELEASED.write_text(COMMITTED.read_text(encoding="utf-8"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit({"write": write, "diff": diff, "release": release}[sys.argv[1]]())
