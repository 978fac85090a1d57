"""Addresses that open something by themselves; nothing here may log what it is handed."""

import re

from django.http import HttpRequest

PATHS = {
    "/api/v1/calendar/": ".ics",
    "/mails/stop/": "",
    "/mails/confirm/": "",
    "/mails/reset/": "",
}
"""What comes behind each of these is a secret, with this ending."""
_SLASHES = re.compile("/+")
_KEPT = "herdbook.secret_address"


def hide(request: HttpRequest) -> None:
    """Take the secret out of the path of a request, and keep it where nobody logs it."""
    asked = _SLASHES.sub("/", request.path_info)
    path = next((one for one in PATHS if asked.casefold().startswith(one)), None)
    if path is None:
        return
    # One that was mistyped opens nothing, and its secret is no less one.
    ending, secret = PATHS[path], request.path_info.removeprefix(path)
    secret = secret if request.path_info.startswith(path) else ""
    hidden = f"{path}address{ending}"
    request.META[_KEPT] = secret.removesuffix(ending) if secret.endswith(ending) else ""
    request.path = request.path.removesuffix(request.path_info) + hidden
    request.path_info = request.META["PATH_INFO"] = hidden
    for name in ("REQUEST_URI", "RAW_URI"):
        request.META.pop(name, None)


def secret_of(request: HttpRequest) -> str:
    """Return the secret that was in the path, empty if there was none."""
    return str(request.META.get(_KEPT, ""))
