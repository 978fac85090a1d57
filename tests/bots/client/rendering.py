"""What a terminal shows, as text."""

import io

from rich.console import Console


def drawn(renderable) -> str:
    written = io.StringIO()
    Console(file=written, width=100).print(renderable)
    return written.getvalue()
