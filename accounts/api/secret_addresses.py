"""Addresses that open something by themselves; nothing here may log what it is handed."""

from django.http import HttpRequest

PATHS = "/api/v1/calendar/"
"""What comes behind it is a secret."""
_ENDING = ".ics"
_HIDDEN = f"{PATHS}address{_ENDING}"
_KEPT = "herdbook.secret_address"


def hide(request: HttpRequest) -> None:
    """Take the secret out of the path of a request, and keep it where nobody logs it."""
    if not request.path_info.startswith(PATHS):
        return
    secret = request.path_info.removeprefix(PATHS)
    request.META[_KEPT] = secret.removesuffix(_ENDING) if secret.endswith(_ENDING) else ""
    request.path = request.path.removesuffix(request.path_info) + _HIDDEN
    request.path_info = request.META["PATH_INFO"] = _HIDDEN
    for name in ("REQUEST_URI", "RAW_URI"):
        request.META.pop(name, None)


def secret_of(request: HttpRequest) -> str:
    """Return the secret that was in the path, empty if there was none."""
    return str(request.META.get(_KEPT, ""))
