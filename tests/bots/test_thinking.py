"""What house bots cost is counted where they think, and added up by day."""

import time

import pytest
from django.db import Error

from bots import tasks, thinking
from games.models import DayOfThought
from games.services import days_of_thought
from tests.services.table import bot, new_game, owed_by


@pytest.fixture(autouse=True)
def counter(database, monkeypatch):
    """What this process has counted before is not what is looked at here."""
    monkeypatch.setattr(thinking, "_counter", thinking.Counter())
    DayOfThought.objects.all().delete()


def sums() -> list[tuple[str, str, int]]:
    rows = DayOfThought.objects.order_by("ruleset", "strategy")
    return list(rows.values_list("ruleset", "strategy", "decisions"))


def test_a_house_bot_that_answers_is_counted_by_its_strategy():
    table = new_game("normal", bot())
    owed = owed_by(table.state, 0)
    tasks.answer(str(table.game), 0, owed.opened)
    assert sums() == [("mow", "normal", 1)]
    (row,) = DayOfThought.objects.all()
    assert 0 < row.longest <= row.seconds < 5


def test_sums_grow_and_the_longest_thought_stays():
    for seconds in (0.2, 0.5, 0.1):
        thought = days_of_thought.Thought()
        thought.add(1, seconds)
        days_of_thought.add({days_of_thought.Thinker("mow", "normal"): thought})
    (row,) = DayOfThought.objects.all()
    assert (row.decisions, round(row.seconds, 6), row.longest) == (3, 0.8, 0.5)


def test_a_process_writes_once_in_a_while_and_loses_nothing_meanwhile():
    for _ in range(3):
        with thinking.counted("mow", "random"):
            pass
        thinking.write()
    assert sums() == [("mow", "random", 1)]
    thinking.write(every=0)
    assert sums() == [("mow", "random", 3)]


def test_waiting_is_no_thinking():
    with thinking.counted("mow", "random"):
        time.sleep(0.2)
    thinking.write()
    assert DayOfThought.objects.get().longest < 0.1


def test_what_cannot_be_written_stops_no_bot(monkeypatch, caplog):
    def broken(thoughts):
        raise Error("no room on the disk, and a secret")

    monkeypatch.setattr(days_of_thought, "add", broken)
    with thinking.counted("mow", "random"):
        pass
    thinking.write()
    assert "was not written: Error" in caplog.text
    assert "secret" not in caplog.text
