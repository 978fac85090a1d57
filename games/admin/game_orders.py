"""Orders to a game: first a preview of what every seat will see, then, for that version, the order."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts import clock
from accounts.dashboard.orders import (
    OrderForm,
    case_asked,
    choice,
    filled_form,
    line,
    number,
    text,
)
from accounts.dashboard.registers import actor_of, may
from accounts.dashboard.site import add_page
from accounts.moderation.errors import StaffRefusalError
from accounts.moderation.roles import Permission
from games.admin.telling import changes, told
from games.services.errors import ServiceError
from games.services.moderation.orders import clocks, results, seats
from games.services.moderation.orders.giving import give
from games.services.moderation.orders.order import Order
from games.services.moderation.orders.previewing import Preview, Seen, preview

_JUDGING = (
    ("adjudicate", "Adjudicate: say who wins"),
    ("annul", "Annul the result"),
    ("restore", "Restore the result before"),
)
_OTHERS = (
    ("pause", "Pause"),
    ("resume", "Resume"),
    ("extend", "Extend a deadline"),
    ("house", "Give a seat to a house bot"),
    ("player", "Give a seat to an account"),
    ("abort", "Abort"),
)
_HOURS = 24 * 90


class GameOrderForm(OrderForm):
    """Which fields an order needs, their labels say."""

    kind = choice("Order", _OTHERS)
    reason = text("Reason, public, without names", 500)
    seat = number("Seat (deadline, house bot, account)", 0, 15, required=False)
    hours = number("Hours from now (pause, deadline)", 1, _HOURS, required=False)
    winners = line("Seats that win, with blanks between (adjudicate)", required=False)
    strategy = line("Strategy (house bot); empty: the usual one", required=False, max_length=32)
    account = line("Name (account)", required=False, max_length=32)
    case = forms.UUIDField(label="Case", required=False, widget=UnfoldAdminTextInputWidget())
    version = forms.IntegerField(required=False, widget=forms.HiddenInput())

    field_order = ["kind", "reason", "seat", "hours", "winners", "strategy", "account", "case"]

    def __init__(self, *args: Any, judges: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = self.fields["kind"]
        assert isinstance(kinds, forms.ChoiceField)
        kinds.choices = [*_OTHERS, *(_JUDGING if judges else ())]

    def clean_winners(self) -> list[int]:
        """Read the seats."""
        words = self.cleaned_data["winners"].split()
        if not all(one.isascii() and one.isdigit() and len(one) <= 2 for one in words):  # noqa: PLR2004
            raise forms.ValidationError("Write numbers of seats, such as 0 2.")
        return [int(one) for one in words]

    def clean(self) -> dict[str, Any]:
        """Ask for what the order needs."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        kind = found.get("kind")
        needed = {
            "seat": {"extend", "house", "player"},
            "hours": {"pause", "extend"},
            "account": {"player"},
        }
        for field, kinds in needed.items():
            if kind in kinds and found.get(field) in {None, ""} and field not in self.errors:
                self.add_error(field, "This order needs it.")
        return found


def order_game(request: HttpRequest, game: UUID) -> HttpResponse:
    """Show the form, the preview, or give the order."""
    if not may(request.user, Permission.ORDER_GAMES):
        raise PermissionDenied
    judges = may(request.user, Permission.JUDGE_GAMES)
    sent = request.POST if request.method == "POST" else None
    form = filled_form(GameOrderForm, request, ("case",), judges=judges)
    back = case_asked(request) or reverse("admin:inspector", args=[game])
    found: Preview | None = None
    fields: Mapping[str, Any] = {}
    if sent is not None and form.is_valid():
        fields = form.cleaned_data
        asked = {
            "actor": actor_of(request),
            "game": game,
            "order": _order(fields),
            **{name: fields[name] for name in ("reason", "note", "case")},
        }
        try:
            if "give" in sent and sent.get("shown") == _shown(game, fields):
                give(previewed=fields["version"], **asked)
                messages.success(request, "The order is given.")
                return HttpResponseRedirect(back)
            found = preview(**asked)
        except (StaffRefusalError, ServiceError) as refusal:
            if getattr(refusal, "code", "") == "not_found":
                raise Http404 from None
            messages.error(request, str(refusal))
    context = admin.site.each_context(request) | {
        "title": "Order to a game",
        "game": game,
        "form": form,
        "back": back,
        "version": None if found is None else found.version,
        "shown": "" if found is None else _shown(game, {**fields, "version": found.version}),
        "events": [] if found is None else found.events,
        "seen": [] if found is None else _seen(found.seen),
    }
    return TemplateResponse(request, "dashboard/game_order.html", context)


add_page("games/<uuid:game>/order/", order_game, "game_order")


def _order(fields: Mapping[str, Any]) -> Order:
    until = clock.now() + timedelta(hours=fields["hours"] or 0)
    seat: int = fields["seat"] or 0
    make: Mapping[str, Callable[[], Order]] = {
        "pause": lambda: clocks.Pause(resume_at=until),
        "resume": clocks.Resume,
        "extend": lambda: clocks.Extend(seat=seat, due_at=until),
        "house": lambda: seats.ReplaceByHouse(seat=seat, strategy=fields["strategy"] or None),
        "player": lambda: seats.ReplaceByPlayer(seat=seat, account=fields["account"]),
        "abort": results.Abort,
        "adjudicate": lambda: results.Adjudicate(winners=fields["winners"]),
        "annul": results.Annul,
        "restore": results.Restore,
    }
    return make[fields["kind"]]()


def _shown(game: UUID, fields: Mapping[str, Any]) -> str:
    """Return a mark of what was previewed: whatever is changed afterwards is previewed again."""
    return salted_hmac("herdbook.preview", f"{game} {_text(sorted(fields.items()))}").hexdigest()


def _seen(found: Sequence[Seen]) -> list[Mapping[str, Any]]:
    """Return one row for all who see the same."""
    rows: dict[str, dict[str, Any]] = {}
    for one in found:
        row = {
            "events": [(event["type"], told(event["data"])) for event in one.events],
            "changes": changes(one.before, one.after),
        }
        viewer = "spectators" if one.seat is None else f"seat {one.seat}"
        rows.setdefault(_text(row), row | {"viewers": []})["viewers"].append(viewer)
    return [row | {"viewers": ", ".join(row["viewers"]).capitalize()} for row in rows.values()]


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
