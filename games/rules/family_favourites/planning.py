"""What standing orders may speak of in Family Favourites, and some ready-made."""

from games.engine.plans.terms import Template, Term, Terms, Value
from games.rules.family_favourites.cards import CALLS, PACK, POINTS
from games.rules.family_favourites.moves import FamilyMove, Play
from games.rules.family_favourites.observation import FamilyObservation

TEMPLATES = (
    Template(
        name="dearest-animal",
        title="Play my dearest animal",
        text="For the rest of this round play the animal with the highest number that fits, of "
        "several one of the set of which you hold the most. Jokers and drawing are left to you.",
        orders=(
            {
                "move": {
                    "where": {"form": "animal"},
                    "by": [{"highest": "points"}, {"highest": "held"}],
                },
                "times": None,
            },
        ),
    ),
    Template(
        name="draw-when-i-must",
        title="Draw when nothing fits",
        text="Whenever you have nothing to play, draw, or pass if there is nothing to draw. In all "
        "rounds.",
        orders=({"move": ["draw", "pass"], "times": None, "lasts": "game"},),
    ),
    Template(
        name="animals-then-jokers",
        title="Animals first, then jokers",
        text="For the rest of this round, as long as you hold a joker: play the dearest animal that "
        "fits; when none does, play a joker and call the animal of which you hold more cards.",
        orders=(
            {
                "when": {"count": "hand", "of": {"group": "J"}},
                "move": [
                    {"where": {"form": "animal"}, "by": {"highest": "points"}},
                    {"where": {"form": "joker"}, "by": {"highest": "called"}},
                ],
                "times": None,
            },
        ),
    ),
    Template(
        name="jokers-before-somebody-goes-out",
        title="Not be left with jokers",
        text="For the rest of this round: as soon as the seat on your left has at most two cards, "
        "play a joker, calling what you hold more of.",
        orders=(
            {
                "when": {"fact": "hand_sizes/left", "at_most": 2},
                "move": {"where": {"form": "joker"}, "by": {"highest": "called"}},
                "times": None,
            },
        ),
    ),
)


class FamilyTerms(Terms[FamilyObservation, FamilyMove]):
    """Animals by set and number, jokers by what they call."""

    facts = {
        "hand_points": Term("number", "what your hand would count now"),
    }
    traits = {
        "form": Term("text", "what is done", ("animal", "joker", "draw", "pass")),
        "card": Term("text", "the card played"),
        "set": Term("text", "of the card played", ("R", "U", "G", "W", "K")),
        "points": Term("number", "what the card played counts"),
        "held": Term("number", "the cards that you hold of that set, this one too"),
        "call": Term("text", "what a joker calls", CALLS),
        "called": Term("number", "the cards of your hand that the call allows, jokers aside"),
    }
    templates = TEMPLATES

    def facts_of(self, observation: FamilyObservation) -> dict[str, Value]:
        """Return the points in hand."""
        return {"hand_points": sum(POINTS[PACK.first(code)] for code in observation.hand or ())}

    def traits_of(self, observation: FamilyObservation, move: FamilyMove) -> dict[str, Value]:
        """Return which card is played, or that none is."""
        if not isinstance(move, Play):
            return {"form": str(move)}
        code, hand = PACK.code_of[move.card], observation.hand or ()
        traits: dict[str, Value] = {"card": code, "points": POINTS[move.card]}
        if move.call is None:
            held = sum(other[0] == code[0] for other in hand)
            return {"form": "animal", **traits, "set": code[0], "held": held}
        called = sum(other[0] in _ANIMALS[move.call] for other in hand)
        return {"form": "joker", **traits, "call": move.call, "called": called}


_ANIMALS = {"cat": "G", "dog": "RU"}
"""The sets of what is called (3.7.2)."""
