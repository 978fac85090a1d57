"""`python -m config.starting`: look at settings and database, and say what is wrong with them.

Unit files ask it before they start a web server, which would otherwise start its processes again
and again. The exit code is 1 if a process for the public would not start.
"""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured

from config.env import BadEnvironmentError


def main() -> int:
    """Return the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup(set_prefix=False)
        from config.starting import refuse_unsafe

        refuse_unsafe()
    except (ImproperlyConfigured, BadEnvironmentError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
