"""What standing orders may speak of in the Tortoise Game, and some ready-made.

The offer is a row of backs, so an order can say no more than which place to take, and how long.
"""

from games.engine.plans.terms import Template, Term, Terms, Value
from games.rules.tortoise.moves import Draw
from games.rules.tortoise.observation import TortoiseObservation

TEMPLATES = (
    Template(
        name="draw-the-first",
        title="Always the first card",
        text="Draw the first card of every offer, to the end of the game.",
        orders=({"move": "draw:0", "times": None},),
    ),
    Template(
        name="draw-the-last",
        title="Always the last card",
        text="Draw the last card of every offer, to the end of the game.",
        orders=({"move": {"by": {"highest": "position"}}, "times": None},),
    ),
    Template(
        name="draw-the-middle",
        title="From the middle, until it gets tight",
        text="Draw the card in the middle of every offer. As soon as you hold two cards or fewer, "
        "the draws are yours again.",
        orders=(
            {
                "move": {"by": {"lowest": "off_middle"}},
                "times": None,
                "until": {"count": "hand", "at_most": 2},
            },
        ),
    ),
)


class TortoiseTerms(Terms[TortoiseObservation, Draw]):
    """Places in the offered hand, of which only the number is known."""

    facts = {"offer_size": Term("number", "cards in the offered hand; null without one")}
    traits = {
        "form": Term("text", "what is done", ("draw",)),
        "position": Term("number", "the place in the offer, from 0"),
        "from_end": Term("number", "the place in the offer, counted from its end"),
        "off_middle": Term("number", "how far the place is from the middle"),
    }
    templates = TEMPLATES

    def facts_of(self, observation: TortoiseObservation) -> dict[str, Value]:
        """Return the size of the offer."""
        offerer = observation.offerer
        return {"offer_size": None if offerer is None else observation.hand_sizes[offerer]}

    def traits_of(self, observation: TortoiseObservation, move: Draw) -> dict[str, Value]:
        """Return where in the offer the card lies."""
        offerer = observation.offerer
        last = observation.hand_sizes[offerer] - 1 if offerer is not None else 0
        return {
            "form": "draw",
            "position": move.position,
            "from_end": last - move.position,
            "off_middle": abs(move.position - last // 2),
        }
