"""What came of a fortnight: how much of everything happened, and everything that must not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.store import load
from games.verifying.verify import verify_game
from tests.simulation import told
from tests.simulation.fortnight import Fortnight
from tests.simulation.invariants import Walk
from tests.simulation.tables import Played

_COUNTED = {
    "DecisionExpired": "decisions expired",
    "SeatAway": "seats away",
    "SeatReturned": "seats taken back",
    "SeatResigned": "seats forfeited",
    "GamePaused": "pauses",
    "VacationStarted": "vacations of seats",
    "DeadlineMoved": "deadlines moved",
    "MoveUndone": "moves undone",
    "SeatReplaced": "seats with a new holder",
    "IncidentReported": "incidents reported",
    "IdleNoticed": "games that asked whether anybody plays",
    "GameFinished": "games finished",
    "GameAborted": "games closed unrated",
}


@dataclass(frozen=True)
class Verdict:
    """The rows of the table, and the faults."""

    rows: dict[str, int]
    faults: Sequence[str]


def judge(world: Fortnight, games: Sequence[Played]) -> Verdict:
    """Hold every log and the accounts' feeds against what must be true."""
    counted: Counter[str] = Counter()
    faults, asked = list(world.faults), {}
    for played in games:
        walk = Walk(played, world.sweeps)
        walk.run(load.events(played.game))
        verdict = verify_game(played.game)
        faults += [*walk.faults, *map(str, verdict.findings)]
        asked[played.game] = walk.asked
        counted["charges to clocks and banks"] += walk.charges
        counted["decisions of people"] += len(walk.asked)
        for one in load.events(played.game):
            counted["events"] += 1
            if (name := _COUNTED.get(one.event.type)) is not None:
                counted[name] += 1
            if one.cause == "plan":
                counted["events of standing orders"] += 1
    faults += told.faults(asked, told.rows(), world.reads)
    faults += logged(world.logged, incidents=counted["incidents reported"])
    rows = {"games": len(games), **counted, **world.counts, "sweeps": len(world.sweeps)}
    return Verdict(rows | {"faults": len(faults)}, faults)


def logged(errors: Sequence[str], *, incidents: int) -> Iterator[str]:
    """Yield what a service did not let anybody know of but in its log.

    Each incident has one line there, and no other line belongs there.
    """
    lines = [one for one in errors if one.partition(": ")[2].startswith("incident=")]
    if len(lines) != incidents:
        yield f"{incidents} incidents stand in logs of games, and {len(lines)} in those of services"
    for error in errors:
        if error not in lines:
            yield f"logged: {error}"
