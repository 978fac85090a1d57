"""How many messages of a channel get through: the number by which an operator sees that none do."""

import logging
from dataclasses import dataclass
from datetime import timedelta

WINDOW = timedelta(minutes=15)
LEAST = 0.95
"""A lower rate is an alert."""
ENOUGH = 20
"""Messages that it takes to speak of a rate."""
_log = logging.getLogger("herdbook.alerts")


@dataclass(frozen=True, kw_only=True)
class Rate:
    """What became of the messages of a channel that were sent lately."""

    channel: str
    tried: int
    delivered: int

    @property
    def share(self) -> float:
        """The part that got through, from 0 to 1; of none all did."""
        return self.delivered / self.tried if self.tried else 1.0

    @property
    def is_alarming(self) -> bool:
        return self.tried >= ENOUGH and self.share < LEAST


def alert(rate: Rate) -> None:
    """Log an error if too little gets through."""
    if rate.is_alarming:
        _log.error(
            "alert=delivery channel=%s delivered=%d tried=%d rate=%.3f minutes=%d",
            rate.channel,
            rate.delivered,
            rate.tried,
            rate.share,
            WINDOW.total_seconds() // 60,
        )
