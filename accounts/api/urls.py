"""Paths for accounts, below `/api/v1`."""

from django.urls import path

from accounts.api import accounts, blocks, bots, events, me, players, tickets, tokens

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
    path("bots", bots.BotsView.as_view()),
    path("bots/<str:name>", bots.BotView.as_view()),
    path("bots/<str:name>/tokens", bots.BotTokensView.as_view()),
    path("players/<str:name>", players.PlayerView.as_view()),
]
