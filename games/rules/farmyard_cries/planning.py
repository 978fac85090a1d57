"""What standing orders may speak of in Farmyard Cries, and some ready-made."""

from collections import Counter
from collections.abc import Iterable

from games.engine.card_sets import mask_of
from games.engine.plans.terms import Template, Term, Terms, Value
from games.rules.farmyard_cries.cards import GROUPS, PACK, find_set
from games.rules.farmyard_cries.moves import Cry, Exchange, FarmyardMove, Pass
from games.rules.farmyard_cries.observation import FarmyardObservation

TEMPLATES = (
    Template(
        name="pass-the-cheapest",
        title="Pass my lowest card",
        text="Whenever a swap is called, pass the card of the group with the lowest value, of "
        "several the one of which you hold the fewest. In all rounds.",
        orders=(
            {
                "on": ["swap"],
                "move": {"by": [{"lowest": "value"}, {"lowest": "held"}]},
                "times": None,
                "lasts": "game",
            },
        ),
    ),
    Template(
        name="cry-at-once",
        title="Cry as soon as I may",
        text="Cry whatever group you may, the most valuable first, whoever's turn it is.",
        orders=(
            {
                "on": ["free"],
                "move": {"where": {"form": "cry"}, "by": {"highest": "value"}},
                "times": None,
                "lasts": "game",
            },
        ),
    ),
    Template(
        name="lay-down-at-once",
        title="Lay down in a race",
        text="Lay your set down whenever you are in a race for the round.",
        orders=({"on": ["race"], "move": "lay-down", "times": None, "lasts": "game"},),
    ),
    Template(
        name="complete-or-collect",
        title="Complete a set, else collect",
        text="For the rest of this round: take the card that completes a set if one lies open; else "
        "the one of whose group you hold at least two cards, for the card of which you hold the "
        "fewest. Else the turn is left to you.",
        orders=(
            {
                "on": ["turn"],
                "move": [
                    {"where": {"form": "exchange", "completes": True}},
                    {
                        "where": {"form": "exchange", "takes_held": {"at_least": 2}},
                        "by": [{"highest": "takes_held"}, {"lowest": "held"}],
                    },
                ],
                "times": None,
            },
        ),
    ),
    Template(
        name="cry-the-hens",
        title="Cry the hens once",
        text="Cry HEN as soon as you may in this round.",
        orders=({"on": ["free"], "move": "cry:HEN"},),
    ),
)


class FarmyardTerms(Terms[FarmyardObservation, FarmyardMove]):
    """Cards by group and value, and what an exchange would bring."""

    facts = {
        "most_held": Term("number", "the most cards that you hold of one group"),
    }
    traits = {
        "form": Term("text", "what is done", ("exchange", "swap", "pass", "cry", "lay-down")),
        "card": Term("text", "the card discarded or passed"),
        "group": Term("text", "of that card, or the group cried", tuple(GROUPS)),
        "value": Term("number", "of that group"),
        "held": Term("number", "the cards that you hold of that group"),
        "stack": Term("text", "the stack from which a card is taken", ("A", "B")),
        "takes": Term("text", "the card taken in an exchange"),
        "takes_group": Term("text", "of the card taken", tuple(GROUPS)),
        "takes_value": Term("number", "of the group of the card taken"),
        "takes_held": Term("number", "the cards that you hold of the group of the card taken"),
        "completes": Term("flag", "whether the exchange gives you a set"),
    }
    templates = TEMPLATES

    def facts_of(self, observation: FarmyardObservation) -> dict[str, Value]:
        """Return the size of the largest group in hand."""
        return {"most_held": max(_held(observation).values(), default=0)}

    def traits_of(self, observation: FarmyardObservation, move: FarmyardMove) -> dict[str, Value]:
        """Return which card goes, and which comes."""
        match move:
            case Exchange(card, stack):
                given = PACK.code_of[card]
                taken = observation.face_up[stack]
                return {
                    "form": "exchange",
                    **_card(observation, given),
                    "stack": stack,
                    **_taken(observation, given, taken),
                }
            case Pass(card):
                return {"form": "pass", **_card(observation, PACK.code_of[card])}
            case Cry(group):
                return {"form": "cry", **_group(observation, group)}
            case _:
                return {"form": str(move)}


def _held(observation: FarmyardObservation) -> Counter[str]:
    return Counter(_group_of(code) for code in observation.hand or ())


def _group_of(code: str) -> str:
    return code.partition(".")[0]


def _card(observation: FarmyardObservation, code: str) -> dict[str, Value]:
    return {"card": code, **_group(observation, _group_of(code))}


def _group(observation: FarmyardObservation, group: str) -> dict[str, Value]:
    value = _VALUES[group]
    return {"group": group, "value": value, "held": _held(observation)[group]}


def _taken(observation: FarmyardObservation, given: str, taken: str | None) -> dict[str, Value]:
    if taken is None:  # only in a position written by hand
        return {}
    group = _group_of(taken)
    after = [code for code in observation.hand or () if code != given]
    return {
        "takes": taken,
        "takes_group": group,
        "takes_value": _VALUES[group],
        "takes_held": _held(observation)[group],
        "completes": find_set(_mask([*after, taken])) is not None,
    }


def _mask(codes: Iterable[str]) -> int:
    return mask_of(PACK.first(code) for code in codes)


_VALUES: dict[str, int] = {group.id: group.value for group in GROUPS.values()}
