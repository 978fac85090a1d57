"""The runner of worked examples finds what does not hold, and says what came instead."""

import json
from typing import Any

import pytest

from games.engine import registry
from games.engine.vectors import BadVectorsError, Failure, _sizes, parse_vectors, run_vectors
from games.rules.mow.cards import PACK

registry.discover()

POSITION = {"hands": [["5.1", "B0"], ["S"], []], "deck": ["1.0", "2.0"], "herd": ["7.0"]}


def run(
    *steps: dict[str, Any],
    position: dict[str, Any] | None = POSITION,
    seats: int | None = 3,
    **vector: Any,
) -> list[Failure]:
    text = json.dumps(
        [{"id": "V", "seats": seats, "position": position, "steps": list(steps), **vector}]
    )
    return run_vectors(registry.find_ruleset("mow"), parse_vectors(text.encode()))


def failed(where: str, expected: Any, came: Any) -> list[Failure]:
    return [Failure(id="V", where=where, expected=expected, came=came)]


def test_a_vector_that_holds_gives_no_failure():
    assert not run(
        {"legal": {"0": ["take", "5.1", "B0>R", "B0>L"]}},
        {"illegal": [1, "take"]},
        {"illegal": [0, "nonsense"]},
        {"play": [0, "5.1"]},
        {"position": {"hands": [["B0", "1.0"], ["S"], []], "herd": ["5.1", "7.0"]}},
        {"turn": 1},
        {"result": None},
    )


@pytest.mark.parametrize(
    ("step", "expected", "came"),
    [
        ({"turn": 2}, 2, 0),
        ({"turn": None}, None, 0),
        ({"position": {"arrow": "R"}}, {"arrow": "R"}, {"arrow": "L"}),
        ({"position": {"paddock": 1}}, {"paddock": 1}, {}),
        ({"position": {"hands": 3}}, {"hands": 3}, {"hands": [["5.1", "B0"], ["S"], []]}),
        ({"legal": {}}, {}, {"0": ["5.1", "B0>L", "B0>R", "take"]}),
        ({"result": {"winners": [0]}}, {"winners": [0]}, None),
        ({"illegal": [0, "5.1"]}, "a refusal", ["CowPlayed", "CardDrawn"]),
        ({"play": [1, "take"]}, "no refusal", "It is not this seat's turn."),
        ({"play": [0, "pass"]}, "no refusal", "That is not a move of Mow."),
        ({"deal": {"seats": 2, "deck": 37}}, {"seats": 2, "deck": 37}, {"seats": 2, "deck": 38}),
        ({"deal": {"seats": 5, "refused": True}}, "refused", "accepted"),
        ({"dance": 1}, "a step of the format", {"dance": 1}),
        ({"play": [0]}, "a step of the format", {"play": [0]}),
        ({}, "a step of the format", {}),
    ],
)
def test_a_step_that_does_not_hold_is_reported(step, expected, came):
    [failure] = run(step, {"turn": 2})
    assert failure.where == f"step 1: {' '.join(step)}"
    assert (failure.expected, failure.came) == (expected, came)


def test_a_new_game_starts_with_the_shuffle_at_the_head():
    order = list(PACK.code_of)
    assert not run(
        {"shuffle": order},
        {"position": {"hands": [["1.0", "2.1", "3.1", "4.0", "4.2"], order[1:11:2]]}},
        position=None,
        seats=2,
    )


def test_a_shuffle_that_is_missing_or_left_over_or_of_other_cards_fails():
    order = list(PACK.code_of)
    missing = "a shuffle (deal, 48 cards) is not in the script"
    assert run(position=None) == failed("start", "no refusal", missing)
    other = "the next shuffle in the script is not of the deal's cards"
    assert run({"shuffle": order[1:]}, position=None) == failed("start", "no refusal", other)
    [left_over] = run({"shuffle": order}, {"turn": 0})
    assert (left_over.where, left_over.came) == ("end", "1 shuffles left over")


def test_a_start_that_is_refused_fails():
    [failure] = run(position={"herd": ["7.0", "7.1"]})
    assert failure.where == "start"
    [failure] = run(options={"limit": 0})
    assert failure.where == "start"


def test_a_vector_without_seats_holds_deals_only():
    deals = [{"deal": {"seats": 2, "hands": [5, 5], "deck": 38}}]
    deals += [{"deal": {"seats": seats, "refused": True}} for seats in (1, 6)]
    assert not run(*deals, position=None, seats=None)
    [failure] = run({"turn": 0}, position=None, seats=None)
    assert failure.came == "a vector without seats"


def test_the_result_is_compared_by_its_keys():
    position = {"hands": [[], []], "herd": ["6.1"], "totals": [100, 3]}
    end: list[dict[str, Any]] = [{"play": [0, "take"]}, {"legal": {}}, {"turn": None}]
    assert not run(*end, {"result": {"winners": [1]}}, position=position, seats=2)
    [failure] = run(*end, {"result": None}, position=position, seats=2)
    assert failure.came["scores"] == [101, 3]


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"\xff", b'[{"id": "V"}]', b"[" * 10])
def test_a_text_without_vectors_is_refused(text):
    with pytest.raises(BadVectorsError):
        parse_vectors(text)


def test_piles_are_told_by_their_sizes():
    assert _sizes([["1.0"], []]) == [1, 0]
    assert _sizes(["1.0", "2.0"]) == 2
    assert _sizes([]) == 0
    assert _sizes({"A": ["1.0", "2.0"], "B": []}) == {"A": 2, "B": 0}
