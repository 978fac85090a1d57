"""Entropy for tests, and a table whose seats have committed to some."""

import hashlib
from functools import partial

from games.engine.entropy import commitment_to
from games.services import creating, entropy, lobby
from games.services.askers import Asker
from games.services.creating import WantedSeat
from games.services.execute import Committed
from tests.services.table import Table, bot


def entropy_of(seat: int) -> str:
    """Return 32 bytes (hex) that look random and are the same in every run."""
    return hashlib.sha256(b"entropy of a test %d" % seat).hexdigest()


def commitment_of(seat: int) -> str:
    return commitment_to(bytes.fromhex(entropy_of(seat)))


def committed(*commits: bool) -> Table:
    """Make a game whose seats are all held; those that are true have committed."""
    askers = [bot() for _ in commits]
    mine = WantedSeat(kind="me", commitment=commitment_of(0) if commits[0] else None)
    made = creating.create_game(
        asker=askers[0],
        ruleset="mow",
        seats=[mine, *(WantedSeat(kind="open") for _ in commits[1:])],
        options={},
    )
    for seat in range(1, len(commits)):
        join(made.game.id, askers[seat], seat, commits=commits[seat])
    return Table(made.game.id, tuple(askers))


def join(game, asker: Asker, seat: int, *, commits: bool) -> Committed:
    commitment = commitment_of(seat) if commits else None
    return lobby.take_seat(game=game, asker=asker, seat=seat, commitment=commitment)


def reveals(table: Table, seat: int):
    """Return the call that reveals the entropy of a seat."""
    return partial(
        entropy.reveal, game=table.game, asker=table.asker(seat), entropy=entropy_of(seat)
    )
