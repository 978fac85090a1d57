"""Apps: registering them, changing them, and those that one has let in."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import shown_names
from accounts.api.app_shapes import (
    App,
    LetInApp,
    NewApp,
    app_output,
    let_in_output,
    new_app_output,
)
from accounts.api.base import ApiView, account_of, refuse_app, refuse_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import (
    Nothing,
    PageQuery,
    StrictFlag,
    StrictInput,
    StrictText,
    read_body,
    refuse,
)
from accounts.api.outputs import page_response
from accounts.api.shapes import Page
from accounts.oauth import redirects, selectors
from accounts.scopes import Scope
from accounts.services import apps

MOST_URIS = 10
_EXAMPLE = {
    "name": "Kitchen board",
    "homepage": "https://board.example.org/",
    "redirect_uris": ["https://board.example.org/back"],
    "confidential": True,
}


def check_app_name(text: str) -> None:
    """Raise `ValidationError` for a name that could be taken for that of another app."""
    if (fault := shown_names.app_fault_of(text)) is not None:
        raise ValidationError(fault)


def check_redirect(uri: str) -> None:
    """Raise `ValidationError` for an address to which nobody may be sent back."""
    if (fault := redirects.fault_of(uri)) is not None:
        raise ValidationError(fault)


def check_homepage(uri: str) -> None:
    """Raise `ValidationError` unless it is the address of a page, or empty."""
    if uri and (not uri.startswith("https://") or redirects.fault_of(uri) is not None):
        raise ValidationError("Use an address that begins with https://.")


class _Uris(serializers.ListField):
    child = StrictText(max_length=redirects.LONGEST, validators=[check_redirect])


class AppChanges(StrictInput):
    name = StrictText(max_length=64, required=False, validators=[check_app_name])
    homepage = StrictText(
        max_length=200, required=False, allow_blank=True, validators=[check_homepage]
    )
    redirect_uris = _Uris(required=False, max_length=MOST_URIS)
    device_flow = StrictFlag(required=False)


class AppInput(AppChanges):
    name = StrictText(max_length=64, validators=[check_app_name])
    confidential = StrictFlag(required=False, default=False)


def _check_ways(uris: list[str], *, device_flow: bool) -> None:
    if not uris and not device_flow:
        refuse("redirect_uris", "Name where people are sent back to, or set device_flow.")


class AppsView(ApiView):
    """The apps that one has registered."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ, "POST": Scope.ACCOUNT_WRITE}
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation("list_apps", "Apps that you have registered", answers={200: Page[App]}),
        "POST": Operation(
            "create_app",
            "Register an app",
            "It can then ask people to let it act for them, with OAuth 2. `confidential` is for "
            "apps that can keep a secret, such as one on a server of yours.",
            bodies=(AppInput,),
            examples={
                "on a server": _EXAMPLE,
                "a board": {"name": "Chess clock", "device_flow": True},
                "on a desk": {"name": "Desk", "redirect_uris": ["http://127.0.0.1/back"]},
            },
            answers={201: NewApp},
            refusals=("too_many_apps", "not_for_apps"),
            key=Key.REFUSED,
        ),
    }

    def get(self, request: Request) -> Response:
        return page_response(selectors.apps_of(account_of(request)), self.query, show=app_output)

    def post(self, request: Request) -> Response:
        refuse_key(request)
        refuse_app(request)
        body = read_body(request, AppInput)
        uris, device_flow = body.get("redirect_uris", []), body.get("device_flow", False)
        _check_ways(uris, device_flow=device_flow)
        made = apps.register_app(
            account_of(request),
            name=body["name"],
            homepage=body.get("homepage", ""),
            redirect_uris=uris,
            device_flow=device_flow,
            confidential=body["confidential"],
            now=timezone.now(),
        )
        return Response(new_app_output(made), status=201)


class AppView(ApiView):
    """One of them."""

    scopes: ClassVar = {
        "GET": Scope.ACCOUNT_READ,
        "PATCH": Scope.ACCOUNT_WRITE,
        "DELETE": Scope.ACCOUNT_WRITE,
    }
    operations: ClassVar = {
        "GET": Operation("get_app", "An app of yours", answers={200: App}, refusals=("not_found",)),
        "PATCH": Operation(
            "change_app",
            "Change an app",
            bodies=(AppChanges,),
            examples={"another address": {"redirect_uris": ["https://board.example.org/new"]}},
            answers={200: App},
            refusals=("not_found", "not_for_apps"),
        ),
        "DELETE": Operation(
            "delete_app",
            "Remove an app",
            "All its tokens die at once.",
            answers={204: None},
            refusals=("not_found", "not_for_apps"),
        ),
    }

    def get(self, request: Request, client_id: str) -> Response:
        return Response(app_output(selectors.find_app(client_id, author=account_of(request))))

    def patch(self, request: Request, client_id: str) -> Response:
        refuse_app(request)
        changes: dict[str, Any] = read_body(request, AppChanges)
        app = selectors.find_app(client_id, author=account_of(request))
        _check_ways(
            changes.get("redirect_uris", app.uris),
            device_flow=changes.get("device_flow", app.device_flow),
        )
        return Response(app_output(apps.change_app(app, changes=changes)))

    def delete(self, request: Request, client_id: str) -> Response:
        read_body(request, Nothing)
        refuse_app(request)
        apps.remove_app(selectors.find_app(client_id, author=account_of(request)))
        return Response(status=204)


class AppSecretView(ApiView):
    """A new secret of a confidential app."""

    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE}
    operations: ClassVar = {
        "POST": Operation(
            "rotate_app_secret",
            "Give an app a new secret",
            "The one before is good no longer.",
            answers={201: NewApp},
            refusals=("not_found", "public_app", "not_for_apps"),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request, client_id: str) -> Response:
        refuse_key(request)
        read_body(request, Nothing)
        refuse_app(request)
        app = selectors.find_app(client_id, author=account_of(request))
        return Response(new_app_output(apps.rotate_secret(app)), status=201)


class LetInAppsView(ApiView):
    """The apps that one has let in; there are only a few."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ}
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation("list_my_apps", "Apps that can act for you", answers={200: Page[LetInApp]})
    }

    def get(self, request: Request) -> Response:
        if "cursor" in self.query:
            refuse("cursor", "This list has one page only.")
        found = selectors.let_in_by(account_of(request).id)
        return Response({"items": [let_in_output(one) for one in found], "next": None})


class LetInAppView(ApiView):
    """Taking back what an app was allowed; one that was never let in is simply out."""

    scopes: ClassVar = {"DELETE": Scope.ACCOUNT_WRITE}
    operations: ClassVar = {
        "DELETE": Operation(
            "remove_my_app",
            "Let an app act for you no longer",
            "Its tokens die at once. One that you have not let in is simply out.",
            answers={204: None},
        )
    }

    def delete(self, request: Request, client_id: str) -> Response:
        read_body(request, Nothing)
        apps.take_back(account_of(request), client_id=client_id, now=timezone.now())
        return Response(status=204)
