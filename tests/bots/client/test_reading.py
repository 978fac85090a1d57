from dataclasses import dataclass
from typing import Any

import pytest
from herdbook.reading import UnreadableError, as_json, read
from herdbook.views import Event, Game, Seat


def test_unknown_members_are_ignored_and_missing_ones_take_their_default():
    assert read(Seat, {"seat": 1, "kind": "open", "shoe_size": 44}) == Seat(1, "open")


def test_null_is_as_good_as_missing():
    game = {"id": "g", "ruleset": "mow", "status": "open", "table": None, "seats": None}
    assert read(Game, game) == Game("g", "mow", "open")


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        ([], "Seat is not an object"),
        ({"kind": "open"}, "Seat has no member 'seat'"),
        ({"seat": "1", "kind": "open"}, "Seat.seat is not of type int"),
        ({"seat": True, "kind": "open"}, "Seat.seat is not of type int"),
        ({"seat": None, "kind": "open"}, "Seat.seat is not of type int"),
    ],
)
def test_another_shape_is_refused_by_the_name_of_the_member(members, complaint):
    with pytest.raises(UnreadableError, match=complaint):
        read(Seat, members)


@pytest.mark.parametrize("at", ["yesterday", 5])
def test_a_time_has_to_be_one(at):
    with pytest.raises(UnreadableError, match=r"Event\.at is not a time"):
        read(Event, {"version": 1, "type": "X", "at": at})


def test_lists_name_the_item_that_is_wrong():
    with pytest.raises(UnreadableError, match=r"\[1\] is not of type str"):
        read(tuple[str, ...], ["a", 1])
    with pytest.raises(UnreadableError, match="is not a list"):
        read(tuple[str, ...], "ab")


def test_what_was_read_is_written_as_it_was():
    members = {"version": 1, "type": "X", "at": "2026-01-01T00:00:00.250Z", "seat": None,
               "cause": "bot", "data": {"cards": ["7.2"], "slot": None}}  # fmt: skip
    assert as_json(read(Event, members)) == members


@dataclass(frozen=True)
class Anything:
    thing: Any
    share: float = 0.0


def test_anything_goes_where_anything_is_asked_for():
    assert read(Anything, {"thing": [1, {"a": None}], "share": 0.5}) == Anything(
        [1, {"a": None}], 0.5
    )
