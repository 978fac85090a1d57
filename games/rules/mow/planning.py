"""What standing orders may speak of in Mow, and some ready-made."""

from games.engine.plans.terms import Template, Term, Terms, Value
from games.rules.mow.cards import FLIES, NUMBER, PACK
from games.rules.mow.moves import MowMove, Play
from games.rules.mow.observation import MowObservation

TEMPLATES = (
    Template(
        name="light-cow-or-take",
        title="A light cow, else take",
        text="If nobody takes the herd before your next turn and you then have a plain cow with at "
        "most two flies that fits, play the lowest; else take the herd. Once.",
        orders=(
            {
                "on": ["turn"],
                "move": [
                    {
                        "when": {"not": {"happened": "HerdTaken", "by": "others"}},
                        "where": {"form": "plain", "flies": {"at_most": 2}},
                        "by": {"lowest": "number"},
                    },
                    "take",
                ],
            },
        ),
    ),
    Template(
        name="stay-close",
        title="Stay close to the herd",
        text="For the rest of this round play the plain cow that leaves the smallest gap, the one "
        "with more flies if two do. Specials and taking are left to you.",
        orders=(
            {
                "on": ["turn"],
                "move": {
                    "where": {"form": "plain"},
                    "by": [{"lowest": "gap"}, {"highest": "flies"}],
                },
                "times": None,
            },
        ),
    ),
    Template(
        name="take-a-light-herd",
        title="Take a light herd",
        text="Whenever it is your turn in this round and the herd has at most two flies but three "
        "cows or more, take it.",
        orders=(
            {
                "on": ["turn"],
                "when": {
                    "all": [
                        {"fact": "herd_flies", "at_most": 2},
                        {"fact": "herd_size", "at_least": 3},
                    ]
                },
                "move": "take",
                "times": None,
            },
        ),
    ),
    Template(
        name="open-with-few-flies",
        title="Open with few flies",
        text="Whenever you have to open a herd, do it with the plain cow that has the fewest flies, "
        "of several with the one nearest the middle. In all rounds.",
        orders=(
            {
                "on": ["open"],
                "move": {
                    "where": {"form": "plain"},
                    "by": [{"lowest": "flies"}, {"lowest": "off_middle"}],
                },
                "times": None,
                "lasts": "game",
            },
        ),
    ),
)


class MowTerms(Terms[MowObservation, MowMove]):
    """Cows by number and flies, and how they fit the herd that everybody sees."""

    facts = {
        "herd_flies": Term("number", "flies in the herd"),
        "herd_size": Term("number", "cows in the herd"),
        "low": Term("number", "the lowest number of the herd; null without one"),
        "high": Term("number", "the highest number of the herd; null without one"),
        "stable_flies": Term("number", "flies in your stable"),
    }
    traits = {
        "form": Term("text", "what is done", ("plain", "blocker", "acrobat", "slowpoke", "take")),
        "number": Term("number", "of the cow; of a slowpoke the one it stands for"),
        "flies": Term("number", "on the cow"),
        "arrow": Term("text", "the way that a special shows", ("L", "R")),
        "end": Term("text", "the end that a cow joins; null in an empty herd", ("low", "high")),
        "gap": Term("number", "numbers left out between the cow and that end"),
        "off_middle": Term("number", "how far the number is from 8"),
    }
    templates = TEMPLATES

    def facts_of(self, observation: MowObservation) -> dict[str, Value]:
        """Return flies, size and ends of the herd, and the flies in the own stable."""
        cows = [_card_and_number(code) for entry in observation.herd for code in entry.split("^")]
        low, high = _ends(observation)
        return {
            "herd_flies": sum(FLIES[card] for card, _ in cows),
            "herd_size": len(cows),
            "low": low,
            "high": high,
            "stable_flies": sum(FLIES[PACK.first(code)] for code in observation.stable or ()),
        }

    def traits_of(self, observation: MowObservation, move: MowMove) -> dict[str, Value]:
        """Return what kind of cow it is and where it joins."""
        if not isinstance(move, Play):
            return {"form": "take"}
        form = PACK.pictures[_PICTURE[move.card]].group
        number = NUMBER[move.card] if move.slot is None else move.slot
        traits: dict[str, Value] = {
            "form": form,
            "number": number,
            "flies": FLIES[move.card],
            "arrow": move.arrow,
            "off_middle": abs(number - 8),
        }
        low, high = _ends(observation)
        if form in {"plain", "blocker"} and low is not None and high is not None:
            is_low = number < low
            gap = (low - number if is_low else number - high) - 1
            traits |= {"end": "low" if is_low else "high", "gap": gap}
        return traits


_PICTURE = [nth for nth, picture in enumerate(PACK.pictures) for _ in range(picture.copies)]


def _ends(observation: MowObservation) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number of the herd; acrobats are no end."""
    numbers = [_card_and_number(entry.partition("^")[0])[1] for entry in observation.herd]
    return (min(numbers), max(numbers)) if numbers else (None, None)


def _card_and_number(code: str) -> tuple[int, int]:
    """Read a cow of the herd as observations write it: `7.1`, `A7`, `S@6`."""
    name, _, slot = code.partition("@")
    card = PACK.first(name)
    return card, int(slot) if slot else NUMBER[card]
