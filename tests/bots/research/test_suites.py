"""The environments themselves, where the dependency group `research` is installed."""

import sys

import pytest

from bots.research import check
from games.engine.registry import discover


def test_what_is_not_installed_is_skipped_with_a_message(capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    discover()
    check.main()
    assert "skipped: pettingzoo, gymnasium, numpy not installed" in capsys.readouterr().out


def test_environments_pass_the_suite_of_pettingzoo():
    pytest.importorskip("pettingzoo")
    discover()
    check.check_pettingzoo()


@pytest.mark.slow
def test_games_pass_the_suite_of_openspiel():
    pytest.importorskip("pyspiel")
    discover()
    check.check_openspiel()
    assert "bots.research.spiel" in sys.modules
