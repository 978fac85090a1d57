"""A webhook says what the account's feed says, and no card (A40, S01)."""

import pytest

from accounts.event_types import EVENT_TYPES
from games.rules.mow.cards import PACK
from games.services import feeds
from tests.accounts.people import open_person
from tests.accounts.webhooks.hooks import open_webhook, send
from tests.accounts.webhooks.sinks import sink
from tests.leaks.crawl import Page
from tests.tables import QUICK, seated, turns

pytestmark = pytest.mark.usefixtures("loopback_open")
OF_GAMES = [str(kind) for kind, one in EVENT_TYPES.items() if one.scope == "games:read"]


def test_messages_of_a_whole_game_hold_no_card_and_nothing_that_the_feed_does_not(database):
    """What follows from hidden cards would differ in the feed, too, which is held against twins."""
    people = [open_person(), open_person()]
    with sink() as receiver:
        hooks = [open_webhook(one, f"{receiver.url}/{one.name}", *OF_GAMES) for one in people]
        game = seated(*people, options=QUICK)
        for _ in turns(game, *people):
            pass
        while feeds.run():
            pass
        for hook in hooks:
            send(hook)
        for person, hook in zip(people, hooks, strict=True):
            got = [one for one in receiver.got if one.path.endswith(person.name)]
            told = [one.verified(hook["secret"]) for one in got]
            items = person.get("/me/events?limit=100").json()["items"]
            assert {one["type"] for one in told} >= {"game.started", "game.finished"}
            shown = [
                {
                    "id": one["id"],
                    "type": one["type"],
                    "timestamp": one["at"],
                    "data": one["data"],
                }
                for one in items
            ]
            assert sorted(told, key=str) == sorted(shown, key=str)
            for one in got:
                words = Page("a message", 200, one.body.decode()).words()
                assert not words & set(PACK.code_of)
