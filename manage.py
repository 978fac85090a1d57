#!/usr/bin/env python
"""Django's command line for Herdbook."""

import os
import sys

# Commands that change the schema connect as the owner of the tables; everything else, the
# web process and the workers included, connects as the application role (design: two roles).
OWNER_COMMANDS = {
    "migrate",
    "sqlmigrate",
    "showmigrations",
    "dbshell",
    "test",
    "rebase_feed",
    "rebuild",
}


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if len(sys.argv) > 1:
        if not sys.argv[1].startswith("-"):
            sys.argv[1] = sys.argv[1].replace("-", "_")  # a module's name has none, people type it
        if sys.argv[1] in OWNER_COMMANDS:
            os.environ.setdefault("HERDBOOK_CONNECT_AS", "owner")
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, connection

    from config.env import BadEnvironmentError

    try:
        execute_from_command_line(sys.argv)
    except BadEnvironmentError as error:
        # The message names the variable; where it was read is of no use to anybody.
        sys.exit(str(error))
    except OperationalError as error:
        if connection.connection is not None:
            raise
        sys.exit(f"The database cannot be reached: {' '.join(str(error).split())}")


if __name__ == "__main__":
    main()
