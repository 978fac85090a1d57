"""Changes of state: each asks for a form with a reason, calls a service, and edits nothing itself.

One page does it for one thing or for several. Each thing is a call of its own, with its own row of
the audit log; one that is refused does not stop the others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from accounts import clock
from accounts.dashboard.registers import Register, actor_of, may
from accounts.moderation.actors import Actor
from accounts.moderation.errors import StaffRefusalError
from accounts.moderation.roles import Permission

Filled = TypeVar("Filled", bound=forms.Form)
MOST_AT_ONCE = 100
_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
"""Characters that put others into another order."""


def line(label: str, **options: Any) -> forms.CharField:
    """Return a field for a short text."""
    return forms.CharField(label=label, widget=UnfoldAdminTextInputWidget(), **options)


def text(label: str, most: int, **options: Any) -> forms.CharField:
    """Return a field for a text of at most so many characters."""
    widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})
    return forms.CharField(
        label=label, max_length=most, widget=widget, validators=[_legible], **options
    )


def _legible(text: str) -> None:
    """Refuse what nobody can read, or is read as something else, on the pages that show it."""
    if _TURNING & set(text) or not any(one.isprintable() and not one.isspace() for one in text):
        raise ValidationError("Write it in letters that can be seen, and in their order.")


def choice(label: str, choices: Sequence[tuple[str, str]]) -> forms.ChoiceField:
    """Return a field with a few values."""
    return forms.ChoiceField(label=label, choices=choices, widget=UnfoldAdminSelectWidget())


def number(label: str, least: int, most: int, **options: Any) -> forms.IntegerField:
    """Return a field for a whole number."""
    widget = UnfoldAdminIntegerFieldWidget()
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, widget=widget, **options
    )


class OrderForm(forms.Form):
    """Base of the forms: every order can have a note for staff."""

    note = text("Note for staff", 2000, required=False)


def filled_form(
    form: type[Filled], request: HttpRequest, filled: Sequence[str], **options: Any
) -> Filled:
    """Return a form with what was sent, or with what the link to it fills in."""
    if request.method == "POST":
        return form(request.POST, **options)
    return form(
        initial={name: request.GET[name] for name in filled if name in request.GET}, **options
    )


def case_asked(request: HttpRequest) -> str | None:
    """Return the page of the case that a form is about, to which who fills it in goes back."""
    asked = request.POST if request.method == "POST" else request.GET
    try:
        case = UUID(asked.get("case", ""))
    except ValueError:
        return None
    return reverse("admin:accounts_case_change", args=[case])


@dataclass(frozen=True, kw_only=True)
class Order:
    """Something that can be done to the rows of a register."""

    key: str
    title: str
    permission: Permission
    form: type[forms.Form]
    apply: Callable[[Actor, UUID, Mapping[str, Any], datetime], object]
    """Calls the service for one row, by its id; raises its refusals."""
    filled: Sequence[str] = ()
    """Fields that a link may fill in: what it is about, and never the words."""


class OrderedRegister(Register):
    """A register whose rows can be changed, by orders alone."""

    orders: ClassVar[Sequence[Order]] = ()
    change_form_before_template = "dashboard/orders.html"

    def get_urls(self) -> list[URLPattern]:
        own = path(
            "orders/<slug:key>/",
            self.admin_site.admin_view(self.order_view),
            name=f"{self.opts.app_label}_{self.opts.model_name}_order",
        )
        return [own, *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return one action an order; each only leads to its form."""
        return {
            order.key: (self._leading_to(order), order.key, order.title)
            for order in self.orders
            if may(request.user, order.permission)
        }

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        row = None if object_id is None else self.get_object(request, object_id)
        offered = [] if row is None else self.offered(request, str(row.pk))
        context = {**(extra_context or {}), "orders": offered}
        return super().changeform_view(request, object_id, form_url, context)

    def offered(self, request: HttpRequest, row: str) -> list[tuple[str, str]]:
        """Return the orders about one row that the role of who asks may give, with their pages."""
        return [
            (order.title, self._url(order, [row]))
            for order in self.orders
            if may(request.user, order.permission)
        ]

    def order_view(self, request: HttpRequest, key: str) -> HttpResponse:
        """Show the form of an order for these rows, or do it to each of them."""
        order = next((one for one in self.orders if one.key == key), None)
        if order is None:
            raise Http404
        if not may(request.user, order.permission) or not self.has_view_permission(request):
            raise PermissionDenied
        asked = request.POST if request.method == "POST" else request.GET
        rows = self._rows(request, asked.getlist("ids"))
        back = case_asked(request) or self._back(rows)
        form = filled_form(order.form, request, order.filled)
        if request.method == "POST" and form.is_valid():
            refusals = self._apply(request, order, rows, form.cleaned_data)
            if len(refusals) < len(rows):
                return HttpResponseRedirect(back)
        context = self.admin_site.each_context(request) | {
            "title": order.title,
            "opts": self.opts,
            "form": form,
            "rows": rows,
            "back": back,
        }
        return TemplateResponse(request, "dashboard/order.html", context)

    def _apply(
        self, request: HttpRequest, order: Order, rows: Sequence[Any], fields: Mapping[str, Any]
    ) -> list[str]:
        actor, refusals = actor_of(request), []
        for row in rows:
            try:
                order.apply(actor, row.pk, fields, clock.now())
            except StaffRefusalError as refusal:
                refusals.append(f"{row}: {refusal}")
        for refused in refusals:
            messages.error(request, refused)
        if len(refusals) < len(rows):
            messages.success(request, f"{order.title}: {len(rows) - len(refusals)} done.")
        return refusals

    def _rows(self, request: HttpRequest, ids: Sequence[str]) -> Sequence[Any]:
        try:
            rows = list(self.get_queryset(request).filter(pk__in=ids[:MOST_AT_ONCE]))
        except (ValidationError, ValueError):
            raise Http404 from None
        if not rows:
            raise Http404
        return rows

    def _leading_to(self, order: Order) -> Callable[..., HttpResponse]:
        def lead(model_admin: Register, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse:
            ids = [str(pk) for pk in rows.values_list("pk", flat=True)[:MOST_AT_ONCE]]
            return HttpResponseRedirect(self._url(order, ids))

        return lead

    def _url(self, order: Order, ids: Sequence[str]) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_order"
        return f"{reverse(name, args=[order.key])}?{urlencode({'ids': ids}, doseq=True)}"

    def _back(self, rows: Sequence[Any]) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        if len(rows) == 1:
            return reverse(f"{name}_change", args=[rows[0].pk])
        return reverse(f"{name}_changelist")
