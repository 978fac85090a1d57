"""Time controls and what follows from them: pure functions from the log's times to deadlines.

`controls` says what can be agreed on, `stops` when a clock stands still, `deadlines` what that
makes of a decision and of a seat's clock, `quiet_hours` when no deadline wakes anybody.
"""

from games.engine.clocks.controls import (
    Bank,
    Fischer,
    OnExpiry,
    PauseBudget,
    PerMove,
    TimeControl,
    Untimed,
)
from games.engine.clocks.deadlines import (
    charged,
    deadline,
    put_off,
    starting_clock,
    time_used,
)
from games.engine.clocks.parsing import (
    BadTimeControlError,
    UnknownPartError,
    parse_time_control,
)
from games.engine.clocks.pauses import pause_cost, pause_left
from games.engine.clocks.quiet_hours import QuietHours
from games.engine.clocks.stops import Stop

__all__ = [
    "BadTimeControlError",
    "Bank",
    "Fischer",
    "OnExpiry",
    "PauseBudget",
    "PerMove",
    "QuietHours",
    "Stop",
    "TimeControl",
    "UnknownPartError",
    "Untimed",
    "charged",
    "deadline",
    "parse_time_control",
    "pause_cost",
    "pause_left",
    "put_off",
    "starting_clock",
    "time_used",
]
