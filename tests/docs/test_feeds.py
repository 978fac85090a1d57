"""The consumer that the page on feeds shows works as it stands."""

from collections.abc import Callable, Sequence
from typing import Any

from games.models import DayOfPlay
from games.store import feed
from games.store.consumers import Consumer
from games.store.feed import FeedEvent
from tests.docs.pages import DOCS, blocks
from tests.services.table import bot, new_game
from tests.store.feeding import end_of_feed


def test_the_consumer_of_the_page_counts_what_it_says(database: None) -> None:
    [block] = [one for one in blocks(DOCS / "feeds.md") if one.language == "python"]
    names: dict[str, Any] = {}
    exec(block.text, names)  # noqa: S102 - the page's own code
    take: Callable[[Sequence[FeedEvent]], None] = names["take"]
    assert isinstance(names["CONSUMER"], Consumer)
    here = end_of_feed()
    new_game(bot(), bot())
    names["forget"]()
    take(feed.read(here, limit=100))
    assert [(day.ruleset, day.created) for day in DayOfPlay.objects.all()] == [("mow", 1)]
