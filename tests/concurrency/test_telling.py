"""Many tell one account at once, and whoever reads on from the last event misses none."""

import threading
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from django.db import connection, transaction

from accounts import feed
from accounts.event_data import GameData
from accounts.event_types import EventType
from accounts.services import telling
from accounts.services.telling import News
from games.store import clock
from tests.services.table import person
from tests.stack.stacks import until

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


def test_what_is_told_later_is_not_read_before_what_is_told_and_not_yet_on_disk(database):
    """A02: or a reader would go on behind it, and never see it."""
    account = person().account
    with ThreadPoolExecutor(1) as other:

        def tell() -> None:
            with transaction.atomic():
                telling.tell([_news(account, "later")])

        with transaction.atomic():
            telling.tell([_news(account, "earlier")])
            later = other.submit(_in_thread, tell)
            until(lambda: later.done() or _somebody_waits(), "who tells later")
            with ThreadPoolExecutor(1) as reader:
                part = reader.submit(_in_thread, lambda: _read(account, None)).result()
            assert not part.items
        later.result()
    assert [event.dedupe for event in _read(account, part.cursor).items] == ["earlier", "later"]


def _read(account, place):
    return feed.read(account, after=place, limit=50, scopes={"games:read"})


def _in_thread(call):
    try:
        return call()
    finally:
        connection.close()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return bool(cursor.fetchone()[0])
