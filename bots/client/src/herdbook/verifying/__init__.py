"""Checks a replay with its proof: that the server neither chose nor changed the cards.

`verifier` proves it. The other modules see to what else a file may get wrong: an order of events
that no game has, lists and shown cards that are not those of the log.
"""

import struct

from herdbook.verifying import course, listed, shown
from herdbook.verifying.verdict import proves
from herdbook.verifying.verifier import File, TamperedError, prove

__all__ = ["TamperedError", "proves", "verify"]


_MALFORMED = (
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
    *(RecursionError, StopIteration, struct.error),
)
"""What reading a value of another form than expected may raise."""


def verify(replay: File) -> list[str]:
    """Return in sentences what was checked; raise `TamperedError` at the first fault."""
    try:
        told = [*prove(replay), course.check_course(replay)]
        course.check_undos(replay)
        listed.check_entropy(replay)
        listed.check_shuffles(replay)
        listed.check_options(replay)
        listed.check_moves(replay)
        listed.check_holders(replay)
        return [*told, shown.check_contents(replay), shown.check_reveals(replay)]
    except _MALFORMED as error:
        raise TamperedError(f"The file is incomplete or malformed ({error!r}).") from None
