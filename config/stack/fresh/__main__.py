"""Outside: makes the folder and the namespaces. Inside: builds the Debian and tries it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from config.stack.console import complain, say
from config.stack.fresh import debian
from config.stack.fresh.trial import PEOPLE, Trial, table

_INSIDE = "--inside"


def main() -> int:
    """Return 0 if everything worked, or could not be tried here."""
    if _INSIDE in sys.argv:
        return _inside(Path(sys.argv[sys.argv.index(_INSIDE) + 1]))
    if len(sys.argv) > 1:
        say("Tries make run and make test in a minimal Debian, as root and as a user. No options.")
        return 0
    if os.geteuid() != 0:
        say("Skipped: only root can build and enter a minimal Debian.")
        return 0
    for program in ("debootstrap", "unshare"):
        if shutil.which(program) is None:
            say(f"Skipped: there is no {program} here. On Debian: apt-get install {program}")
            return 0
    return _outside()


def _outside() -> int:
    folder = Path(tempfile.mkdtemp(prefix="herdbook-fresh-", dir="/var/tmp"))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    namespaces = ("--mount", "--mount-proc", "--pid", "--fork", "--kill-child")
    process = subprocess.Popen(
        ["unshare", *namespaces, sys.executable, "-m", "config.stack.fresh", _INSIDE, str(folder)]
    )
    try:
        return process.wait()
    except KeyboardInterrupt:
        # With it go, by --kill-child, the first process of the namespace and so all of them.
        process.kill()
        process.wait()
        return 130
    finally:
        time.sleep(0.2)  # for the kernel to take the last process away
        shutil.rmtree(folder, ignore_errors=True)


def _inside(folder: Path) -> int:
    begin = time.monotonic()
    try:
        debian.build(folder)
        say(f"A minimal Debian in {time.monotonic() - begin:.0f} s")
        trials = [Trial(folder, person) for person in PEOPLE]
        for trial in trials:
            trial.run()
    except (subprocess.CalledProcessError, debian.UnknownMirrorError) as error:
        complain(f"fresh: {error}")
        return 1
    say(table(trials))
    return 0 if all(trial.passed for trial in trials) else 1


if __name__ == "__main__":
    sys.exit(main())
