"""Write the samples of events that a ruleset has none of yet.

    python -m tests.rules.contract.record_samples mow

Plays random games until each event type has occurred. A sample that is there stays as it is.
"""

import json
import sys

from games.engine.events import Event
from games.engine.registry import discover, find_ruleset
from tests.rules.contract.codec import payload
from tests.rules.contract.games import Plan, play
from tests.rules.contract.samples import sample_path
from tests.rules.contract.subject import Subject, subject_of

_GAMES = 5_000


def record(subject: Subject) -> list[str]:
    """Write the samples that are missing; return their names."""
    missing = {
        event_type.__name__: path
        for event_type in subject.ruleset.event_types
        if not (path := sample_path(subject.folder, event_type, event_type.schema_version)).exists()
    }
    recorded = []
    for seed in range(_GAMES):
        if not missing:
            break
        for event in _events(subject, seed):
            if event.type in missing:
                path = missing.pop(event.type)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(json.loads(payload(event)), indent=2) + "\n")
                recorded.append(path.name)
    assert not missing, f"{_GAMES} games of {subject} brought no {sorted(missing)}"
    return recorded


def _events(subject: Subject, seed: int) -> list[Event]:
    counts = subject.ruleset.seat_counts
    plan = Plan(seats=counts[seed % len(counts)], seed=seed, moves=subject.facts.longest)
    return play(subject, plan).events


if __name__ == "__main__":
    discover()
    for slug in sys.argv[1:]:
        sys.stdout.writelines(f"{name}\n" for name in record(subject_of(find_ruleset(slug))))
