"""The page that asks a person whether an app may act for them (RFC 6749, 4.1)."""

from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.settings import oauth2_settings
from oauth2_provider.views.mixins import OAuthLibMixin

from accounts.errors import BadCredentialsError
from accounts.oauth.models import App
from accounts.oauth.redirects import LOOPBACK
from accounts.oauth.views.describing import described
from accounts.oauth.views.pages import PageView, ask_to_log_in, page, person_of, refuse
from accounts.services import keys

_HANDED_ON = (
    *("client_id", "redirect_uri", "response_type", "state"),
    *("code_challenge", "code_challenge_method"),
)


class AuthorizeView(OAuthLibMixin, PageView):
    """Asks with GET, and is answered with POST to the same address.

    Nobody is sent anywhere before they have logged in, and never to an address that the app has
    not registered.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        """Ask."""
        return self._handle(request, self._ask)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Take the answer."""
        return self._handle(request, self._answered)

    def _handle(self, request: HttpRequest, handle: Any) -> HttpResponse:
        if person_of(request) is None:
            return ask_to_log_in(request)
        try:
            scopes, asked = self.validate_authorization_request(request)
            app = App.objects.select_related("user").get(client_id=asked["client_id"])
            response: HttpResponse = handle(request, app, scopes, asked)
        except FatalClientError as error:
            return refuse(request, f"The app asks wrongly: {error.oauthlib_error.description}")
        except OAuthToolkitError as error:
            return self._send_back(request, error)
        except BadCredentialsError:  # another password was set meanwhile
            return ask_to_log_in(request)
        except (App.DoesNotExist, IntegrityError):  # the app was removed meanwhile
            return refuse(request, "There is no such app any more.")
        except ValueError:
            return refuse(request, "The app asks wrongly: a parameter cannot be read.")
        return response

    def _ask(self, request: HttpRequest, app: App, scopes: list[str], asked: Any) -> HttpResponse:
        person = person_of(request)
        assert person is not None, "nobody else is asked"
        context = {
            **described(app, scopes=scopes, to=person, now=timezone.now()),
            "goes_to": _shown(asked["redirect_uri"]),
        }
        return page(request, "authorize", context, leads_to=asked["redirect_uri"])

    def _answered(
        self, request: HttpRequest, app: App, scopes: list[str], asked: Any
    ) -> HttpResponse:
        handed_on = {name: asked[name] for name in _HANDED_ON if asked.get(name)}
        person = person_of(request)
        assert person is not None, "nobody else is asked"
        with transaction.atomic(durable=True):
            keys.hold_while_good(person, shown=None)
            uri, *_ = self.create_authorization_response(
                request, " ".join(scopes), handed_on, request.POST.get("answer") == "allow"
            )
        return OAuth2ResponseRedirect(uri, app.get_allowed_schemes())

    def _send_back(self, request: HttpRequest, error: OAuthToolkitError) -> HttpResponse:
        """Tell the app that it gets nothing, and who says so (RFC 9207)."""
        _, found = self.error_response(error)
        issuer = oauth2_settings.oauth2_authorization_server_issuer(request)
        uri = _with(found["url"], iss=issuer)
        return OAuth2ResponseRedirect(uri, [urlsplit(uri).scheme])


def _with(uri: str, **parameters: str) -> str:
    parts = urlsplit(uri)
    query = "&".join(part for part in (parts.query, urlencode(parameters)) if part)
    return urlunsplit(parts._replace(query=query))


def _shown(uri: str) -> dict[str, str]:
    """Return of an address what tells people where it leads."""
    parts = urlsplit(uri)
    if parts.scheme == "https":
        return {"what": "", "where": parts.netloc}
    is_loopback = parts.hostname in LOOPBACK
    where = parts.netloc if is_loopback else f"{parts.scheme}:"
    return {"what": "a program on your own device, ", "where": where}
