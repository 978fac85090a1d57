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

_ELSEWHERE = (
    "A command needs the environment of its server. For one that `make run` has started there is"
    ' make manage, such as make manage ARGS="doctor".'
)


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if len(sys.argv) > 1:
        if not sys.argv[1].startswith("-"):
            sys.argv[1] = sys.argv[1].replace("-", "_")  # a module's name has none, people type it
        if sys.argv[1] in OWNER_COMMANDS:
            os.environ.setdefault("HERDBOOK_CONNECT_AS", "owner")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, connection

    from config.env import BadEnvironmentError

    try:
        execute_from_command_line(sys.argv)
    except BadEnvironmentError as error:
        # The message names the variable; where it was read is of no use to anybody.
        sys.exit(str(error))
    except ImproperlyConfigured as error:
        sys.exit(str(error) if os.environ.get("DATABASE_URL") else f"{error}\n{_ELSEWHERE}")
    except OperationalError as error:
        if connection.connection is not None:
            raise
        sys.exit(f"The database cannot be reached: {' '.join(str(error).split())}")


if __name__ == "__main__":
    main()
