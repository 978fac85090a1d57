"""What a seat adds to the shuffles, so that not even the server can choose the cards."""

import hashlib
import secrets
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entropy:
    """32 random bytes: first only their commitment is told, later they themselves.

    Sit down with `commitment`; when the game waits for it (`Game.asks_for_entropy`), send `value`.
    """

    value: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    """64 hex digits, to be kept secret until they are asked for."""

    @property
    def commitment(self) -> str:
        """What binds to the value and does not tell it."""
        secret = bytes.fromhex(self.value)
        return hashlib.sha256(b"herdbook entropy/1" + secret).hexdigest()
