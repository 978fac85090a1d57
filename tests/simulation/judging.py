"""What came of a fortnight: how much of everything happened, and everything that must not."""

from collections import Counter
from collections.abc import Sequence
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
    "DeadlineMoved": "deadlines moved out of quiet hours",
    "MoveUndone": "moves undone",
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
        walk.run()
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
    faults += told.faults(asked, games, world.reads)
    rows = {"games": len(games), **counted, **world.counts, "sweeps": len(world.sweeps)}
    return Verdict(rows | {"faults": len(faults)}, faults)
