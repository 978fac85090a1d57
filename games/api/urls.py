"""Paths for games, below `/api/v1`."""

from django.urls import path

from games.api import (
    calendars,
    games,
    imports,
    log,
    mine,
    offers,
    players,
    proofs,
    rulesets,
    seats,
    streams,
    undo,
)

urlpatterns = [
    # First, for what is asked most should be found first.
    path("games/<str:game_id>/moves", seats.MovesView.as_view()),
    path("rulesets", rulesets.RulesetsView.as_view()),
    path("rulesets/<str:slug>", rulesets.RulesetView.as_view()),
    path("time", rulesets.TimeView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<str:game_id>", games.GameView.as_view()),
    path("games/<str:game_id>/events", games.EventsView.as_view()),
    path("games/<str:game_id>/stream", streams.GameStreamView.as_view()),
    path("games/<str:game_id>/replay", games.ReplayView.as_view()),
    path("games/<str:game_id>/proof", proofs.ProofView.as_view()),
    path("imports", imports.ImportsView.as_view()),
    path("games/<str:game_id>/code", games.CodeView.as_view()),
    path("games/<str:game_id>/seats", seats.SeatsView.as_view()),
    path("games/<str:game_id>/seats/me", seats.OwnSeatView.as_view()),
    path("games/<str:game_id>/seats/<str:seat>/offer", offers.OfferView.as_view()),
    path("games/<str:game_id>/seats/me/entropy", proofs.EntropyView.as_view()),
    path("games/<str:game_id>/seats/me/return", seats.ReturnView.as_view()),
    path("games/<str:game_id>/invitation", seats.InvitationView.as_view()),
    path("games/<str:game_id>/rematch", seats.RematchView.as_view()),
    path("games/<str:game_id>/resign", seats.ResignView.as_view()),
    path("games/<str:game_id>/abort", seats.AbortView.as_view()),
    path("games/<str:game_id>/undo", undo.UndoView.as_view()),
    path("log/heads", log.HeadsView.as_view()),
    path("players/<str:name>/games", players.PlayerGamesView.as_view()),
    path("calendar/<str:address>.ics", calendars.CalendarView.as_view()),
    path("me/calendar", calendars.MyCalendarView.as_view()),
    path("me/stream", streams.MyStreamView.as_view()),
    path("me/turns", mine.TurnsView.as_view()),
    path("me/turns/next", mine.NextTurnView.as_view()),
    path("me/invitations", mine.InvitationsView.as_view()),
    path("me/games", mine.MyGamesView.as_view()),
]
