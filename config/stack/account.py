"""The account the servers run as.

PostgreSQL refuses to run as root, and Valkey has no reason to. Started by root, both run as an
unprivileged account; no account is made and no permission outside the state folder is changed.
"""

import contextlib
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from config.stack.console import StackError


class Identity(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that change who runs the program."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """Who runs the servers: ourselves, or somebody unprivileged when we are root."""

    name: str
    uid: int
    gid: int

    @property
    def is_other(self) -> bool:
        return self.uid != os.geteuid()

    def identity(self) -> Identity:
        if not self.is_other:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can_enter(self, folder: Path) -> bool:
        """Ask the system, for the account's sake: a parent may be closed to it."""
        test = shutil.which("test") or "test"
        return subprocess.run([test, "-x", folder], check=False, **self.identity()).returncode == 0

    def take(self, path: Path) -> None:
        """Give a file or an empty folder to the account."""
        if self.is_other:
            os.chown(path, self.uid, self.gid)


def for_servers() -> Account:
    """Choose the account of the servers."""
    if os.geteuid() != 0:
        return Account(str(os.geteuid()), os.geteuid(), os.getegid())
    for entry in _candidates():
        if entry.pw_uid != 0:
            return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise StackError(
        "PostgreSQL does not run as root, and there is no account to run it: start as an ordinary "
        "user, or add one named postgres or nobody."
    )


def _candidates() -> Iterator[pwd.struct_passwd]:
    sudo = os.environ.get("SUDO_UID", "")
    with contextlib.suppress(KeyError, ValueError):
        yield pwd.getpwuid(int(sudo))
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            yield pwd.getpwnam(name)
