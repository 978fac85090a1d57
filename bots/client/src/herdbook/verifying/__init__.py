"""Checks a replay with its proof: that the server neither chose nor changed the cards.

Written from `docs/provable-deals.md` with nothing but the standard library, and without a line of
the server.
"""

import struct

from herdbook.verifying import course, protocol, shown
from herdbook.verifying.file import File, TamperedError
from herdbook.verifying.verdict import proves

__all__ = ["TamperedError", "proves", "verify"]


_MALFORMED = (
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
    *(RecursionError, StopIteration, struct.error),
)
"""What reading a value of another form than expected may raise."""


def verify(replay: File) -> list[str]:
    """Return in sentences what was checked; raise `TamperedError` at the first fault."""
    try:
        told = [protocol.check_chain(replay), protocol.check_secret(replay)]
        key, agreed = protocol.check_entropy(replay)
        told += [agreed, course.check_course(replay), course.check_pack(replay)]
        told += [protocol.check_shuffles(replay, key), protocol.check_seals(replay)]
        course.check_options(replay)
        course.check_moves(replay)
        return [*told, shown.check_contents(replay), shown.check_reveals(replay)]
    except _MALFORMED as error:
        raise TamperedError(f"The file is incomplete or malformed ({error!r}).") from None
