"""The account feed: everything that concerns an account, in one order."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import feed
from accounts.api.base import ApiView, account_of, nothing_new, token_of
from accounts.api.describing import Operation
from accounts.api.inputs import StrictInput, how_many, refuse
from accounts.api.shapes import AccountEventPage
from accounts.scopes import Scope

LATEST = "latest"


class AccountEventsQuery(StrictInput):
    after = serializers.CharField(
        required=False,
        max_length=32,
        help_text="The `id` of the last event you have, a `cursor`, or `latest` for the end.",
    )
    limit = how_many("events")


class AccountEventsView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    queries: ClassVar = {"GET": AccountEventsQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_account_events",
            "What you were told: your games, decisions and invitations",
            "One feed over all of them, in an order that never changes, kept for 30 days. Without "
            "`after` it begins with the oldest event. Go on after `cursor`, or after the `id` of any "
            "event; an event has the same `id` whenever and wherever it is read. With nothing new it "
            "is 204, but for once a day, when you get a new `cursor`. Events hold no cards: ask for "
            "the game.",
            answers={200: AccountEventPage, 204: None},
            refusals=("cursor_expired",),
            waits=True,
        )
    }

    def get(self, request: Request) -> Response:
        account, after = account_of(request).id, self.query.get("after")
        if after == LATEST:
            end = feed.latest(account)
            return Response({"items": [], "next": None, "cursor": str(end)})
        part = feed.read(
            account,
            after=self._place(after),
            limit=self.query["limit"],
            scopes=token_of(request).scopes,
        )
        if not part.items and not part.refreshed:
            return nothing_new(204, f"told {account} {part.mark}")
        cursor = str(part.cursor)
        return Response(
            {
                "items": [feed.event_view(event) for event in part.items],
                "next": cursor if part.more else None,
                "cursor": cursor,
            }
        )

    def _place(self, text: str | None) -> feed.Place | None:
        try:
            return None if text is None else feed.read_place(text)
        except feed.BadPlaceError:
            refuse("after", "This is no place in a feed.")
