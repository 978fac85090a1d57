"""Who spares the next seat the herd."""

from games.engine.seats import Seat
from games.engine.signs.witness import Kind
from games.rules.mow.game import RULESET

HERD = ["5.0", "9.2"]


def signs(text, hands, **position):
    state = RULESET.from_position(
        {"herd": HERD, "hands": hands, "deck": ["1.0"], **position},
        RULESET.parse_options({}, len(hands)),
        len(hands),
    )
    return RULESET.witness().signs_of(state, Seat(0), RULESET.parse_move(text))


def test_the_move_that_leaves_the_next_seat_nothing_to_play_is_the_worst_for_it():
    hands = [["3.0", "12.0"], ["10.0"], ["15.0"]]
    worst, best = signs("12.0", hands), signs("3.0", hands)
    assert [(one.kind, one.towards) for one in worst] == [(Kind.SPARED, 1)]
    assert worst[0].value < 0 < best[0].value
    assert signs("take", hands)[0].value == best[0].value


def test_an_arrow_chooses_whom_to_hurt():
    hands = [["B16"], ["10.0"], ["10.1"]]
    left = {one.towards: one.value for one in signs("B16>L", hands)}
    right = {one.towards: one.value for one in signs("B16>R", hands)}
    assert left[1] < 0 < left[2]
    assert right[2] < 0 < right[1]


def test_where_all_moves_are_alike_for_the_others_there_is_no_sign():
    assert signs("3.0", [["3.0", "12.0"], ["2.0", "13.0"], ["15.0"]]) == []
    assert signs("take", [["6.0"], ["10.0"], ["15.0"]]) == ()
