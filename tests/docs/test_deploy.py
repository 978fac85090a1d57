"""The files for production fit what they are for."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from accounts.api import secret_addresses
from config import waiting
from tests.docs.pages import DOCS, ROOT

DEPLOY = DOCS / "deploy"
SETTINGS = (DOCS / "settings.md").read_text()


def test_they_name_settings_that_exist() -> None:
    for path in DEPLOY.iterdir():
        named = re.findall(r"^(?:Environment=)?([A-Z_]+)=", path.read_text(), re.MULTILINE)
        assert [one for one in named if f"| `{one}` |" not in SETTINGS] == [], path.name


@pytest.mark.parametrize(
    "prefer",
    [
        "wait=30",
        "respond-async, wait=30",
        'WAIT = "30"',
        "return=minimal;wait=1",
        "return=minimal",
        "await=30",
        "waiting=30",
        "",
    ],
)
def test_nginx_sends_to_the_waiting_server_what_waits(prefer: str) -> None:
    found = re.search(r'"~\*(.+?)"\s+herdbook_waits;', (DEPLOY / "nginx.conf").read_text())
    assert found is not None
    sent = re.search(found[1], prefer, re.IGNORECASE) is not None
    assert sent is (waiting._wanted_wait([(b"prefer", prefer.encode())]) is not None)


def test_nginx_waits_longer_than_a_client_may() -> None:
    seconds = re.findall(r"proxy_read_timeout (\d+)s;", (DEPLOY / "nginx.conf").read_text())
    assert seconds
    assert all(int(one) > waiting.MAX_WAIT for one in seconds)


@pytest.mark.parametrize("path", secret_addresses.PATHS)
def test_nginx_logs_no_secret_address(path: str) -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    found = re.search(rf"location ~ \^{re.escape(path)} {{(.+?)}}", text, re.DOTALL)
    assert found is not None
    assert "access_log off;" in found[1]
    assert "error_log /dev/null" in found[1]


def test_nginx_logs_nothing_of_who_comes_without_tls() -> None:
    """A secret address is one there too, and so is a ticket."""
    plain = re.search(
        r"server {\s+listen 80;(.+?)}", (DEPLOY / "nginx.conf").read_text(), re.DOTALL
    )
    assert plain is not None
    assert "access_log off;" in plain[1]


def test_no_server_of_ours_logs_addresses() -> None:
    for path in (*DEPLOY.glob("*.service"), ROOT / "config/stack/ours.py"):
        assert "access-log" not in path.read_text(), path.name


def test_every_process_has_a_unit() -> None:
    wanted = re.search(r"^Wants=(.+)$", (DEPLOY / "herdbook.target").read_text(), re.MULTILINE)
    assert wanted is not None
    assert set(wanted[1].split()) == {path.name for path in DEPLOY.glob("*.service")}


def test_a_web_server_is_started_only_if_its_processes_would_start() -> None:
    """It would begin them again and again, and be taken for one that works."""
    for unit in DEPLOY.glob("*.service"):
        text = unit.read_text()
        assert ("--respawn-failed-workers" in text) == ("-m config.starting" in text), unit.name


@pytest.mark.skipif(  # not every machine that tests is run by systemd
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on PATH"
)
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    """With this checkout in the place of the one that they name."""
    units = [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.target")]
    for unit in units:
        text = unit.read_text().replace("/srv/herdbook", str(ROOT))
        (tmp_path / unit.name).write_text(text)
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(tmp_path / one.name for one in units)],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
