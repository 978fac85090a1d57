"""The secrets of a deal and what is published of them; `docs/provable-deals.md` has the forms.

The key of all shuffles comes from the game's secret and the entropy of its seats. A deal is sealed
by a Merkle root over its cards, each with a salt of its own, so that no guess can be tested.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence

import msgspec

from games.engine.cards import Card
from games.engine.seats import Seat

_KEY_DOMAIN = b"herdbook key/1"
_LEAF, _NODE = b"\x00", b"\x01"


class Seed(msgspec.Struct, frozen=True, kw_only=True):
    """All that the chance of one game follows from. It never leaves the server while it runs."""

    secret: bytes
    """32 bytes, to which `GameCreated` commits."""
    game: bytes
    """The 16 bytes of the game's id."""
    entropy: Sequence[tuple[Seat, bytes]] = ()
    """What seats have revealed, in the order of the seats."""

    def __repr__(self) -> str:
        return "Seed()"  # an error must not tell it

    def key(self) -> bytes:
        """Return the key of the game's shuffles."""
        fields = [_KEY_DOMAIN, self.game]
        for seat, entropy in self.entropy:
            fields += [struct.pack(">i", seat), entropy]
        message = b"".join(struct.pack(">i", len(field)) + field for field in fields)
        return hmac.digest(self.secret, message, "sha256")

    def seal(self, shuffle: int, order: Sequence[Card]) -> str:
        """Return the Merkle root (hex) of the cards that a shuffle put in this order."""
        return merkle_root(
            [self._leaf(shuffle, place, card) for place, card in enumerate(order)]
        ).hex()

    def _leaf(self, shuffle: int, place: int, card: Card) -> bytes:
        salt = hmac.digest(self.secret, f"herdbook salt/1 {shuffle} {place}".encode(), "sha256")
        return hashlib.sha256(_LEAF + salt + struct.pack(">i", card)).digest()


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over at least one leaf hash, as in RFC 6962."""
    if len(leaves) == 1:
        return leaves[0]
    left = 1 << (len(leaves) - 1).bit_length() - 1  # the largest power of two below their number
    return hashlib.sha256(_NODE + merkle_root(leaves[:left]) + merkle_root(leaves[left:])).digest()
