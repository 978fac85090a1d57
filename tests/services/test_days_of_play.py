"""What is played on a day is counted from the feed."""

from collections import Counter
from datetime import UTC

import pytest

from games.models import DayOfPlay
from games.services import days_of_play, feeds, lobby
from games.services.days_of_play import CONSUMER, COUNTS
from games.store import clock, consumers
from games.store.models import FeedCheckpoint
from tests.services.table import bot, new_game, person
from tests.store.feeding import end_of_feed, go_to


@pytest.fixture(autouse=True)
def caught_up(database: None) -> None:
    go_to(CONSUMER, end_of_feed())


def counts() -> Counter[str]:
    """Return today's counts of Mow."""
    today = clock.now().astimezone(UTC).date()
    found = DayOfPlay.objects.filter(day=today, ruleset="mow").values(*COUNTS).first()
    return Counter(found or {})


def test_games_and_the_moves_of_people_bots_and_the_house_are_counted():
    before = counts()
    table = new_game(person(), bot(), "random")
    table.play(6)
    moves = Counter(str(one.cause) for one in table.log if one.event.move() is not None)
    lobby.resign(game=table.game, asker=table.asker(0))
    lobby.resign(game=table.game, asker=table.asker(1))
    aborted = new_game(bot(), None)
    lobby.abort_game(game=aborted.game, asker=aborted.asker(0))
    assert feeds.run() >= table.state.version
    assert sum(moves.values()) == 6
    assert counts() - before == Counter(
        created=2,
        started=1,
        finished=1,
        aborted=1,
        moves_of_people=moves["player"],
        moves_of_bots=moves["bot"],
        moves_of_house_bots=moves["house-bot"],
    )


def test_another_run_counts_nothing_twice():
    new_game(bot(), bot())
    assert consumers.advance(CONSUMER) > 0
    before = counts()
    assert consumers.advance(CONSUMER) == 0
    assert counts() == before


def test_counts_can_be_made_anew_from_the_first_event():
    new_game(bot(), bot()).play(3)
    feeds.run()
    go_to(CONSUMER, end_of_feed())
    consumers.reset(CONSUMER)
    assert not DayOfPlay.objects.exists()
    checkpoint = FeedCheckpoint.objects.get(consumer=CONSUMER.name)
    assert (checkpoint.handled, checkpoint.version) == (0, 0)
    assert consumers.advance(CONSUMER) > 0
    assert DayOfPlay.objects.exists()


def test_every_type_that_is_counted_is_one_that_there_is():
    from games.engine.lifecycle import LIFECYCLE_EVENTS

    assert set(days_of_play._BY_TYPE) <= {one.__name__ for one in LIFECYCLE_EVENTS}
    assert all(hasattr(DayOfPlay(), name) for name in COUNTS)
