"""GET /me/export: all that is stored about an account, as one file."""

import json
import threading
from collections.abc import Set as AbstractSet
from typing import ClassVar
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of, refuse_app, token_of
from accounts.api.describing import Operation
from accounts.api.exporting import export_of
from accounts.api.outputs import Output
from accounts.models import Account
from accounts.moderation.reports import made_by
from accounts.scopes import Scope, eligible
from accounts.selectors import whole_account
from accounts.times import time_text
from games.api.export_shapes import Export
from games.api.refusals import refused_output
from games.api.reports import report_output
from games.engine.seats import Seat
from games.models import ChatMessage, RefusedMove, StandingPlan
from games.selectors import decision_ids, exports, refused_moves
from games.services.errors import ExportsBusyError
from games.store.models import Holder

_SHOWN = (Scope.GAMES_READ, Scope.WEBHOOKS_MANAGE)
"""What parts need besides, as where they are read one by one."""
_one_at_a_time = threading.Semaphore()
"""A file may be large, and is in memory as a whole: a process makes one after the other."""
_PATIENCE = 5
"""Seconds that another one waits."""
_NO_GAMES: Output = {"games": [], "messages": [], "plans": [], "refused_moves": []}


class ExportView(ApiView):
    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ}
    while_suspended: ClassVar = frozenset({"GET"})
    operations: ClassVar = {
        "GET": Operation(
            "export_account",
            "All that is stored about you, as one file",
            "Profile, bots, tokens and webhooks without their secrets, apps, games and seats, what "
            "you wrote, reports, sanctions, vacations. Moves are in the games: `GET "
            "/games/{id}/replay`. Bots export theirs with tokens of their own. What other scopes open "
            "is left out for a token that lacks them, which `without` names.",
            answers={200: Export},
            refusals=("not_for_apps", "busy"),
        )
    }

    def get(self, request: Request) -> Response:
        refuse_app(request)
        account, scopes = whole_account(account_of(request)), token_of(request).scopes
        lacking = set(eligible(account)).difference(scopes)
        if not _one_at_a_time.acquire(timeout=_PATIENCE):
            raise ExportsBusyError
        try:
            body = self._export(account, scopes, lacking)
        finally:
            _one_at_a_time.release()
        name = f'attachment; filename="herdbook-{account.name}.json"'
        return Response(body, headers={"Content-Disposition": name})

    @staticmethod
    def _export(account: Account, scopes: list[str], lacking: AbstractSet[str]) -> Output:
        return {
            "format": "herdbook-account/1",
            "exported_at": time_text(timezone.now()),
            "without": [str(one) for one in _SHOWN if one in lacking],
            **export_of(account, scopes=scopes),
            "reports": [report_output(one) for one in made_by(account.id)],
            **(_NO_GAMES if Scope.GAMES_READ in lacking else _of_games(account.id)),
        }


def _of_games(account: UUID) -> Output:
    return {
        "games": [_seat(one) for one in exports.seats_of(account)],
        "messages": [_message(one) for one in exports.messages_of(account)],
        "plans": [_plan(one) for one in exports.plans_of(account)],
        "refused_moves": [_refused(one) for one in refused_moves.of_account(account)],
    }


def _seat(one: Holder) -> Output:
    return {
        "game": str(one.game_id),
        "ruleset": one.game.ruleset,
        "status": one.game.status,
        "rated": one.game.rated,
        "private": one.game.private,
        "seat": one.seat,
        "since_version": one.since_version,
        "until_version": one.until_version,
        "created_at": time_text(one.game.created_at),
        "finished_at": time_text(one.game.finished_at),
    }


def _message(one: ChatMessage) -> Output:
    return {
        "game": str(one.game_id),
        "room": one.room,
        "seat": one.seat,
        "text": one.text,
        "at": time_text(one.at),
    }


def _plan(one: StandingPlan) -> Output:
    return {
        "game": str(one.game),
        "seat": one.seat,
        "orders": json.loads(one.orders),
        "given_at": time_text(one.given_at),
    }


def _refused(one: RefusedMove) -> Output:
    decision = decision_ids.write(one.game, Seat(one.seat), one.opened)
    return {"decision": decision, **refused_output(one)}
