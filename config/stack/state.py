"""The state folder: where it lies, who holds it, and what it tells the outside."""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

from config.stack.account import Account
from config.stack.console import StackError

CHECKOUT = Path(__file__).resolve().parents[2]
_NOT_FOR_A_SHELL = frozenset('"\\$`')
ELSEWHERE = "If HERDBOOK_DATA was set for what runs, set it here as well."
_LOG_LIMIT = 5_000_000  # bytes; a longer log is set aside when the stack starts


class ServiceSnapshot(TypedDict):
    """One service in `processes.json`."""

    pid: int | None
    """Main process, also its process group and session; null between two starts."""
    ready: bool
    restarts: int
    """Since it last ran for a minute."""
    port: int | None
    log: str


class Snapshot(TypedDict):
    """What `processes.json` holds. It is replaced as a whole, so a reader never sees half of it."""

    supervisor: int
    command: str
    url: str | None
    """Where the web process listens; null in `test`."""
    ready: bool
    """Everything was ready once and is now."""
    services: dict[str, ServiceSnapshot]
    """postgres, broker, web, worker, hooks, beat: those that belong to this stack."""


def default_folder(suffix: str = "") -> Path:
    """Return the state folder of this checkout; `make test` adds a suffix for one of its own."""
    chosen = os.environ.get("HERDBOOK_DATA", "").strip()
    if chosen:
        folder = Path(chosen).expanduser().resolve()
    elif os.geteuid() == 0:
        # A checkout below root's home is closed to the account of the servers.
        digest = hashlib.sha256(str(CHECKOUT).encode()).hexdigest()[:12]
        folder = Path("/var/lib") / f"herdbook-{digest}"
    else:
        folder = CHECKOUT / ".herdbook"
    return folder.with_name(folder.name + suffix)


class State:
    """One state folder, made on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.logs = folder / "log"
        self.processes = folder / "processes.json"
        self.lock = folder / "lock"

    @property
    def programs(self) -> Path:
        """Where copies of the servers' programs go.

        Outside of a folder whose name a shell would not leave alone: initdb looks for `postgres`
        beside itself through one. Only root makes copies, so the other place is root's.
        """
        if _NOT_FOR_A_SHELL.isdisjoint(str(self.folder)):
            return self.folder / "binaries"
        return Path("/var/lib/herdbook-programs")

    def prepare(self, account: Account) -> None:
        """Make the folder, or raise `StackError` if the servers' account cannot enter it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self.lock.exists() or not any(self.folder.iterdir()):
                self.folder.chmod(0o755 if account.is_other else 0o700)
            self.logs.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StackError(
                f"Cannot write the state folder {self.folder} ({error.strerror}); "
                "set HERDBOOK_DATA to another one."
            ) from error
        if account.is_other and not account.can_enter(self.folder):
            raise StackError(
                f"The servers run as {account.name}, who cannot enter {self.folder}: set "
                "HERDBOOK_DATA to a folder whose parents are open to everybody."
            )

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Hold the folder until the end, or raise `StackError` naming who holds it."""
        with self.lock.open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                snapshot = self.snapshot()
                who = f" (process {snapshot['supervisor']})" if snapshot else ""
                raise StackError(
                    f"The stack in {self.folder} is already running{who}. Stop that one, or set "
                    "HERDBOOK_DATA and HERDBOOK_PORT for a second one."
                ) from None
            for log in self.logs.glob("*.log"):
                if log.stat().st_size > _LOG_LIMIT:
                    log.replace(log.with_suffix(".log.1"))
            yield

    def is_held(self) -> bool:
        """Say whether a supervisor is alive. The lock goes with its process, whatever kills it."""
        try:
            with self.lock.open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except FileNotFoundError:
            return False
        return False

    def log(self, name: str) -> Path:
        return self.logs / f"{name}.log"

    def snapshot(self) -> Snapshot | None:
        """Read what the living, or the last, supervisor wrote."""
        found: Snapshot | None = read_json(self.processes)
        return found


def read_json(path: Path) -> Any:
    """Return the file's value, or None where there is no such file or only half of one."""
    try:
        return json.loads(path.read_text())
    except (FileNotFoundError, ValueError):
        return None


def write_json(path: Path, value: object, *, mode: int = 0o644) -> None:
    """Replace the file in one step."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w") as file:
        file.write(json.dumps(value, indent=2) + "\n")
    new.replace(path)


@contextlib.contextmanager
def scratch_folder(name: str = "stack") -> Iterator[Path]:
    """Give an end-to-end test a state folder that the servers' account can enter, and remove it.

    `tmp_path` is closed to everybody but its owner, so under root it would not do.
    """
    parent = default_folder() / "scratch"
    parent.mkdir(parents=True, exist_ok=True)
    parent.chmod(0o755)
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
