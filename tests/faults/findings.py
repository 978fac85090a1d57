"""What a check found to be wrong."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One violation of an invariant."""

    kind: str
    """One word for the invariant; a row of `MEANINGS`."""
    game: str
    text: str


MEANINGS = {
    "lost": "a command was acknowledged and is not in the log",
    "doubled": "a command was applied twice",
    "refused-but-applied": "a command was refused for good and is in the log",
    "swapped": "events were told in another order than that of the log",
    "phantom": "something was told or logged that nobody did",
    "stale": "a read went back behind what was told before",
    "other-answer": "a copy of a command was answered otherwise than the first",
    "wrong-view": "a view differs from the log at its version",
    "leak": "an answer held a card that its viewer may not know",
    "failed": "an answer of 500",
    "unexplained": "a 503, or no answer, while nothing was broken",
    "slow-to-ready": "a web process was not ready in time after PostgreSQL had started again",
    "no-retry-after": "a 503 without Retry-After",
    "late": "a move was committed after its deadline",
    "early": "a decision expired before its deadline",
    "overdue": "a decision was neither answered nor expired in time",
    "expired-twice": "an expiry of a decision that was not open",
    "house-slow": "a seat of the house did not move in time",
    "after-the-end": "an event of play after the end of the game",
    "unsound": "chain, fold, columns or decisions disagree",
    "decision-of-an-ended-game": "a decision is open in a game that is over",
    "no-decision-in-a-running-game": "nobody owes anything in a running game",
    "version-with-a-hole": "versions are not gapless",
    "unfinished": "a game did not come to its end",
}
