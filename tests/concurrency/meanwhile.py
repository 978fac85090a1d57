"""Something changes between the first query of a call and its last."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import connection, connections, transaction

from tests.cast import Response

Call = Callable[[], Response]


def while_it_is_open(change: Callable[[], object], calls: Sequence[Call]) -> list[Response]:
    """Make a change, begin calls, and commit it when each of them waits for what it has locked."""

    def run(call: Call) -> Response:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        with transaction.atomic():
            change()
            begun = [pool.submit(run, call) for call in calls]
            while _waiting() < len(calls):
                assert not any(one.done() for one in begun), "a call waited for nothing"
        return [one.result() for one in begun]


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        (count,) = cursor.fetchone()
    return int(count)
