"""A demo whose people have played for a month: `python -m tests.screenshots.seeding EVENINGS`.

Run by the owner of a database that nobody else uses: its clock goes from day to day meanwhile.
Prints what `manage.py demo --json` prints.
"""

import logging
import os
import sys

_SET = """
CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$ SELECT {} $$
"""
_REAL = "pg_catalog.clock_timestamp()"


def main(evenings: int) -> None:
    """Seed, one day after the other, the last of them today."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from config.demo.management.commands.demo import as_json
    from config.demo.seeding import Demo

    logging.getLogger("herdbook.commands").setLevel(logging.WARNING)
    days_back = evenings - 1

    def day_ends() -> None:
        nonlocal days_back
        days_back -= 1
        _set_clock(days_back)

    _set_clock(days_back)
    try:
        demo = Demo(seed=1, evenings=evenings, day_ends=day_ends)
        for _ in demo.make():
            pass
    finally:
        _set_clock(0)
    sys.stdout.write(as_json(demo))


def _set_clock(days_back: int) -> None:
    from django.db import connection

    body = f"{_REAL} - interval '{days_back} days'" if days_back else _REAL
    with connection.cursor() as cursor:
        cursor.execute(_SET.format(body))


if __name__ == "__main__":
    main(int(sys.argv[1]))
