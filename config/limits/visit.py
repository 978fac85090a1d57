"""One request, and what it takes from its caller's budgets."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from accounts.api.addresses import client_address
from accounts.models import Token
from config.limits import counters, fields, rules
from config.limits.draws import Draw, Standing
from config.limits.policies import ANONYMOUS, READS, WRITES, Caller, Policy
from config.limits.refusal import RateLimitedError
from config.middleware import asks_again, is_of_api

_KEY = "herdbook.visit"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


class Visit:
    """Keeps what was drawn for a request, from its beginning to its answer.

    A budget is drawn from once: by `enter` before the view works, or by `refuse` when the request
    did not get that far. What only some answers count for is held meanwhile; `leave` gives it back.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._standings: list[Standing] = []
        self._held: rules.Extra | None = None
        request.META[_KEY] = self

    @property
    def caller(self) -> Caller:
        """Who calls, as far as it is known by now."""
        token = getattr(self._request, "auth", None)  # set by the framework once it is good
        address = client_address(self._request)
        if not isinstance(token, Token):
            return Caller(address)
        return Caller(address, token=token.id, account=token.account_id)

    def enter(self, request: Request) -> None:
        """Draw before the view works; raise `RateLimitedError` if a budget is used up."""
        route = rules.route_of(self._request)
        if route in rules.TRIED_FIRST or not self._counts(route):
            return
        extra = rules.EXTRAS.get(route)
        if extra is None or (extra.with_field and extra.with_field not in request.data):
            self._draw(self._main)
            return
        self._draw(self._main, extra.policy)
        self._held = extra if extra.counted is not None else None

    def refuse(self) -> None:
        """Draw for a request that was refused before; raise `RateLimitedError` instead of that."""
        if not self._standings and self._counts(rules.route_of(self._request)):
            self._draw(self._main)

    def leave(self, response: HttpResponse) -> None:
        """Settle what was held, and say in the answer how the caller stands."""
        if self._held and response.status_code != self._held.counted:
            self._standings[-1] = self._ask(self._held.policy, amount=-1)
        fields.write(response, self._standings or [self._ask(self._main)])

    @property
    def _main(self) -> Policy:
        if self.caller.token is None:
            return ANONYMOUS
        return READS if self._request.method in _READING else WRITES

    def _counts(self, route: str) -> bool:
        return route not in rules.UNCOUNTED and not asks_again(self._request)

    def _draw(self, *policies: Policy) -> None:
        caller = self.caller
        self._standings = counters.draw(
            [Draw(policy, caller.named(policy.per), 1) for policy in policies]
        )
        violated = [standing for standing in self._standings if standing.refused]
        if violated:
            raise RateLimitedError(violated)

    def _ask(self, policy: Policy, *, amount: int = 0) -> Standing:
        return counters.draw([Draw(policy, self.caller.named(policy.per), amount)])[0]


def begin(request: HttpRequest) -> Visit | None:
    """Begin to count a request, if it is one to count."""
    if not settings.HERDBOOK_LIMITS or not is_of_api(request):
        return None
    return Visit(request)


def of(request: Request) -> Visit | None:
    """Return the visit of a request, if it is counted."""
    visit = request.META.get(_KEY)
    return visit if isinstance(visit, Visit) else None
