"""Pictures of the dashboard for the documentation: `make screenshots`.

Starts a server of its own, fills it with the people and games of `manage.py demo` as if they had
played for a month, and goes through the pages with a browser: in light, in dark, and on a phone.
On the way it looks that every page can be used by keyboard, fits on a phone, and runs nothing that
the policy of its pages forbids.

Needs Chromium (Debian: apt-get install chromium) and the dependency group `screenshots`.
Exit code 0: all is well; 1: something is not, and each fault is a line.
"""

import argparse
import json
import sys
from importlib.util import find_spec
from pathlib import Path

from config.stack.state import CHECKOUT, scratch_folder
from tests.stack.stacks import Stack, free_port

NEEDED = ("playwright", "PIL")


def main() -> int:
    """Take all pictures; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.screenshots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--into", type=Path, default=CHECKOUT / "docs/dashboard", metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="WORD", help="pages whose name has this")
    parser.add_argument("--evenings", type=int, default=30, help="of play before today")
    parser.add_argument(
        "--at", metavar="URL", help="a server that has a demo already; needs --demo"
    )
    parser.add_argument("--demo", type=Path, metavar="FILE", help="what its --json printed")
    asked = parser.parse_args()
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        sys.stderr.write(f"Not installed: {', '.join(missing)}; pip install playwright pillow.\n")
        return 1
    # Imported late: only who takes pictures has what it needs.
    from tests.screenshots.taking import take

    if asked.at:
        return take(asked.at, json.loads(asked.demo.read_text()), asked.into, only=asked.only)
    with scratch_folder("screenshots") as folder:
        stack = Stack(
            folder,
            HERDBOOK_PORT=str(free_port()),
            HERDBOOK_HOUSE_PACE_MS="0",
            HERDBOOK_WEBHOOK_ALLOW="127.0.0.1/32",
            HERDBOOK_FSYNC="0",
            HERDBOOK_LOG_LEVEL="WARNING",
        )
        try:
            # Nobody else is there while the clock is set back.
            stack.start_and_wait("servers")
            manage = [sys.executable, "manage.py", "migrate", "--no-input"]
            stack.execute(*manage, owner=True)
            seed = [sys.executable, "-m", "tests.screenshots.seeding", str(asked.evenings)]
            demo = json.loads(stack.execute(*seed, owner=True))
            stack.end()
            stack.start_and_wait("run")
            snapshot = stack.state.snapshot()
            assert snapshot is not None
            assert snapshot["url"] is not None
            return take(snapshot["url"], demo, asked.into, only=asked.only)
        finally:
            stack.end()


if __name__ == "__main__":
    sys.exit(main())
