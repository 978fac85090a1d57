"""Where the command line keeps its tokens: a file for each server, for its owner's eyes only.

They lie below `$XDG_CONFIG_HOME/herdbook/tokens`. A token is never taken from the command's
arguments: everybody on a machine can read those in the list of processes.
"""

import json
import os
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote

from herdbook.client import Client
from herdbook.granting import AppTokens
from herdbook.login import Login

VARIABLE = "HERDBOOK_TOKEN"


class ExposedTokenError(Exception):
    """A token's file can be read by others."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"Others can read {file}. Run `chmod 600 {file}`, or log in anew.")


def authenticate(client: Client) -> None:
    """Have a client use what is known for its server. Raises `ExposedTokenError`."""
    client.token = os.environ.get(VARIABLE) or None
    if client.token:
        return
    match kept_for(client.url):
        case AppTokens() as kept:
            use(client, kept)
        case other:
            client.token = other


def use(client: Client, tokens: AppTokens) -> None:
    """Have a client use tokens that change, and keep each new pair."""
    client.log_in(Login(client.url, tokens, keeper=TokenFile(client.url)))


def kept_for(url: str) -> str | AppTokens | None:
    """Read what was kept for a server. Raises `ExposedTokenError`."""
    file = _file(url)
    try:
        with file.open() as opened:
            if stat.S_IMODE(os.fstat(opened.fileno()).st_mode) & 0o077:
                raise ExposedTokenError(file)
            text = opened.read().strip()
    except FileNotFoundError:
        return None
    return AppTokens(**json.loads(text)) if text.startswith("{") else text or None


def keep(url: str, kept: str | AppTokens) -> Path:
    """Keep this for a server, instead of what was before; return where."""
    file = _file(url)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = kept if isinstance(kept, str) else json.dumps(asdict(kept))
    # Beside it and then in its place: never half a token, and never for a moment in the open.
    new = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(f"{text}\n")
    new.replace(file)
    return file


def forget(url: str) -> bool:
    """Forget the token for a server; say whether there was one."""
    file = _file(url)
    kept = file.exists()
    file.unlink(missing_ok=True)
    _lock_of(file).unlink(missing_ok=True)
    return kept


@dataclass(frozen=True)
class TokenFile:
    """The file of a server, as the `Keeper` of a login: of several commands one fetches tokens."""

    url: str

    @contextmanager
    def locked(self) -> Generator[None]:
        """Wait for all others, and keep them waiting."""
        with _lock_of(_file(self.url)).open("a") as held:
            # On Windows two commands at once may have to log in anew.
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(held, fcntl.LOCK_EX)
            yield

    def load(self) -> AppTokens | None:
        """Return what is kept now."""
        kept = kept_for(self.url)
        return kept if isinstance(kept, AppTokens) else None

    def save(self, tokens: AppTokens) -> None:
        """Keep these instead."""
        keep(self.url, tokens)


def _lock_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _file(url: str) -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "herdbook" / "tokens" / quote(url, safe="")
