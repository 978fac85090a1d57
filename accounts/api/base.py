"""The view that all views of the API are."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.deprecation import Deprecation
from accounts.api.describing import Operation
from accounts.api.inputs import Nothing, StrictInput, read_query
from accounts.errors import (
    AccountError,
    InsufficientScopeError,
    NotForAppsError,
    TokenMissingError,
)
from accounts.models import Account, Token
from accounts.moderation.restrictions import must_not_be_suspended
from accounts.scopes import Scope
from accounts.services import idempotency

_KEY = re.compile(r"[\x21-\x7e]{1,64}")


class MalformedKeyError(AccountError):
    """The idempotency key has no usable form."""

    code = "malformed_request"


class KeyNotSupportedError(AccountError):
    """The endpoint returns a secret or needs no token, so it cannot repeat its answer."""

    code = "idempotency_not_supported"


class TokenFits(BasePermission):
    """Demand a token where the view needs one, and the scope the view names where one is sent."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, ApiView)
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method not in view.allowed_methods:
            return True  # a method that is not there is 405, whoever asks
        scope = view.scopes.get(method)
        if request.auth is not None:
            bars = method not in view.while_suspended
            must_open(token_of(request), scope, suspension_bars=bars)
        elif scope is not None and method not in view.public:
            raise TokenMissingError(
                "Send `Authorization: Bearer <token>`; POST /api/v1/sandbox gives you one."
            )
        return True


def must_open(token: Token, scope: Scope | None, *, suspension_bars: bool = True) -> None:
    """Raise unless a good token opens what needs this scope.

    Raises `AccountSanctionedError` where a suspension bars, or `InsufficientScopeError`.
    """
    if suspension_bars:
        must_not_be_suspended(token.account, now=timezone.now())
    granted = list(token.scopes)
    if scope is not None and scope not in granted:
        raise InsufficientScopeError(required=[str(scope)], granted=granted)


class ApiView(APIView):
    """Base view: scopes by method, no sessions, no browsable pages, nothing private cached."""

    permission_classes = [TokenFits]
    metadata_class = None
    scopes: ClassVar[Mapping[str, Scope]] = {}
    """The scope that each method needs; a method that is not named needs no token at all."""
    while_suspended: ClassVar[frozenset[str]] = frozenset()
    """Methods that an account may use whose suspension keeps it from everything else."""
    public: ClassVar[frozenset[str]] = frozenset()
    """Methods that may be used without a token; one that is sent must be good all the same."""
    queries: ClassVar[Mapping[str, type[StrictInput]]] = {}
    """The query parameters of each method; one that is not named takes none."""

    operations: ClassVar[Mapping[str, Operation]] = {}
    """What the OpenAPI document says of each method; each has to be there."""
    deprecated: ClassVar[Deprecation | None] = None
    """Set when something better is there; a route may set it, too: `as_view(deprecated=...)`."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method in self.allowed_methods:
            self.query = read_query(request, self.queries.get(method, Nothing))

    @property
    def allowed_methods(self) -> list[str]:
        return [method for method in super().allowed_methods if method != "OPTIONS"]

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        response.setdefault("Cache-Control", "no-store")
        final: Response = super().finalize_response(request, response, *args, **kwargs)
        if self.deprecated is not None:
            self.deprecated.announce(final)
        del final["Vary"]  # answers depend on no cookie and no Accept
        return final


def account_of(request: Request) -> Account:
    """Return who asks; for views that need a token."""
    assert isinstance(request.user, Account)
    return request.user


def token_of(request: Request) -> Token:
    """Return the token that was sent; for views that need one."""
    assert isinstance(request.auth, Token)
    return request.auth


def request_id_of(request: HttpRequest | Request) -> str:
    """Return by which a line of the log is found again."""
    return str(request.META.get("herdbook.request_id", ""))


def nothing_new(status: int, topic: str, **headers: str) -> Response:
    """Answer 204 or 304, and tell our own waiting process what news would be.

    `topic` is a key of `games.selectors.waiting.marks`, or of `accounts.waiting.marks`, with the mark
    that was seen.
    """
    return Response(status=status, headers={"Herdbook-Topic": topic, **headers})


def idempotency_key(request: Request) -> str | None:
    """Return the key that was sent; raise `MalformedKeyError`."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise MalformedKeyError("An Idempotency-Key has 1 to 64 visible ASCII characters.")
    return key


def reserved_id(request: Request, *, route: str) -> Callable[[], UUID]:
    """Return what gives the id of what is to be made: a fresh one, or that of the key sent."""
    key = idempotency_key(request)
    if key is None:
        return uuid4
    return partial(
        idempotency.reserve,
        account=account_of(request).id,
        route=route,
        key=key,
        fingerprint=_fingerprint(request),
    )


def aim_of(request: Request, *, route: str) -> idempotency.Aim | None:
    """Return what keeps copies of a request with a key from doing twice what it does."""
    key = idempotency_key(request)
    if key is None:
        return None
    return idempotency.Aim(
        account=account_of(request).id, route=route, key=key, fingerprint=_fingerprint(request)
    )


def _fingerprint(request: Request) -> str:
    text = json.dumps(request.data, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def refuse_key(request: Request) -> None:
    """Raise `KeyNotSupportedError` if a key was sent."""
    if "Idempotency-Key" in request.headers:
        raise KeyNotSupportedError("This endpoint takes no Idempotency-Key.")


def refuse_app(request: Request) -> None:
    """Raise `NotForAppsError` if an app asks: what it makes would outlive what it was allowed."""
    if isinstance(request.auth, Token) and request.auth.of_app:
        raise NotForAppsError("An app cannot do this for you. Do it with a token of your own.")
