"""Plans of three steps, for every kind of action that there is (A37), and the examples of the page."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from games.engine.chance import RandomChance
from games.engine.plans.following import Chosen, Fate, Play, aged, choose
from games.engine.plans.grammar import FREE, Plan
from games.engine.plans.reading import read_plan
from games.engine.plans.sight import offers_of, sight_of
from games.engine.registry import AnyRuleset, all_rulesets, discover, find_ruleset
from games.engine.ruleset import State
from games.engine.seats import Seat

discover()
FORMS = [
    (rules.slug, form)
    for rules in all_rulesets()
    if "form" in rules.terms.traits
    for form in rules.terms.traits["form"].values
]
POSITIONS: dict[tuple[str, str], Mapping[str, Any]] = {
    # Both seats hold a set at once.
    ("farmyard-cries", "lay-down"): {
        "hands": [
            ["HEN.M", "HEN.Y1", "HEN.W1", "HEN.B1", "PIG.W1"],
            ["DUK.M", "DUK.Y1", "DUK.W1", "DUK.B1", "CAT.W1"],
        ],
        "stacks": {"A": ["CAT.B1", "CAT.B2"], "B": ["CAT.B3", "COW.W1", "COW.B1"]},
        "phase": "race",
        "turn": 0,
    },
    # Nothing fits, and nothing is left to draw.
    ("family-favourites", "pass"): {
        "hands": [["R1", "U3"], ["R3", "K4", "R4"]],
        "played": ["W2"],
        "turn": 0,
    },
}


@dataclass(frozen=True)
class Step:
    """A move that a seat made, and the state it was made in."""

    before: State
    seat: Seat
    kind: str
    move: str
    form: object


def start(rules: AnyRuleset, form: str, seats: int, rng: random.Random) -> State:
    options = rules.parse_options({"first_seat": 0}, seats)
    if (rules.slug, form) in POSITIONS:
        return rules.from_position(POSITIONS[rules.slug, form], options, seats)
    state = rules.blank(options, seats)
    for event in rules.deal(options, seats, RandomChance(rng)):
        rules.evolve(state, event)
    return state


def steps(rules: AnyRuleset, form: str, seed: int) -> Iterator[Step]:
    """Play a game in which whoever can makes moves of a form now and then."""
    rng = random.Random(f"{form} {seed}")
    state = start(rules, form, 2, rng)
    for _ in range(300):
        ways = list(_ways(rules, state))
        if not ways:
            return
        wanted = [way for way in ways if way.form == form]
        step = rng.choice(wanted if wanted and rng.random() < 0.7 else ways)
        yield step
        move = rules.parse_move(step.move)
        for event in rules.decide(state, step.seat, move, RandomChance(rng)):
            rules.evolve(state, event)


def _ways(rules: AnyRuleset, state: State) -> Iterator[Step]:
    before = state.copy()
    for seat in (Seat(0), Seat(1)):
        kinds = [owed.kind for owed in rules.decisions(state) if owed.seat == seat]
        asked = [*((kind, rules.legal_moves(state, seat)) for kind in kinds)]
        for kind, moves in [*asked, (FREE, rules.free_moves(state, seat))]:
            for offer in offers_of(rules, rules.observe(state, seat), moves):
                yield Step(before, seat, kind, offer.text, offer.traits.get("form"))


def three_steps(rules: AnyRuleset, form: str) -> list[Step]:
    """Return three moves of a seat, one behind the other, one of which is of this form."""
    for seed in range(500):
        made: dict[Seat, list[Step]] = {Seat(0): [], Seat(1): []}
        for step in steps(rules, form, seed):
            own = made[step.seat]
            own.append(step)
            if len(own) > 2 and any(one.form == form for one in own[-3:]):
                return own[-3:]
    raise AssertionError(f"no game of {rules.slug} has {form}")


@pytest.mark.parametrize(("slug", "form"), FORMS)
def test_a_plan_of_three_steps_plays_all_three(slug, form):
    """A37: whatever kind of action they are of."""
    rules = find_ruleset(slug)
    wanted = three_steps(rules, form)
    orders: list[dict[str, Any]] = [
        {"on": [step.kind], "move": step.move, "lasts": "game"} for step in wanted
    ]
    orders[1]["after"], orders[2]["after"] = 0, 1
    plan = read_plan(orders, rules)
    fates = [Fate() for _ in plan]
    for number, step in enumerate(wanted):
        assert chosen_at(step, rules, plan, fates) == Chosen(number, step.move)
        fates[number] = fates[number].with_play(Play(number + 1, step.move))
    assert chosen_at(wanted[-1], rules, plan, fates) is None


def chosen_at(step: Step, rules: AnyRuleset, plan: Plan, fates: list[Fate]) -> Chosen | None:
    observation = rules.observe(step.before, step.seat)
    sight = sight_of(rules, observation, step.seat)
    moves = rules.free_moves if step.kind == FREE else rules.legal_moves
    offers = offers_of(rules, observation, moves(step.before, step.seat))
    return choose(plan, aged(plan, fates, sight), sight, step.kind, offers)


def would(
    slug: str, position: Mapping[str, Any], orders: list[dict[str, Any]], seat: int = 0
) -> Any:
    """Return what orders make of a position: of the decision owed, else of free moves."""
    rules = find_ruleset(slug)
    seats = len(position["hands"])
    state = rules.from_position(position, rules.parse_options({}, seats), seats)
    observation = rules.observe(state, Seat(seat))
    sight = sight_of(rules, observation, Seat(seat))
    plan = read_plan(orders, rules)
    fates = aged(plan, [Fate() for _ in plan], sight)
    asked = [
        *(
            (owed.kind, rules.legal_moves(state, Seat(seat)))
            for owed in rules.decisions(state)
            if owed.seat == seat
        ),
        (FREE, rules.free_moves(state, Seat(seat))),
    ]
    for kind, moves in asked:
        chosen = choose(plan, fates, sight, kind, offers_of(rules, observation, moves))
        if chosen is not None:
            return chosen.move
    return None


def template(slug: str, name: str) -> list[dict[str, Any]]:
    (found,) = [one for one in find_ruleset(slug).terms.templates if one.name == name]
    return list(found.orders)


def mow(hand: list[str], herd: list[str]) -> Mapping[str, Any]:
    return {"hands": [hand, ["15.0"]], "herd": herd, "deck": ["1.0"]}


def test_a_light_cow_is_played_else_the_herd_taken():
    """At either end, for at most two flies, the lowest."""
    orders = template("mow", "light-cow-or-take")
    assert would("mow", mow(["9.2", "3.1", "12.0", "B16"], ["5.0", "7.1"]), orders) == "3.1"
    assert would("mow", mow(["9.3", "6.0", "B16"], ["5.0", "7.1"]), orders) == "take"


def test_the_other_ready_made_orders_of_mow():
    stay, light = template("mow", "stay-close"), template("mow", "take-a-light-herd")
    assert would("mow", mow(["8.1", "3.1", "12.0"], ["5.0", "7.1"]), stay) == "8.1"
    assert would("mow", mow(["6.1", "B16"], ["5.0", "7.1"]), stay) is None
    assert would("mow", mow(["9.1"], ["5.0", "7.1"]), light) is None
    assert would("mow", mow(["9.1"], ["5.0", "7.1", "8.1"]), light) == "take"
    assert would("mow", mow(["9.1"], ["5.0", "7.1^A7", "8.1"]), light) is None
    opening = {**mow(["2.0", "9.1", "10.0"], []), "phase": "open"}
    assert would("mow", opening, template("mow", "open-with-few-flies")) == "10.0"


FARM = {
    "hands": [["PIG.M", "HEN.B1", "PIG.W1", "PIG.B1", "DUK.B1"], ["COW.M"]],
    "stacks": {"A": ["PIG.Y1", "CAT.B1"], "B": ["COW.W1", "COW.B1"]},
}


def test_the_ready_made_orders_of_farmyard_cries():
    """Pass the lowest, cry at once, complete a set."""
    swap = {**FARM, "phase": "swap"}
    assert would("farmyard-cries", swap, template("farmyard-cries", "pass-the-cheapest")) == (
        "pass:HEN.B1"
    )
    assert would("farmyard-cries", FARM, template("farmyard-cries", "cry-at-once")) == "cry:PIG"
    assert would("farmyard-cries", FARM, template("farmyard-cries", "cry-the-hens")) is None
    complete = template("farmyard-cries", "complete-or-collect")
    assert str(would("farmyard-cries", FARM, complete)).endswith(">A")
    race = POSITIONS["farmyard-cries", "lay-down"]
    assert would("farmyard-cries", race, template("farmyard-cries", "lay-down-at-once")) == (
        "lay-down"
    )


def family(hand: list[str], other: list[str], top: str, **more: Any) -> Mapping[str, Any]:
    return {"hands": [hand, other], "played": [top], "draw_pile": ["W1"], "turn": 0, **more}


def test_the_ready_made_orders_of_family_favourites():
    slug = "family-favourites"
    dearest, draws = template(slug, "dearest-animal"), template(slug, "draw-when-i-must")
    jokers, late = (
        template(slug, "animals-then-jokers"),
        template(slug, "jokers-before-somebody-goes-out"),
    )
    many = ["K1", "K2", "K3"]
    assert would(slug, family(["W3", "R2", "W1"], many, "W2"), dearest) == "W3"
    assert would(slug, family(["G3", "K4"], many, "W2"), draws) == "draw"
    assert would(slug, family(["G3", "J"], many, "W2"), draws) is None
    assert would(slug, family(["G3", "G4", "J"], many, "W2"), jokers) == "J>cat"
    assert would(slug, family(["R3", "G4", "U4", "J"], many, "W2"), jokers) == "J>dog"
    assert would(slug, family(["W3", "G4", "J"], many, "W2"), jokers) == "W3"
    assert would(slug, family(["W3", "G4", "J"], many, "W2"), late) is None
    assert would(slug, family(["W3", "G4", "J"], ["K1"], "W2"), late) == "J>cat"


def test_the_ready_made_orders_of_the_tortoise_game():
    slug = "tortoise"
    position = {
        "hands": [["R1", "R2", "R3"], ["K1", "R1", "R2", "R3", "R4"]],
        "offerer": 1,
    }
    assert would(slug, position, template(slug, "draw-the-first")) == "draw:0"
    assert would(slug, position, template(slug, "draw-the-last")) == "draw:4"
    assert would(slug, position, template(slug, "draw-the-middle")) == "draw:2"
    tight = {**position, "hands": [["R1", "R2"], ["K1", "R1", "R2"]]}
    assert would(slug, tight, template(slug, "draw-the-middle")) is None
