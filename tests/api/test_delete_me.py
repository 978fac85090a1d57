"""DELETE /me: the end of an account (S80)."""

from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import Account, Block, Token
from accounts.services import erasure
from accounts.signals import erased
from games.services import execute
from games.services.deadlines import expire_game
from games.store.models import Holder
from tests.accounts.people import (
    PASSWORD,
    bot_player,
    fresh_address,
    fresh_name,
    log_in,
    open_bot,
    open_person,
)
from tests.cast import Caller, Player, problem
from tests.store.soundness import assert_log_is_sound
from tests.tables import given_up, seated


def end(player: Player) -> None:
    response = player.delete("/me")
    assert response.status_code == 204, response.content
    assert response.content == b""


def alias(view, seat):
    name = view["seats"][seat]["name"]
    assert name.startswith("gone-")
    return name


def test_nothing_is_left_of_it(database):
    ann = open_person(email="ann@example.org")
    id_ = ann.account
    end(ann)
    assert not Account.objects.filter(id=id_).exists()
    assert not Token.objects.filter(account=id_).exists()
    problem(Caller().get(f"/players/{ann.name}"), 404, "not_found")
    problem(log_in(ann.name, address=fresh_address()), 401, "bad_credentials")


def test_its_tokens_die_at_once_and_those_of_its_bots(database):
    ann = open_person()
    bot = bot_player(ann, open_bot(ann))
    end(ann)
    for caller in (ann, bot):
        problem(caller.get("/me/turns"), 401, "token_invalid")
        problem(caller.delete("/me"), 401, "token_invalid")
    problem(Caller().get(f"/players/{bot.name}"), 404, "not_found")


def test_a_running_game_goes_on_with_an_alias(database, bob, clock):
    ann = open_person()
    game = seated(bob, ann)
    before = bob.view(game)
    tag = bob.get(f"/games/{game}")["ETag"]
    end(ann)
    view = bob.get(f"/games/{game}", If_None_Match=tag).json()
    assert view["version"] == before["version"] + 1
    assert ann.name not in str(view)
    assert alias(view, 1)
    assert view["seats"][1]["kind"] == "person"
    last = bob.get(f"/games/{game}/events?after={before['version']}").json()["items"][-1]
    assert (last["type"], last["seat"], last["data"]) == ("SeatRenamed", 1, {})
    assert last["cause"] == "system"
    assert bob.move(game).status_code == 201


def test_its_seat_is_left_to_the_clock(database, bob, clock):
    ann = open_person()
    game = seated(ann, bob)
    end(ann)
    assert bob.view(game)["deciding"][0]["seat"] == 0
    clock.advance(86_401)
    expire_game(UUID(game))
    assert bob.view(game)["seats"][0]["state"] == "away"
    assert alias(bob.view(game), 0)


def test_whoever_stays_can_break_the_game_off_alone(database, bob):
    ann = open_person()
    game = seated(bob, ann)
    end(ann)
    assert bob.post(f"/games/{game}/abort").json()["status"] == "aborted"


@pytest.mark.parametrize("made", [seated, given_up])
def test_games_still_fold_to_the_same_state(database, bob, made):
    """S80"""
    ann = open_person()
    game = made(bob, ann)
    end(ann)
    assert_log_is_sound(game, gone=[1])


def test_a_game_that_is_over_keeps_its_log_and_shows_the_alias(database, bob):
    ann = open_person()
    game = given_up(bob, ann)
    tag, version = bob.get(f"/games/{game}")["ETag"], bob.view(game)["version"]
    end(ann)
    response = bob.get(f"/games/{game}", If_None_Match=tag)
    assert response.status_code == 200
    assert response.json()["version"] == version
    assert response["ETag"] != tag
    replay = bob.get(f"/games/{game}/replay").json()
    assert replay["names"] == [bob.name, alias(response.json(), 1)]


def test_an_alias_ties_no_games_together(database, bob):
    ann = open_person()
    games = [seated(bob, ann), given_up(bob, ann), seated(bob, ann)]
    end(ann)
    assert len({alias(bob.view(game), 1) for game in games}) == 3


def test_a_seat_in_a_game_that_has_not_started_is_free_again(database, bob, mallory):
    ann = open_person()
    game = bob.create("me", "open", "open")["id"]
    ann.join(game)
    end(ann)
    assert bob.view(game)["seats"][1]["kind"] == "open"
    mallory.join(game, seat=1)


def test_a_game_of_its_making_is_there_for_others(database, bob, mallory):
    ann = open_person()
    game = ann.create("open", "open")["id"]
    end(ann)
    bob.join(game)
    assert mallory.join(game)["status"] == "running"


def test_an_invitation_is_declined(database, bob):
    ann = open_person()
    game = bob.create("me", {"kind": "invite", "account": ann.name})["id"]
    end(ann)
    assert bob.view(game)["seats"][1]["kind"] == "open"


def test_no_row_ties_it_to_games_also_to_those_it_left(database, bob):
    ann = open_person()
    id_ = ann.account
    game = bob.create("me", "open", "open")["id"]
    ann.join(game)
    ann.delete(f"/games/{game}/seats/me")
    seated(ann, bob)
    end(ann)
    assert not Holder.objects.filter(account=id_).exists()


def test_blocks_and_keys_go_with_it(database):
    ann, ben = open_person(), open_person()
    ann.request("PUT", f"/me/blocks/{ben.name}")
    ben.request("PUT", f"/me/blocks/{ann.name}")
    ann.post("/bots", {"name": fresh_name()}, Idempotency_Key="k")
    id_ = ann.account
    end(ann)
    assert not Block.objects.filter(blocker=id_).exists()
    assert not Block.objects.filter(blocked=id_).exists()


def test_its_name_is_free_again_and_no_seat_comes_with_it(database, bob):
    ann = open_person()
    game = seated(bob, ann)
    end(ann)
    again = open_person(ann.name)
    assert again.view(game)["you"] is None
    assert again.get("/me/games").json()["items"] == []


def test_an_end_that_was_interrupted_is_finished_by_the_sweep(database, bob):
    ann = open_person()
    game, id_ = seated(bob, ann), ann.account

    def broken(**kwargs):
        raise RuntimeError("somebody could not let go")

    erased.connect(broken)
    try:
        end(ann)
    finally:
        erased.disconnect(broken)
    problem(ann.get("/me"), 401, "token_invalid")
    problem(Caller().get(f"/players/{ann.name}"), 404, "not_found")
    assert Account.objects.get(id=id_).email == ""
    assert erasure.sweep(now=timezone.now()) >= 1
    assert not Account.objects.filter(id=id_).exists()
    assert alias(bob.view(game), 1)
    renamed = [e["type"] for e in bob.get(f"/games/{game}/events").json()["items"]]
    assert renamed.count("SeatRenamed") == 1


def test_what_an_administrator_did_stays_on_record(database):
    ann = open_person()
    id_ = ann.account
    Account.objects.filter(id=id_).update(is_staff=True, is_superuser=True)
    end(ann)
    left = Account.objects.get(id=id_)
    assert left.name.startswith("gone-")
    assert [left.is_staff, left.is_superuser, left.is_active] == [False] * 3
    assert not left.check_password(PASSWORD)


def test_sandboxes_and_bots_do_not_end_themselves(database, alice):
    ann = open_person()
    for caller in (alice, bot_player(ann, open_bot(ann))):
        problem(caller.delete("/me"), 403, "insufficient_scope")


def test_a_game_that_changes_too_fast_is_let_go_of_later(database, bob, monkeypatch, caplog):
    ann = open_person()
    account, game = ann.account, seated(ann, bob)
    with monkeypatch.context() as busy:
        busy.setattr(execute, "TRIES", 0)
        assert ann.delete("/me").status_code == 204
    assert f"game={game} still knows" in caplog.text
    assert Account.objects.filter(id=account).exists()
    erasure.sweep(now=timezone.now())
    assert not Account.objects.filter(id=account).exists()
    assert ann.name not in str(bob.view(game))
