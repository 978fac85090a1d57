"""The end of an account cuts the map from seat to person, and every game still verifies (S48)."""

import json

import pytest

from accounts.models import Account
from games.engine.game import Status
from games.selectors import game_view, replays
from games.services import erasure, lobby
from games.store import load
from games.store.models import Holder
from games.verifying.regression import Result, replay_game
from games.verifying.verify import verify_game
from tests.services.table import Table, bot, new_game, person


def begun() -> Table:
    table = new_game(person(), bot(), person())
    table.play(5)
    return table


def over() -> Table:
    table = begun()
    for seat in (0, 1):
        lobby.resign(game=table.game, asker=table.asker(seat))
    return table


def never_begun() -> Table:
    return new_game(person(), bot(), None)


@pytest.mark.parametrize("play", [never_begun, begun, over])
def test_a_game_verifies_after_the_end_of_an_account(database, play):
    table = play()
    before = verify_game(table.game)
    gone = table.asker(0)
    erasure.forget_account(gone.account)
    verdict = verify_game(table.game)
    assert verdict.findings == []
    assert verdict.state is not None
    is_over = verdict.state.status not in {Status.OPEN, Status.RUNNING}
    # A game that is over takes no more events; its log is the same to the last hash.
    assert (verdict.head == before.head) is is_over
    replayed = replay_game(table.game)
    assert replayed is not None
    assert (replayed.findings, replayed.result) == ([], Result.SAME)


@pytest.mark.parametrize("play", [begun, over])
def test_nothing_of_a_game_leads_to_the_person_any_more(database, play):
    table = play()
    gone = table.asker(0)
    erasure.forget_account(gone.account)
    assert not Holder.objects.filter(account=gone.account).exists()
    Account.objects.filter(id=gone.account).delete()
    loaded = load.game(table.game)
    view = game_view.game_view(loaded, None)
    assert view["seats"][0]["name"].startswith("gone-")
    told = [view, *(game_view.event_view(one, None) for one in load.events(table.game))]
    if loaded.state.status is Status.FINISHED:
        told.append(replays.replay(loaded))
    text = json.dumps(told)
    assert gone.name not in text
    assert str(gone.account) not in text
