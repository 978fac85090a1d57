"""Between requests of Django and the protocol."""

from django.http import HttpRequest
from oauth2_provider.oauth2_backends import OAuthLibCore

from accounts.oauth import credentials


class Backend(OAuthLibCore):
    """The toolkit's, with the one endpoint that it does not hand on."""

    def create_introspection_response(self, request: HttpRequest) -> tuple[object, str, int]:
        """Answer what an app asks about a token."""
        headers, body, status = self.server.create_introspect_response(
            *self._extract_params(request)
        )
        return headers, body, status


def new_access_token(_: object) -> str:
    """Return the text of a fresh access token, for whatever request."""
    return credentials.new(credentials.ACCESS)


def new_refresh_token(_: object) -> str:
    """Return the text of a fresh refresh token, for whatever request."""
    return credentials.new(credentials.REFRESH)
