"""The calls about webhooks: `client.webhooks`."""

from collections.abc import Mapping, Sequence
from functools import partial

from herdbook.answers import Page
from herdbook.bodies import nothing_of, page_of, value_of
from herdbook.call import Call, Repeat, given, path
from herdbook.endpoint import endpoint
from herdbook.webhooks import Webhook, WebhookDelivery


class WebhookCalls:
    """Receivers of messages about this account's events."""

    @endpoint
    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Call[Page[Webhook]]:
        """List them, without their secrets."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", "/webhooks", partial(page_of, Webhook), params=params)

    @endpoint
    def create(
        self, url: str, types: Sequence[str], *, description: str | None = None
    ) -> Call[Webhook]:
        """Make one that is sent events of these types; its secret is shown this once."""
        body = given(url=url, types=[*types], description=description)
        return Call("POST", "/webhooks", partial(value_of, Webhook), body=body, repeat=Repeat.NO)

    @endpoint
    def view(self, id: str) -> Call[Webhook]:  # noqa: A002 - the name in the contract
        """Tell all about one but its secret."""
        return Call("GET", path("webhooks", id), partial(value_of, Webhook))

    @endpoint
    def change(self, id: str, changes: Mapping[str, object]) -> Call[Webhook]:  # noqa: A002
        """Change the members that are named: `url`, `types`, `description`, `enabled`."""
        return Call("PATCH", path("webhooks", id), partial(value_of, Webhook), body=changes)

    @endpoint
    def delete(self, id: str) -> Call[None]:  # noqa: A002
        """Remove one, with its deliveries."""
        return Call("DELETE", path("webhooks", id), nothing_of)

    @endpoint
    def rotate_secret(self, id: str) -> Call[Webhook]:  # noqa: A002
        """Give one a new secret, shown this once; the one before is good for another day."""
        return Call(
            "POST",
            path("webhooks", id, "rotate-secret"),
            partial(value_of, Webhook),
            repeat=Repeat.NO,
        )

    @endpoint
    def test(self, id: str) -> Call[WebhookDelivery]:  # noqa: A002
        """Have a test message sent; ask for the `delivery` until it waits no more."""
        return Call(
            "POST",
            path("webhooks", id, "test"),
            partial(value_of, WebhookDelivery),
            repeat=Repeat.KEY,
        )

    @endpoint
    def redeliver(self, id: str, *, delivery: str | None = None) -> Call[int]:  # noqa: A002
        """Have one message sent again, or all that have failed; return how many."""
        return Call(
            "POST",
            path("webhooks", id, "redeliver"),
            partial(value_of, int, member="count"),
            body=given(delivery=delivery),
            repeat=Repeat.KEY,
        )

    @endpoint
    def deliveries(
        self,
        id: str,  # noqa: A002
        *,
        state: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Call[Page[WebhookDelivery]]:
        """List what was sent and what waits, the latest first."""
        params = {"state": state, "limit": limit, "cursor": cursor}
        return Call(
            "GET",
            path("webhooks", id, "deliveries"),
            partial(page_of, WebhookDelivery),
            params=params,
        )

    @endpoint
    def delivery(self, id: str, delivery: str) -> Call[WebhookDelivery]:  # noqa: A002
        """Tell what became of one message."""
        return Call(
            "GET",
            path("webhooks", id, "deliveries", delivery),
            partial(value_of, WebhookDelivery),
        )
