"""Many tell one account at once, and whoever reads on from the last event misses none."""

import threading
from uuid import uuid4

from django.db import connection, transaction

from accounts import feed
from accounts.event_data import GameData
from accounts.event_types import EventType
from accounts.services import telling
from accounts.services.telling import News
from games.store import clock
from tests.services.table import person

TELLERS, EACH = 6, 25


def _news(account, dedupe: str) -> News:
    return News(
        account=account,
        type=EventType.INVITATION_CANCELLED,
        at=clock.now(),
        data=GameData(game=str(uuid4()), version=1),
        dedupe=dedupe,
    )


def test_a_reader_misses_nothing_of_what_is_told_at_the_same_time(database):
    """A02: the order of the feed is that of the commits, so that a place in it is enough."""
    account = person().account
    begin = threading.Barrier(TELLERS + 1)

    def tell(teller: int) -> None:
        try:
            begin.wait()
            for number in range(EACH):
                with transaction.atomic():
                    telling.tell([_news(account, f"{teller}/{number}"), _news(account, "both")])
        finally:
            connection.close()

    tellers = [threading.Thread(target=tell, args=[number]) for number in range(TELLERS)]
    for one in tellers:
        one.start()
    begin.wait()
    read: list[str] = []
    place, ends = None, False
    while True:
        part = feed.read(account, after=place, limit=7, scopes={"games:read"})
        read += [event.dedupe for event in part.items]
        place = part.cursor
        if ends and not part.more:
            break
        ends = not any(one.is_alive() for one in tellers)  # and then one read more
    told = {f"{teller}/{number}" for teller in range(TELLERS) for number in range(EACH)}
    assert len(read) == len(set(read))
    assert set(read) == {*told, "both"}
    by_teller = [[one for one in read if one.startswith(f"{teller}/")] for teller in range(TELLERS)]
    assert by_teller == [
        [f"{teller}/{number}" for number in range(EACH)] for teller in range(TELLERS)
    ]
