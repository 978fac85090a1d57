"""The people of the matrix and the games they meet in; made anew when an answer has changed them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from accounts.models import Account
from tests.accounts.keys import key_for, revoke
from tests.accounts.oauth.browsing import person
from tests.accounts.people import PASSWORD, fresh_name, open_bot
from tests.api.matrix import SCOPES, Kind, Viewer
from tests.api.routes import Route, filled
from tests.cast import Caller, Player
from tests.moderation.staff import give_role, impose

_WITH_PAUSES = {"seconds": 86_400, "pause_budget": {"seat": 86_400}}


def _mow(*, private: bool) -> dict[str, Any]:
    seats = [{"kind": kind} for kind in ("me", "open", "open")]
    return {"ruleset": "mow", "seats": seats, "private": private}


BODIES: dict[str, Callable[[], Any]] = {
    "POST /games": lambda: _mow(private=False),
    "POST /accounts": lambda: {"name": fresh_name(), "password": PASSWORD},
    "POST /tokens": lambda: {"label": "one more", "scopes": ["games:read"]},
    "POST /bots": lambda: {"name": fresh_name("bot")},
    "POST /bots/{name}/tokens": lambda: {"label": "to play", "scopes": ["games:play"]},
}
"""What is sent, where it has to be good for something."""
ENDS = frozenset({"DELETE /me", "DELETE /bots/{name}"})
"""What takes from the world somebody whom a later question is about."""


@dataclass(frozen=True)
class World:
    """Three people at one game, of whom the third has got up again; and who else there is."""

    kind: Kind

    @cached_property
    def ann(self) -> Player:
        return person()

    @cached_property
    def ben(self) -> Player:
        return person()

    @cached_property
    def cas(self) -> Player:
        return person()

    @cached_property
    def dan(self) -> Player:
        return person()

    @cached_property
    def eve(self) -> Player:
        return person()

    @cached_property
    def game(self) -> str:
        private, is_open = self.kind is Kind.PRIVATE, self.kind is Kind.OPEN
        seats = ["open"] * (3 if is_open else 2)
        made = self.ann.create("me", *seats, private=private, time_control=_WITH_PAUSES)
        code = {"code": made["join_code"]} if private else {}
        game: str = made["id"]
        for guest in (self.ben, self.cas):
            guest.join(game, **code)
        if is_open:
            assert self.cas.delete(f"/games/{game}/seats/me").status_code == 204
            return game
        assert self.cas.post(f"/games/{game}/resign").status_code == 200
        if self.kind is Kind.PAUSED:
            assert self.ann.post(f"/games/{game}/pause").status_code == 200
        if self.kind is Kind.FINISHED:
            assert self.ben.post(f"/games/{game}/resign").status_code == 200
        return game

    @cached_property
    def bot(self) -> str:
        """A bot of the player to act."""
        return open_bot(self.ann)

    @cached_property
    def admin(self) -> Account:
        now = timezone.now()
        name = f"admin-{uuid4().hex[:12]}"
        account = Account(name=name, is_staff=True, is_superuser=True, created_at=now)
        account.set_unusable_password()
        account.save()
        return account

    @cached_property
    def suspended(self) -> Player:
        player = person()
        impose(player)
        return player

    @cached_property
    def moderator(self) -> Player:
        player = person()
        give_role(player.account)
        return player

    def caller(self, viewer: Viewer) -> Caller:
        """Return somebody who calls as this viewer does."""
        people = {
            Viewer.TO_ACT: lambda: self.ann,
            Viewer.NOT_TO_ACT: lambda: self.ben,
            Viewer.RESIGNED: lambda: self.cas,
            Viewer.STRANGER: lambda: self.dan,
            Viewer.SPECTATOR: lambda: key_for(self.dan, *SCOPES[viewer]),
            Viewer.SUSPENDED: lambda: self.suspended,
            Viewer.MODERATOR: lambda: self.moderator,
            Viewer.READ_ONLY: lambda: key_for(self.ann, *SCOPES[viewer]),
            Viewer.ANONYMOUS: Caller,
            Viewer.GARBAGE: lambda: Caller(token="hb_0123456789abcdef_" + "0" * 64),
            Viewer.EXPIRED: self._expired,
            Viewer.REVOKED: self._revoked,
            Viewer.ADMIN_COOKIE: self._browser,
        }
        return people[viewer]()

    def path(self, route: Route) -> str:
        name = self.bot if route.path.startswith("/bots/") else self.eve.name
        return filled(route.path, game=self.game, name=name)

    def body(self, route: Route) -> Any:
        if route.path.endswith("/moves"):
            decision = self.ann.view(self.game)["decision"]
            if decision is None:
                return route.body
            return {"decision": decision["id"], "move": decision["legal_moves"][0]}
        return BODIES.get(str(route), lambda: route.body)()

    def end(self) -> None:
        """Take the administrator away, whom other tests would meet."""
        if "admin" in vars(self):
            self.admin.delete()

    def _expired(self) -> Caller:
        ended = timezone.now() - timedelta(seconds=1)
        return key_for(self.ann, "games:read", "games:play", expires_at=ended)

    def _revoked(self) -> Caller:
        key = key_for(self.ann, "games:read", "games:play")
        revoke(key)
        return key

    def _browser(self) -> Caller:
        client = Client(enforce_csrf_checks=True)
        client.force_login(self.admin)
        return Caller(client=client)
