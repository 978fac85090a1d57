"""Where the command line keeps its tokens: a file for each server, for its owner's eyes only.

They lie below `$XDG_CONFIG_HOME/herdbook/tokens`. A token is never taken from the command's
arguments: everybody on a machine can read those in the list of processes.
"""

import os
import stat
from pathlib import Path
from urllib.parse import quote

VARIABLE = "HERDBOOK_TOKEN"


class ExposedTokenError(Exception):
    """A token's file can be read by others."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"Others can read {file}. Run `chmod 600 {file}`, or log in anew.")


def token_for(url: str) -> str | None:
    """Find the token for a server: that of the environment, else the one that was kept."""
    return os.environ.get(VARIABLE) or kept_for(url)


def kept_for(url: str) -> str | None:
    """Read the token that was kept for a server. Raises `ExposedTokenError`."""
    file = _file(url)
    try:
        with file.open() as opened:
            if stat.S_IMODE(os.fstat(opened.fileno()).st_mode) & 0o077:
                raise ExposedTokenError(file)
            return opened.read().strip() or None
    except FileNotFoundError:
        return None


def keep(url: str, token: str) -> Path:
    """Keep the token for a server, instead of the one before; return where."""
    file = _file(url)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Beside it and then in its place: never half a token, and never for a moment in the open.
    new = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(f"{token}\n")
    new.replace(file)
    return file


def forget(url: str) -> bool:
    """Forget the token for a server; say whether there was one."""
    file = _file(url)
    kept = file.exists()
    file.unlink(missing_ok=True)
    return kept


def _file(url: str) -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "herdbook" / "tokens" / quote(url, safe="")
