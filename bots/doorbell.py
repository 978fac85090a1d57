"""The doorbell of the house: a message that asks for an answer, sent without ever waiting long."""

from accounts.bells import Bell
from bots import tasks

BELL = Bell("bots")


def ring(game: str, seat: int, opened: int, *, countdown: float) -> None:
    """Ask a worker to answer a decision of the house in `countdown` seconds.

    A broker that does not answer is left alone for a while; the sweep finds the decision.
    """
    BELL.ring(tasks.answer, (game, seat, opened), countdown=countdown)
