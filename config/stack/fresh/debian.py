"""A minimal Debian in a folder, from this machine's own mirror, with its way to packages."""

import platform
import re
import shutil
import subprocess
from pathlib import Path

from config.stack.fresh import pip

PACKAGES = ("python3", "python3-venv", "make", "ca-certificates")
_SOURCES = Path("/etc/apt")


class UnknownMirrorError(Exception):
    """APT's configuration does not say where this release comes from."""


def build(root: Path) -> None:
    """Make the system; the mounts need a mount namespace of the caller's own."""
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    root.chmod(0o755)
    subprocess.run(
        [
            *("debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}"),
            *(release, str(root), _mirror(release)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    _mount("--rbind", "/dev", root / "dev")
    # Of its own, so that nothing left there is left on this machine.
    _mount("-t", "tmpfs", "tmpfs", root / "dev/shm")
    _mount("-t", "proc", "proc", root / "proc")
    for name in ("resolv.conf", "hosts"):
        if (Path("/etc") / name).exists():
            shutil.copy(Path("/etc") / name, root / "etc" / name)
    for path in pip.local_paths():
        _bring(path, root)


def _mirror(release: str) -> str:
    """Find where APT gets this release, in either of its two formats."""
    lists = [_SOURCES / "sources.list", *sorted((_SOURCES / "sources.list.d").glob("*"))]
    for text in (path.read_text() for path in lists if path.is_file()):
        for line in re.findall(r"^deb\s+(?:\[.*?\]\s+)?(\S+)\s+(\S+)\s", text, re.MULTILINE):
            if line[1] == release:
                return str(line[0])
        for stanza in text.split("\n\n"):
            fields = dict(re.findall(r"^(\w+):\s*(.*)$", stanza, re.MULTILINE))
            if release in fields.get("Suites", "").split():
                return str(fields["URIs"].split()[0])
    raise UnknownMirrorError(f"No source of {release} in {_SOURCES}.")


def _bring(path: Path, root: Path) -> None:
    """Show a folder of this machine at the same place, read-only, or copy a file."""
    target = root / path.relative_to("/")
    if path.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        _mount("--bind", path, target)
        _mount("-o", "remount,bind,ro", target)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copy(path, target)
        target.chmod(0o644)


def _mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *arguments], check=True)
