"""How many messages to webhooks get through, of all webhooks together."""

from accounts.rates import Channel
from accounts.webhooks.leasing import TEST

WEBHOOKS = Channel(
    name="webhooks",
    count=f"""
    SELECT count(*), count(*) FILTER (WHERE state = 'delivered')
    FROM webhook_delivery
    WHERE attempted_at > (SELECT herdbook.clock()) - make_interval(secs => %s) AND type <> '{TEST}'
    """,  # noqa: S608 - made of constants
)
