"""Addresses that open something by themselves; nothing here may log what it is handed."""

from django.http import HttpRequest

PATHS = {"/api/v1/calendar/": ".ics", "/mails/stop/": ""}
"""What comes behind each of these is a secret, with this ending."""
_KEPT = "herdbook.secret_address"


def hide(request: HttpRequest) -> None:
    """Take the secret out of the path of a request, and keep it where nobody logs it."""
    path = next((one for one in PATHS if request.path_info.startswith(one)), None)
    if path is None:
        return
    ending, secret = PATHS[path], request.path_info.removeprefix(path)
    hidden = f"{path}address{ending}"
    request.META[_KEPT] = secret.removesuffix(ending) if secret.endswith(ending) else ""
    request.path = request.path.removesuffix(request.path_info) + hidden
    request.path_info = request.META["PATH_INFO"] = hidden
    for name in ("REQUEST_URI", "RAW_URI"):
        request.META.pop(name, None)


def secret_of(request: HttpRequest) -> str:
    """Return the secret that was in the path, empty if there was none."""
    return str(request.META.get(_KEPT, ""))
