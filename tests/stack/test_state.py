"""Where the state folder lies and what it keeps to itself."""

import os
import re
import stat
from pathlib import Path

import pytest

from config.stack import credentials
from config.stack import state as state_module
from config.stack.account import for_servers
from config.stack.console import StackError
from config.stack.state import CHECKOUT, State, default_folder, scratch_folder


def test_a_user_has_it_in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERDBOOK_DATA", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert default_folder() == CHECKOUT / ".herdbook"
    assert default_folder("-test") == CHECKOUT / ".herdbook-test"


def test_root_has_one_for_each_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERDBOOK_DATA", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    ours = default_folder()
    monkeypatch.setattr(state_module, "CHECKOUT", Path("/somewhere/else"))

    assert re.fullmatch(r"/var/lib/herdbook-[0-9a-f]{12}", str(ours))
    assert default_folder() != ours


def test_the_environment_overrides_and_tests_still_have_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HERDBOOK_DATA", str(tmp_path / "mine"))

    assert default_folder() == tmp_path / "mine"
    assert default_folder("-test") == tmp_path / "mine-test"


def test_secrets_are_random_kept_and_only_ours_to_read(tmp_path: Path) -> None:
    first, other = credentials.of(State(tmp_path)), tmp_path / "other"
    other.mkdir()

    assert credentials.of(State(tmp_path)) == first
    assert len({*vars(first).values(), *vars(credentials.of(State(other))).values()}) == 10
    assert stat.S_IMODE((tmp_path / "secrets.json").stat().st_mode) == 0o600


def test_a_folder_that_is_held_is_refused_and_free_afterwards() -> None:
    with scratch_folder() as folder:
        state = State(folder)
        state.prepare(for_servers())
        with state.held():
            assert state.is_held()
            with pytest.raises(StackError, match="already running"), State(folder).held():
                pass
        assert not state.is_held()


@pytest.mark.skipif(  # only root runs the servers as somebody else
    os.geteuid() != 0,
    reason="only root runs the servers as somebody else, so nobody else has this case",
)
def test_root_is_told_when_the_servers_account_cannot_enter(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)

    with pytest.raises(StackError, match="HERDBOOK_DATA"):
        State(tmp_path / "state").prepare(for_servers())

    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
