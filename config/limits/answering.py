"""The answer to a refusal: it counts too, so that nobody can ask without end for what is refused.

Refusals come from here when the caller has no good token or no right, when there is no such path,
and for moves, which are tried before they count.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from config import errors, gone
from config.limits import visit
from config.limits.refusal import RateLimitedError

_KEPT = ("version", "decision")


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer an exception that left a view; DRF calls this."""
    error = gone.explain(error, context["request"])
    found, problem = visit.of(context["request"]), errors.describe(error)
    if found is not None and problem is not None and _is_the_caller_s(problem):
        try:
            found.refuse()
        except RateLimitedError as refusal:
            # A move was tried all the same: how the game stands is worth as much as ever.
            refusal.also = {k: problem.members[k] for k in _KEPT if k in problem.members}
            return errors.problem_response(refusal, context)
    return errors.problem_response(error, context)


def _is_the_caller_s(problem: errors.Problem) -> bool:
    """Answer whether it is no failure of ours, which costs nobody anything."""
    return errors.CATALOGUE[problem.code].status < 500  # noqa: PLR2004 - RFC 9110 draws this line
