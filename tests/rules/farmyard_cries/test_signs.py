"""What the seat on the left is passed in a swap, and which card it is left."""

from games.engine.seats import Seat
from games.engine.signs.witness import Kind
from games.rules.farmyard_cries.events import CardExchanged, RoundDealt
from games.rules.farmyard_cries.game import RULESET

NUMBER = RULESET.pack.first
OWN = ["HEN.B1", "PIG.Y1", "COW.W1", "CAT.B1", "DUK.B1"]
COLLECTOR = ["PIG.M", "PIG.W1", "HEN.M", "DOG.B1", "SHP.B1"]


def state(**position):
    stacks = {"A": ["HEN.B2", "CAT.B2"], "B": ["PIG.B1", "DUK.B2"]}
    position = {"hands": [OWN, COLLECTOR], "stacks": stacks, **position}
    return RULESET.from_position(position, RULESET.parse_options({}, 2), 2)


def signs(text, witness=None, **position):
    witness = witness or fresh()
    found = witness.signs_of(state(**position), Seat(0), RULESET.parse_move(text))
    return {one.kind: one.value for one in found}


def fresh():
    witness = RULESET.witness()
    cards = list(range(44))
    dealt = RoundDealt(
        round=1,
        dealer=Seat(0),
        hands=(tuple(cards[:5]), tuple(cards[5:10])),
        stack_a=tuple(cards[10:20]),
        stack_b=tuple(cards[20:]),
    )
    witness.see(dealt)
    return witness


def test_a_card_that_suits_what_nobody_could_know_is_an_unknown_gift():
    assert signs("pass:PIG.Y1", phase="swap", caller=0)[Kind.GIFT_UNKNOWN] > 0.5
    assert signs("pass:CAT.B1", phase="swap", caller=0)[Kind.GIFT_UNKNOWN] < 0


def test_a_card_that_suits_what_all_have_seen_taken_is_a_known_gift():
    witness = fresh()
    for code in ("PIG.M", "PIG.W1"):
        witness.see(
            CardExchanged(
                seat=Seat(1),
                discarded=NUMBER("COW.B1"),
                stack="A",
                taken=NUMBER(code),
                turned_up=NUMBER("CAT.B3"),
            )
        )
    found = signs("pass:PIG.Y1", witness, phase="swap", caller=0)
    assert found[Kind.GIFT_KNOWN] > 0.5
    assert (
        found[Kind.GIFT_KNOWN]
        > signs("pass:HEN.B1", witness, phase="swap", caller=0)[Kind.GIFT_KNOWN]
    )


def test_to_leave_the_card_that_the_next_seat_needs_spares_it():
    assert signs("CAT.B1>A") == {Kind.SPARED: 0.5}
    assert signs("CAT.B1>B") == {Kind.SPARED: -0.5}


def test_calling_a_swap_or_crying_is_no_sign():
    assert signs("swap") == {}
