"""The refusal of a request whose budget is used up."""

from collections.abc import Mapping, Sequence
from typing import Any

from config.limits.draws import Standing


class RateLimitedError(Exception):
    """Too many requests; after `retry_after` seconds the same policies have room again."""

    code = "rate_limited"

    def __init__(self, violated: Sequence[Standing]) -> None:
        self.violated = [standing.policy.key for standing in violated]
        self.retry_after = max(standing.resets_in for standing in violated)
        self.also: Mapping[str, Any] = {}
        """Members of the problem document that stand for what was refused for itself."""
        limits = " and ".join(
            f"`{one.policy.key}` ({one.policy.quota} in {one.policy.window} seconds)"
            for one in violated
        )
        super().__init__(f"Used up: {limits}. Wait {self.retry_after} seconds.")
