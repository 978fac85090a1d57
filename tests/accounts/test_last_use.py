"""When a token was last used: to the minute, and without slowing a move down."""

from datetime import timedelta

from accounts.models import Token
from tests.accounts.people import open_person
from tests.tables import seated


def age(player, **span):
    """Let a token look as if it was used for the last time a while ago."""
    token = Token.objects.get(id=str(player.token).split("_")[1])
    token.last_used_at -= timedelta(**span)
    token.save()
    return token.last_used_at


def test_it_is_noted_once_a_minute(database, django_assert_num_queries):
    ann = open_person()
    before = age(ann, seconds=61)
    with django_assert_num_queries(3):  # the token, the note, all of the token
        shown = ann.get("/token").json()["last_used_at"]
    after = Token.objects.get(id=ann.get("/token").json()["id"]).last_used_at
    assert after - before > timedelta(seconds=60)
    assert shown
    with django_assert_num_queries(2):
        ann.get("/token")


def test_a_recent_use_is_not_written_again(database, django_assert_num_queries):
    ann = open_person()
    age(ann, seconds=50)
    with django_assert_num_queries(2):
        ann.get("/token")


def test_a_move_stays_at_two_statements(alice, bob, django_assert_num_queries):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    with django_assert_num_queries(2):  # token and game, append
        alice.post(
            f"/games/{game}/moves",
            {"decision": decision["id"], "move": decision["legal_moves"][0]},
        )
