"""A whole swap of Farmyard Cries through the API: who is shown what, in whatever order it comes."""

from itertools import permutations

import pytest

from tests.cast import Caller, problem
from tests.farmyard import Deal, deal_from, farmyard
from tests.tables import whole_log


@pytest.fixture
def game(alice, bob, mallory, monkeypatch):
    """A game of alice (seat 0, the dealer), bob and mallory; alice has called a swap."""
    deal_from(monkeypatch, Deal.PLAIN)
    game = farmyard(alice, bob, mallory)
    assert alice.move(game, "swap").status_code == 201
    return game


def hand(player, game):
    return player.view(game)["table"]["hand"]


def last_events(viewer, game, number: int):
    return whole_log(viewer, game)[-number:]


def test_every_seat_owes_a_card_at_once(game, alice, bob, mallory):
    view = Caller().get(f"/games/{game}").json()
    assert [(one["seat"], one["kind"]) for one in view["deciding"]] == [
        *((0, "swap"), (1, "swap"), (2, "swap"))
    ]
    assert (view["table"]["phase"], view["table"]["turn"]) == ("swap", 0)
    for player in (alice, bob, mallory):
        decision = player.view(game)["decision"]
        assert decision["legal_moves"] == [
            f"pass:{code}" for code in sorted(hand(player, game), key=pack_order)
        ]


def pack_order(code: str) -> tuple[int, int, str]:
    group, part = code.split(".")
    groups = ["HEN", "DUK", "DOG", "SHP", "CAT", "COW", "PIG"]
    return groups.index(group), "MYWB".index(part[0]), part


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_cards_sealed_in_any_order_all_move_at_once(game, alice, bob, mallory, order):
    """2.8.10: nobody learns who passed what but giver and receiver."""
    players = [alice, bob, mallory]
    before = [hand(player, game) for player in players]
    ids = [player.view(game)["decision"]["id"] for player in players]
    sealed = [cards[-1] for cards in before]
    for nth, seat in enumerate(order):
        assert players[seat].view(game)["decision"]["id"] == ids[seat]
        response = players[seat].move(game, f"pass:{sealed[seat]}")
        assert response.status_code == 201
        if nth == 2:
            break
        [own] = response.json()["events"]
        assert (own["type"], own["data"]) == ("CardSealed", {"card": sealed[seat]})
        table = response.json()["game"]["table"]
        assert (table["my_choice"], table["hand"]) == (sealed[seat], before[seat])
        for other in [*(p for place, p in enumerate(players) if place != seat), Caller()]:
            [event] = last_events(other, game, 1)
            assert (event["type"], event["seat"], event["data"]) == ("CardSealed", seat, {})
            seen = other.get(f"/games/{game}").json()
            assert seen["table"]["chosen"] == sorted(order[: nth + 1])
            assert seat not in [one["seat"] for one in seen["deciding"]]
    for seat, player in enumerate(players):
        left, right = (seat + 1) % 3, (seat - 1) % 3
        own, passed = last_events(player, game, 2)
        shown = {"card": sealed[order[-1]]} if seat == order[-1] else {}
        assert (own["type"], own["data"]) == ("CardSealed", shown)
        assert (passed["type"], passed["seat"]) == ("CardsPassed", None)
        assert passed["data"] == {"given": sealed[seat], "received": sealed[right]}
        kept = [code for code in before[seat] if code != sealed[seat]]
        assert hand(player, game) == sorted([*kept, sealed[right]])
        named = str([event["data"] for event in whole_log(player, game)])
        # The card between the two others is named to them alone.
        assert sealed[left] not in named or sealed[left] in before[seat]
    spectator = Caller().get(f"/games/{game}").json()
    assert [event["data"] for event in last_events(Caller(), game, 2)] == [{}, {}]
    assert (spectator["table"]["hand"], spectator["table"]["my_choice"]) == (None, None)
    assert (spectator["table"]["phase"], spectator["table"]["turn"]) == ("turn", 1)
    assert (spectator["table"]["prev_swap"], spectator["table"]["chosen"]) == (True, [])
    assert "swap" not in bob.view(game)["decision"]["legal_moves"]


def test_a_sealed_card_cannot_be_changed(game, alice):
    asked = {"decision": alice.view(game)["decision"]["id"]}
    one, other = (f"pass:{code}" for code in hand(alice, game)[:2])
    path = f"/games/{game}/moves"
    assert alice.post(path, asked | {"move": one}).status_code == 201
    assert alice.post(path, asked | {"move": one}).status_code == 200
    problem(alice.post(path, asked | {"move": other}), 409, "decision_already_made")


def test_a_cry_in_a_swap_closes_what_is_owed(alice, bob, mallory, monkeypatch):
    """2.8.14: a swap that a cry ends is dropped, also for a seat whose card was not sealed yet."""
    deal_from(monkeypatch, Deal.TWO_GOOD_CRIES)
    game = farmyard(alice, bob, mallory)
    assert alice.move(game, "swap").status_code == 201
    path, decision = f"/games/{game}/moves", mallory.view(game)["decision"]
    assert bob.move(game, f"pass:{hand(bob, game)[0]}").status_code == 201
    assert bob.view(game)["free_moves"] == ["cry:DOG"]
    assert alice.view(game)["free_moves"] == []
    cried = bob.post(path, {"move": "cry:DOG"}).json()
    assert [event["type"] for event in cried["events"]] == [
        *("GroupCried", "RoundEnded", "RoundDealt", "DealSealed")
    ]
    assert cried["game"]["table"]["last_round"]["seat"] == 1
    assert cried["game"]["table"]["chosen"] == []
    late = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    body = problem(mallory.post(path, late), 409, "decision_closed")
    assert body["closed_by"] == cried["events"][0]["version"]


def test_a_vain_cry_in_a_swap_leaves_every_decision_as_it_is(alice, bob, mallory, monkeypatch):
    deal_from(monkeypatch, Deal.TWO_VAIN_CRIES)
    game = farmyard(alice, bob, mallory)
    assert alice.move(game, "swap").status_code == 201
    owed = [player.view(game)["decision"] for player in (alice, bob, mallory)]
    assert bob.post(f"/games/{game}/moves", {"move": "cry:DOG"}).status_code == 201
    assert [player.view(game)["decision"] for player in (alice, bob, mallory)] == owed
    refused = bob.post(f"/games/{game}/moves", {"move": "cry:DOG"})
    problem(refused, 422, "illegal_move")


def test_after_the_game_the_replay_opens_the_swap(game, alice, bob, mallory):
    sealed = []
    for player in (alice, bob, mallory):
        sealed.append(hand(player, game)[0])
        assert player.move(game, f"pass:{sealed[-1]}").status_code == 201
    assert bob.post(f"/games/{game}/resign").status_code == 200
    assert mallory.post(f"/games/{game}/resign").status_code == 200
    replay = Caller().get(f"/games/{game}/replay").json()
    passed = next(event for event in replay["events"] if event["type"] == "CardsPassed")
    assert passed["data"] == {"cards": sealed}
    moves = [move["move"] for move in replay["moves"]]
    assert moves == ["swap", *(f"pass:{code}" for code in sealed)]
    own = Caller().get(f"/games/{game}/replay?seat=0").json()
    seen = next(event for event in own["events"] if event["type"] == "CardsPassed")
    assert seen["data"] == {"given": sealed[0], "received": sealed[2]}
    assert [move["move"] for move in own["moves"]] == ["swap", f"pass:{sealed[0]}"]
