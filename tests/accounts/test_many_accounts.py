"""Who belongs together, and who is kept apart, among a million accounts (S74)."""

from time import perf_counter

import pytest

from accounts import selectors
from accounts.models import Account, Block
from accounts.moderation import restrictions, sanctions
from games.store import clock
from tests.accounts.people import open_bot
from tests.store.many import a_million_accounts

TRIES = 4
MOST = 0.1
"""Seconds; each row of a million would take longer."""


@pytest.mark.slow
def test_nothing_that_a_game_asks_of_accounts_reads_them_all(alice, ann, ben):
    a_million_accounts(like=alice.account)
    bot = Account.objects.get(name=open_bot(ann))
    Block.objects.create(blocker_id=ann.account, blocked_id=ben.account, created_at=clock.now())
    game, now = alice.account, clock.now()
    slow = {}
    for name, ask in {
        "household_of": lambda: selectors.household_of(bot.id),
        "blockers_of": lambda: selectors.blockers_of(ben.account),
        "kept_out_by": lambda: selectors.kept_out_by(bot.id),
        "unread_by": lambda: selectors.unread_by(bot.id),
        "unread_for": lambda: selectors.unread_for(ben.account),
        "tokens_of": lambda: list(selectors.tokens_of(Account.objects.get(id=ann.account))),
        "concerning": lambda: list(sanctions.concerning(bot.id)),
        "muted_until": lambda: restrictions.muted_until(bot.id, game=game, now=now),
    }.items():
        took = []
        for _ in range(TRIES):
            begin = perf_counter()
            ask()
            took.append(perf_counter() - begin)
        if min(took) >= MOST:
            slow[name] = min(took)
    assert not slow
    assert selectors.household_of(bot.id) == {ann.account}
    assert selectors.blockers_of(ben.account) == {ann.account, bot.id}
    assert selectors.kept_out_by(bot.id) == {ben.account}
