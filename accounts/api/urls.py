"""Paths for accounts, below `/api/v1`."""

from django.urls import path

from accounts.api import (
    accounts,
    blocks,
    bots,
    events,
    me,
    mutes,
    players,
    tickets,
    tokens,
    webhook_deliveries,
    webhooks,
)

urlpatterns = [
    path("accounts", accounts.AccountsView.as_view()),
    path("sandbox", accounts.SandboxView.as_view()),
    path("tokens", tokens.TokensView.as_view()),
    path("tokens/<str:token_id>", tokens.TokenView.as_view()),
    path("token", tokens.OwnTokenView.as_view()),
    path("stream-tickets", tickets.TicketsView.as_view()),
    path("me", me.MeView.as_view()),
    path("me/events", events.AccountEventsView.as_view()),
    path("me/sanctions", me.SanctionsView.as_view()),
    path("me/blocks/<str:name>", blocks.BlockView.as_view()),
    path("me/mutes/<str:name>", mutes.MuteView.as_view()),
    path("bots", bots.BotsView.as_view()),
    path("bots/<str:name>", bots.BotView.as_view()),
    path("bots/<str:name>/tokens", bots.BotTokensView.as_view()),
    path("webhooks", webhooks.WebhooksView.as_view()),
    path("webhooks/<str:webhook_id>", webhooks.WebhookView.as_view()),
    path("webhooks/<str:webhook_id>/rotate-secret", webhooks.RotateSecretView.as_view()),
    path("webhooks/<str:webhook_id>/test", webhook_deliveries.TestView.as_view()),
    path("webhooks/<str:webhook_id>/redeliver", webhook_deliveries.RedeliverView.as_view()),
    path("webhooks/<str:webhook_id>/deliveries", webhook_deliveries.DeliveriesView.as_view()),
    path(
        "webhooks/<str:webhook_id>/deliveries/<str:delivery_id>",
        webhook_deliveries.DeliveryView.as_view(),
    ),
    path("players/<str:name>", players.PlayerView.as_view()),
]
