"""The path of moves, known before anything of Django is loaded."""

import re
from collections.abc import Mapping
from typing import Any

MOVES_PATH = re.compile(r"/api/v1/games/([^/]+)/moves")


def is_move(environ: Mapping[str, Any]) -> bool:
    """Answer whether a request of WSGI brings a move, to a server that is mounted at the root."""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and not environ.get("SCRIPT_NAME")
        and MOVES_PATH.fullmatch(environ.get("PATH_INFO", "")) is not None
    )
