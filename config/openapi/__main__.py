"""`python -m config.openapi`: write the document to `docs/openapi.json`."""

import os
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
COMMITTED = Path("docs/openapi.json")


def main() -> None:
    """Make the document and write it."""
    django.setup()
    from config.openapi.document import as_text, generate

    COMMITTED.write_text(as_text(generate()), encoding="utf-8")


if __name__ == "__main__":
    main()
