"""The inspector: a game step by step, as everybody, one seat or nobody but the server saw it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.dashboard.orders import text
from accounts.dashboard.registers import actor_of, may, needs
from accounts.dashboard.site import add_page
from accounts.moderation.errors import BadOrderError, StaffRefusalError
from accounts.moderation.roles import Permission
from games.admin.drawing import Pen
from games.admin.telling import told
from games.engine.seats import Seat
from games.selectors import inspection
from games.selectors.game_view import seat_name, shown_cause
from games.selectors.inspection import Inspected, Look
from games.services.moderation import glass
from games.store import load
from games.store.errors import UnknownGameError
from games.store.load import Loaded, Recorded

_AROUND = 25
"""Events of the time line before the version that is shown, and so many behind it."""
_DIGITS = 9
"""More than any version has."""


@needs(Permission.READ_REGISTERS)
def inspect(request: HttpRequest, game: UUID) -> HttpResponse:
    """Show the table of a game at a version, with what led there."""
    loaded = _load(game)
    may_break = may(request.user, Permission.BREAK_GLASS)
    until = None
    if may_break and not loaded.state.status.is_over:
        until = glass.open_until(actor=actor_of(request), game=game, now=loaded.now)
    is_open = until is not None or loaded.state.status.is_over
    look = _look(request.GET.get("view", ""), loaded) if is_open else Look()
    found = inspection.inspected(loaded, _version(request, loaded))
    table = inspection.table(found, look)
    rules = loaded.state.game_rules if loaded.state.rules_installed else None
    pen = Pen(rules.pack if rules is not None else None)
    drawn = None if table is None else pen.draw(table, len(found.state.seats))
    codes = {one.code: one.name for one in rules.pack.pictures} if rules is not None else {}
    card = request.GET.get("card", "") if is_open else ""
    context = admin.site.each_context(request) | {
        "title": f"A game of {rules.title if rules is not None else loaded.state.ruleset}",
        "game": game,
        "state": found.state,
        "now": loaded.state,
        "version": found.version,
        "last": loaded.state.version,
        "look": look,
        "view": _name_of(look),
        "views": _views(loaded) if is_open else [],
        "until": until,
        "may_break": may_break,
        "may_order": may(request.user, Permission.ORDER_GAMES),
        "is_open": is_open,
        "seats": _seats(found, drawn),
        "drawn": drawn,
        "event": _row(found.log[-1], found, look),
        "timeline": _timeline(found, look),
        "codes": codes,
        "card": card if card in codes else "",
        "known": _known(found, card) if card in codes else [],
    }
    return TemplateResponse(request, "dashboard/inspector.html", context)


class GlassForm(forms.Form):
    """Why somebody looks."""

    reason = text("Reason, for the audit log", 500)


@require_POST
@needs(Permission.BREAK_GLASS)
def break_glass(request: HttpRequest, game: UUID) -> HttpResponse:
    """Open the hidden cards, for a reason."""
    _load(game)
    form = GlassForm(request.POST)
    try:
        if not form.is_valid():
            raise BadOrderError("reason", "Say why. 500 letters, which can be seen, are the most.")
        glass.break_glass(
            actor=actor_of(request), game=game, reason=form.cleaned_data["reason"], now=clock.now()
        )
    except StaffRefusalError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "The cards are open to you for 15 minutes.")
    version = request.POST.get("version", "")
    query = f"?version={version}" if _is_number(version) else ""
    return HttpResponseRedirect(reverse("admin:inspector", args=[game]) + query)


add_page("games/<uuid:game>/", inspect, "inspector")
add_page("games/<uuid:game>/break-glass/", break_glass, "break_glass")


def _load(game: UUID) -> Loaded:
    try:
        return load.game(game)
    except UnknownGameError:
        raise Http404 from None


def _version(request: HttpRequest, loaded: Loaded) -> int:
    asked = request.GET.get("version", "")
    return int(asked) if _is_number(asked) else loaded.state.version


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def _look(asked: str, loaded: Loaded) -> Look:
    if asked == "truth":
        return Look(truth=True)
    for seat in loaded.state.seat_numbers:
        if asked == f"seat-{seat}":
            return Look(seat=seat)
    return Look()


def _name_of(look: Look) -> str:
    if look.truth:
        return "truth"
    return "public" if look.seat is None else f"seat-{look.seat}"


def _views(loaded: Loaded) -> list[tuple[str, str]]:
    seats = [(f"seat-{seat}", f"Seat {seat}") for seat in loaded.state.seat_numbers]
    return [("public", "Public"), *seats, ("truth", "Everything")]


def _holder(found: Inspected, seat: Seat | None) -> str:
    if seat is None:
        return ""
    return seat_name(found.state, seat, found.loaded.owners) or "nobody"


def _seats(found: Inspected, drawn: Any) -> list[Mapping[str, Any]]:
    scores = found.state.scores()
    return [
        {
            "seat": seat,
            "name": _holder(found, seat),
            "kind": record.kind or "",
            "state": record.state if record.is_taken else "",
            "score": scores[seat] if scores else "",
            "owes": next((one for one in found.state.owed if one.seat == seat), None),
            "cells": []
            if drawn is None
            else list(zip(drawn.columns, drawn.seats[seat], strict=True)),
        }
        for seat in found.state.seat_numbers
        for record in (found.state.seats[seat],)
    ]


def _timeline(found: Inspected, look: Look) -> list[Mapping[str, Any]]:
    ahead = load.events(found.loaded.id, after=found.version, limit=_AROUND)
    around = [*found.log[-_AROUND:], *ahead]
    return [_row(one, found, look) for one in reversed(around)]


def _row(recorded: Recorded, found: Inspected, look: Look) -> Mapping[str, Any]:
    seat = recorded.event.seat
    return {
        "version": recorded.version,
        "at": recorded.at,
        "type": recorded.event.type,
        "seat": seat,
        "name": _holder(found, seat),
        "cause": recorded.cause if look.truth else shown_cause(recorded, look.seat),
        "data": told(inspection.event_data(recorded, look)),
        "is_here": recorded.version == found.version,
    }


def _known(found: Inspected, card: str) -> list[Mapping[str, Any]]:
    return [
        {
            "viewer": "Everybody" if one.seat is None else f"Seat {one.seat}",
            "name": _holder(found, one.seat),
            "is_seen": one.is_seen,
            "first": one.shown[0] if one.shown else None,
            "last": one.shown[-1] if len(one.shown) > 1 else None,
            "times": len(one.shown),
        }
        for one in inspection.knowledge(found, card)
    ]
