"""Some games of a ruleset as one number, for comparing processes.

PYTHONHASHSEED=1 python -m tests.rules.contract.digest games.rules.mow.game tests/rules/mow
"""

import hashlib
import importlib
import os
import subprocess
import sys

import msgspec

from tests.rules.contract.codec import encoded, payload
from tests.rules.contract.games import Plan, play
from tests.rules.contract.sent import sent_to, views
from tests.rules.contract.subject import ROOT, Subject, subject_of


def check_hash_seeds(subject: Subject) -> None:
    """The same games come out under any PYTHONHASHSEED."""
    module = type(subject.ruleset).__module__
    folder = str(subject.folder.relative_to(ROOT))
    command = [sys.executable, "-m", "tests.rules.contract.digest", module, folder]
    found = {
        seed: subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "4242")
    }
    found["of this process"] = digest(subject)
    assert len(set(found.values())) == 1, f"{subject} plays otherwise by hash seed: {found}"


def digest(subject: Subject) -> str:
    """Return the digest of a few games: their events, states, and what everybody is sent."""
    hashed = hashlib.sha256()
    for seats in subject.ruleset.seat_counts:
        game = play(subject, Plan(seats=seats, seed=seats, moves=60))
        for commit in game.commits:
            for event in commit.events:
                hashed.update(payload(event).encode())
            hashed.update(encoded(commit.after))
            for viewer in game.viewers:
                sent = sent_to(viewer, subject.ruleset, commit.after)
                hashed.update(msgspec.json.encode([sent, views(viewer, commit.events)]))
    return hashed.hexdigest()


def _main(module: str, folder: str) -> None:
    ruleset = importlib.import_module(module).RULESET
    sys.stdout.write(digest(subject_of(ruleset, ROOT / folder)) + "\n")


if __name__ == "__main__":
    _main(*sys.argv[1:])
