"""The end of an account against what its last requests still do."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.utils import timezone

from accounts.models import Account
from accounts.services import erasure
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import Caller
from tests.store.soundness import assert_log_is_sound
from tests.tables import seated

ROUNDS = 4


def _both(*calls):
    def run(call):
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def _gone(account):
    """The sweep may be needed after a race; it always leads to the end."""
    erasure.sweep(now=timezone.now())
    return not Account.objects.filter(id=account).exists()


def test_joins_and_the_end(database, bob):
    for _ in range(ROUNDS):
        ann = open_person()
        account, game = ann.account, bob.create("me", "open", "open")["id"]
        joined, ended = _both(
            lambda ann=ann, game=game: Caller(token=ann.token).post(f"/games/{game}/seats"),
            lambda ann=ann: Caller(token=ann.token).delete("/me"),
        )
        assert ended.status_code == 204
        assert joined.status_code in {201, 401}
        assert _gone(account)
        assert_log_is_sound(game)
        assert ann.name not in str(bob.view(game))


def test_two_ends_at_once(database, bob):
    for _ in range(ROUNDS):
        ann = open_person()
        bot = bot_player(ann, open_bot(ann))
        account, game = ann.account, seated(bob, ann, bot)
        answers = _both(*[lambda ann=ann: Caller(token=ann.token).delete("/me")] * 2)
        assert {answer.status_code for answer in answers} <= {204, 401}
        assert _gone(account)
        types = [event["type"] for event in bob.get(f"/games/{game}/events").json()["items"]]
        assert types.count("SeatRenamed") == 2
        assert_log_is_sound(game, gone=[1, 2])


def test_moves_and_the_end(database, bob):
    for _ in range(ROUNDS):
        ann = open_person()
        game = seated(bob, ann)
        decision = bob.view(game)["decision"]
        answer = {"decision": decision["id"], "move": decision["legal_moves"][0]}
        moved, ended = _both(
            lambda game=game, answer=answer: Caller(token=bob.token).post(
                f"/games/{game}/moves", answer
            ),
            lambda ann=ann: Caller(token=ann.token).delete("/me"),
        )
        assert (moved.status_code, ended.status_code) == (201, 204)
        assert_log_is_sound(game, gone=[1])
