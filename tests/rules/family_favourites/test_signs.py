"""Who leaves the next seat something to play."""

from games.engine.seats import Seat
from games.engine.signs.witness import Kind
from games.rules.family_favourites.game import RULESET


def signs(text, hands, top):
    state = RULESET.from_position(
        {"hands": hands, "played": [top], "draw_pile": ["W1"], "turn": 0},
        RULESET.parse_options({}, len(hands)),
        len(hands),
    )
    return RULESET.witness().signs_of(state, Seat(0), RULESET.parse_move(text))


def test_a_card_on_which_the_next_seat_can_play_is_good_for_it():
    hands = [["R1", "G2"], ["G4"], ["R5"]]
    [kind], [harsh] = signs("G2", hands, "R2"), signs("R1", hands, "R2")
    assert kind.kind is Kind.SPARED
    assert (kind.towards, harsh.towards) == (1, 1)
    assert (kind.value, harsh.value) == (0.5, -0.5)


def test_a_call_that_fits_is_good_and_to_be_left_with_a_joker_alone_is_between():
    hands = [["J", "R1"], ["G4", "J"]]
    values = {text: signs(text, hands, "R2")[0].value for text in ("J>cat", "J>dog", "R1")}
    assert values["J>cat"] > values["J>dog"] == values["R1"]


def test_who_draws_has_no_choice():
    assert signs("draw", [["W3"], ["G4"]], "R2") == ()
