"""What is taken from a budget, and what is left of it."""

import math
from dataclasses import dataclass

from config.limits.policies import Policy


@dataclass(frozen=True)
class Draw:
    """What a request takes from one budget: 1, 0 to look only, -1 to give back."""

    policy: Policy
    caller: str
    amount: int = 0

    @property
    def counter(self) -> str:
        return f"herdbook:limits:{self.policy.key}:{self.caller}"

    def found(self, used: int, left: float, *, refused: bool) -> "Standing":
        """Return how the caller stands, `left` seconds before the end of the window."""
        window = self.policy.window
        # Rounded up, so that whoever waits that long finds a new window; below zero none is open.
        seconds = min(max(math.ceil(left), 1), window) if left >= 0 else window
        return Standing(self.policy, used, seconds, refused)


@dataclass(frozen=True)
class Standing:
    """How a caller stands with one policy after a draw."""

    policy: Policy
    used: int
    resets_in: int
    """Seconds until the whole quota is there again."""
    refused: bool
    """Whether it was this policy that had no room."""

    @property
    def remaining(self) -> int:
        return max(self.policy.quota - self.used, 0)
