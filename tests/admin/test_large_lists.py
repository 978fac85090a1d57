"""Lists over a million events, as fast as over a few: nothing counts or reads a whole table."""

from time import perf_counter
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.moderation.models import Sanction
from games.models import Suspicion
from games.store import load
from tests.admin.staff import browser
from tests.moderation.staff import impose
from tests.store.many import ROWS, a_million_accounts, copy_rows
from tests.tables import given_up

GAMES, EVENTS_EACH = 20_000, 50
PLAYERS = 1_415
"""Of whom a million pairs have met."""
TRIES = 4
MOST = 0.3
"""Seconds for a page."""


@pytest.mark.slow
def test_pages_over_a_million_events_take_less_than_300_ms(alice, bob, database):
    game = UUID(given_up(alice, bob))
    last = load.game(game).state.version
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE copied AS"
            " SELECT gen_random_uuid() AS copy, n FROM generate_series(1, %s::integer) n",
            [GAMES],
        )
    copy_rows(
        "game",
        {"id": "c.copy", "created_at": "x.created_at - c.n * interval '1 second'"},
        f"game x, copied c WHERE x.id = '{game}'",
    )
    copy_rows(
        "event",
        {"game_id": "c.copy", "version": "v", "type": "'GameRenamed'"},
        f"event x, copied c, generate_series(1, {EVENTS_EACH}) v"
        f" WHERE x.game_id = '{game}' AND x.version = 1",
    )
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE copied; ANALYZE game; ANALYZE event")
        cursor.execute("SELECT count(*) FROM event")
        assert cursor.fetchone()[0] >= GAMES * EVENTS_EACH
    _must_be_quick(
        "store/game/",
        "store/game/?p=3",
        "store/game/?p=199",
        "store/game/?status__exact=finished",
        "store/game/?ruleset=mow",
        "store/game/?deadlines=overdue",
        f"store/game/?q={game}",
        f"store/game/{game}/change/",
        f"games/{game}/?version={last}",
        "accounts/account/",
        f"accounts/account/?q={alice.name}",
        f"accounts/token/?q={alice.name[:3]}",
        f"players/{alice.name}/",
    )


@pytest.mark.slow
def test_a_million_rows_of_the_audit_log_take_less_than_300_ms(alice, database):
    told = impose(alice, Sanction.Kind.WARNING)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_entry (at, actor, role, action, target_kind, target, reason, note,"
            " after, request_id) SELECT now() - n * interval '1 second',"
            " ('00000000-0000-4000-8000-' || lpad((n %% 5000)::text, 12, '0'))::uuid, 'moderator',"
            " 'sanction.impose', (ARRAY['account', 'sanction', 'case', 'game'])[1 + n %% 4],"
            " gen_random_uuid(), repeat('why ', 20), '', '{}', ''"
            " FROM generate_series(1, %s::integer) n",
            [ROWS],
        )
        cursor.execute("ANALYZE audit_entry")
    _must_be_quick(
        "accounts/auditentry/",
        "accounts/auditentry/?p=3",
        "accounts/auditentry/?p=199",
        "accounts/auditentry/?o=2.7",
        f"accounts/auditentry/?q={told.id}",
        f"accounts/auditentry/?q={alice.name}",
        f"accounts/auditentry/?q={UUID(int=1)}",
        "",
    )


@pytest.mark.slow
def test_a_million_accounts_with_a_token_each_take_less_than_300_ms(alice, database):
    a_million_accounts(like=alice.account)
    _must_be_quick(
        "",
        "accounts/account/",
        "accounts/account/?p=199",
        "accounts/account/?q=old-4711",
        "accounts/token/",
        "accounts/token/?p=199",
        "accounts/token/?q=old-4711",
        "players/old-4711/",
    )


@pytest.mark.slow
def test_a_million_signals_take_less_than_300_ms(alice, database):
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE copied AS SELECT gen_random_uuid() AS copy, n"
            " FROM generate_series(1, %s::integer) n",
            [PLAYERS],
        )
    named = {"id": "c.copy", "name": "'sig-' || left(c.copy::text, 18)"}
    copy_rows("account", named, f"account x, copied c WHERE x.id = '{alice.account}'")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO suspicion (id, first_id, second_id, score, games, telling, scored_at)"
            " SELECT gen_random_uuid(), a.copy, b.copy, random() * 20, 3, '[]', now()"
            " FROM copied a JOIN copied b ON a.copy < b.copy"
        )
        cursor.execute("SELECT 'sig-' || left(copy::text, 18), copy FROM copied LIMIT 1")
        name, account = cursor.fetchone()
        cursor.execute("DROP TABLE copied; ANALYZE account; ANALYZE suspicion")
    pair = Suspicion.objects.filter(first=account).first() or Suspicion.objects.latest("id")
    try:
        _must_be_quick(
            "games/suspicion/",
            "games/suspicion/?p=3",
            "games/suspicion/?p=199",
            "games/suspicion/?o=2.3",
            f"games/suspicion/?q={name}",
            "games/suspicion/?q=sig-",
            f"games/suspicion/{pair.id}/change/",
            f"players/{name}/",
        )
    finally:
        Suspicion.objects.filter(first__name__startswith="sig-").delete()


def _must_be_quick(*pages: str) -> None:
    """Fail for a page that counts, or that takes too long each time: the machine may be busy."""
    client, faults = browser(), list[str]()
    for page in pages:
        took, asked = [], list[dict[str, str]]()
        for _ in range(TRIES):
            begin = perf_counter()
            with CaptureQueriesContext(connection) as queries:
                client.page(page)
            took.append(perf_counter() - begin)
            asked = queries.captured_queries
        slow = [one["sql"] for one in asked if float(one["time"]) > MOST / 10]
        counts = [one["sql"] for one in asked if page and "COUNT(" in one["sql"]]
        if min(took) >= MOST or counts:
            faults.append(f"{page}: {min(took):.3f} s, counts {counts}, slow {slow}")
    assert not faults, "\n".join(faults)
