"""Lists that can be read and searched, however long they are, and not changed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.admin import ShowFacets
from django.contrib.admin.filters import ListFilter
from django.contrib.admin.views.main import ORDER_VAR
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import urlencode
from unfold import paginator
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from accounts.api.base import request_id_of
from accounts.models import Account
from accounts.moderation.actors import Actor
from accounts.moderation.roles import PERMISSIONS, Permission
from accounts.selectors import household_of


def may(user: Any, permission: Permission) -> bool:
    """Answer whether the role of an account includes this. Services ask again, at their moment."""
    return isinstance(user, Account) and permission in PERMISSIONS[user.role]


def actor_of(request: HttpRequest) -> Actor:
    """Return who asks, for a service."""
    user = account_of(request)
    return Actor.of(user, request_id=request_id_of(request))


def account_of(request: HttpRequest) -> Account:
    """Return the account of somebody who is logged in."""
    user = request.user
    if isinstance(user, AnonymousUser) or not isinstance(user, Account):
        raise PermissionDenied
    return user


def own_of(request: HttpRequest) -> frozenset[UUID]:
    """Return who asks, with their bots, or with the owner of a bot and its others.

    What is reported, noted and decided about these they are told as players, or not at all.
    """
    account = account_of(request).id
    return frozenset({account}) | household_of(account)


def needs(permission: Permission) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Refuse a page of the dashboard to roles that do not include this."""

    def around(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not may(request.user, permission):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return inner

    return around


_ROWS = 10_000
"""Of a list; whoever looks for what is further down searches for it."""
FOUND = 200
"""Accounts that a search finds by the beginning of their name, in the order of names."""
_BEGINS = "startswith"
_NAME = f"__name__{_BEGINS}"
_OF_FIELDS = ("", "__exact", "__isnull")
_OF_DATES = ("__year", "__month", "__day", "__gte", "__lt")


def accounts_named(beginning: str) -> list[UUID]:
    """Return the first accounts whose names begin like this."""
    found = Account.objects.filter(name__startswith=beginning).order_by("name")
    return list(found.values_list("id", flat=True)[:FOUND])


class InfinitePaginator(paginator.InfinitePaginator):
    """Knows only whether there is a next page; a page far down would read all before it.

    By the name of the class the library's templates know that nothing was counted.
    """

    count = _ROWS


class _InOrder(ChangeList):
    """Is in the order that its index gives, unless its register says what else it can be by."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> Sequence[Any]:
        if not self.sortable_by:
            self.params.pop(ORDER_VAR, None)
        ordering: Sequence[Any] = super().get_ordering(request, queryset)
        return ordering


class Register(ModelAdmin):
    """A list that can be read and searched, however long it is, and not changed."""

    permission: ClassVar[Permission] = Permission.READ_REGISTERS
    """What a role needs to read it."""

    # A count of all rows takes as long as reading them; a page needs only to know of the next.
    paginator = InfinitePaginator
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    sortable_by: ClassVar[Sequence[str]] = ()
    list_per_page = 50
    list_disable_select_all = True  # nobody knows how many there are; orders take a hundred
    view_on_site = False  # models of libraries name pages that are not ours
    actions = None
    audited: ClassVar[bool] = False
    """Whether staff changes its rows, which the audit log then tells."""
    about: ClassVar[str] = ""
    """The column of the account that a row is about, if nobody sees what is about themselves."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        if self.about:
            rows = rows.exclude(**{f"{self.about}__in": own_of(request)})
        return rows

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Look for accounts first, by the index of their names, then for rows by theirs.

        Joined to look for both in one go, every row was read.
        """
        term = search_term.strip()
        if not term or not all(field.endswith(_BEGINS) for field in self.search_fields):
            found: tuple[QuerySet[Any], bool] = super().get_search_results(
                request, queryset, search_term
            )
            return found
        wanted = Q()
        for field in self.search_fields:
            account = field.removesuffix(_NAME)
            is_own = account == field
            wanted |= Q(**({field: term} if is_own else {f"{account}__in": accounts_named(term)}))
        return queryset.filter(wanted), False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        shown = self.audited and may(request.user, Permission.READ_AUDIT)
        context = {**(extra_context or {}), "show_history": shown}
        return super().changeform_view(request, object_id, form_url, context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead to what the audit log says of a row; the library's own log has nothing."""
        if not self.audited:
            raise Http404
        if not may(request.user, Permission.READ_AUDIT):
            raise PermissionDenied
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        asked = urlencode({"q": " ".join(self.known_as(row))})
        return HttpResponseRedirect(f"{reverse('admin:accounts_auditentry_changelist')}?{asked}")

    def known_as(self, row: Any) -> Sequence[str]:
        """Return the ids by which the audit log has a row."""
        return [str(row.pk)]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return _InOrder

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Take the filters that the list shows, and no other.

        The library takes any field of the model: whoever may not see a card, or the hash of a
        password, could guess it letter by letter by whether the row is in the list.
        """
        return lookup in set(self._lookups(request)) and "\0" not in str(value)

    def _lookups(self, request: HttpRequest | None) -> Iterator[str]:
        filters = self.get_list_filter(request) if request is not None else self.list_filter
        for one in filters:
            if isinstance(one, type) and issubclass(one, ListFilter):
                yield str(one.parameter_name)  # type: ignore[attr-defined]
            else:
                yield from (f"{one}{end}" for end in _OF_FIELDS)
        if self.date_hierarchy:
            yield from (f"{self.date_hierarchy}{end}" for end in _OF_DATES)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return may(request.user, self.permission)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
