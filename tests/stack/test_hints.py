"""Who runs a command in the wrong environment is told which is the right one."""

import os
import subprocess
import sys
from pathlib import Path

from config.stack.state import CHECKOUT


def _run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=CHECKOUT,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_command_without_the_environment_of_a_server_says_where_that_is() -> None:
    ran = _run("manage.py", "feeds")
    assert ran.returncode == 1
    assert ran.stderr.startswith("Set HERDBOOK_SECRET_KEY")
    assert 'make manage ARGS="doctor"' in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_bad_setting_of_a_server_is_one_sentence() -> None:
    ran = _run("manage.py", "feeds", DATABASE_URL="postgresql://a:b@127.0.0.1:1/c")
    assert ran.returncode == 1
    assert ran.stderr == "Set HERDBOOK_SECRET_KEY to 50 or more random characters.\n"


def test_where_nothing_runs_the_folder_and_the_variable_that_chooses_it_are_named(
    tmp_path: Path,
) -> None:
    for words in (("status",), ("exec", "--", "true")):
        ran = _run("-m", "config.stack", *words, HERDBOOK_DATA=str(tmp_path / "none"))
        assert ran.returncode == 1
        said = ran.stdout + ran.stderr
        assert str(tmp_path / "none") in said
        assert "HERDBOOK_DATA" in said
