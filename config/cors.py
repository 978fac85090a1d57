"""What browsers are told of calls from pages of elsewhere."""

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers


class Cors(CorsMiddleware):
    """Says what the library says, and looks first whether it is a browser that calls.

    The library looks among all fields by name, which are made for that: nobody else needs them in
    the path of a move.
    """

    def add_response_headers(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if "HTTP_ORIGIN" in request.META or not self.is_enabled(request):
            return super().add_response_headers(request, response)
        patch_vary_headers(response, ("origin",))  # with an origin it would say more
        return response
