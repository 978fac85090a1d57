"""`manage.py webhooks`: whether messages get through, for people and for monitoring."""

from accounts.management.reporting import ChannelCommand, purpose
from accounts.rates import Rate
from accounts.webhooks.backlog import WebhookBacklog, backlog
from accounts.webhooks.rates import WEBHOOKS


class Command(ChannelCommand[WebhookBacklog]):
    help = purpose("messages")
    channel = WEBHOOKS
    backlog = staticmethod(backlog)

    def print_table(self, rate: Rate, waits: WebhookBacklog) -> None:
        super().print_table(rate, waits)
        self.stdout.write(
            f"{waits.enabled} webhooks are enabled, of which {waits.failing} fail;"
            f" {waits.disabled} are disabled."
        )
