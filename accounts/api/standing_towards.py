"""How an account stands towards another one: what is put, and taken back, under a name."""

from abc import abstractmethod
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of
from accounts.api.inputs import Nothing, read_body, refuse
from accounts.models import Account
from accounts.scopes import Scope
from accounts.selectors import find_player


class StandingTowardsView(ApiView):
    """Base of a view whose path ends in a player's name; both methods can be repeated."""

    scopes: ClassVar = {"PUT": Scope.ACCOUNT_WRITE, "DELETE": Scope.ACCOUNT_WRITE}
    not_oneself: ClassVar[str]
    """Why it cannot be put under one's own name."""

    @abstractmethod
    def begin(self, by: Account, towards: Account) -> None:
        """Put it."""

    @abstractmethod
    def end(self, by: Account, towards: Account) -> None:
        """Take it back."""

    def put(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        by, towards = account_of(request), find_player(name)
        if by == towards:
            refuse("name", self.not_oneself)
        self.begin(by, towards)
        return Response(status=204)

    def delete(self, request: Request, name: str) -> Response:
        read_body(request, Nothing)
        self.end(account_of(request), find_player(name))
        return Response(status=204)
