"""Standing orders made at random for any ruleset, and what they and the ready-made would do."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from games.engine.plans.following import Chosen, Fate, aged, choose
from games.engine.plans.grammar import FREE, Plan
from games.engine.plans.paths import fields_of, kinds_at, table_of
from games.engine.plans.reading import read_plan
from games.engine.plans.sight import Happening, offers_of, sight_of
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State
from games.engine.seats import Seat

Json = dict[str, Any]


def some_orders(rules: AnyRuleset, rng: random.Random) -> list[Json]:
    """Return orders of which all parts are drawn, as anybody might send them."""
    orders: list[Json] = []
    for number in range(rng.randint(1, 4)):
        on = rng.sample([*rules.kinds, FREE], rng.randint(1, len(rules.kinds) + 1))
        order: Json = {
            "on": on,
            "move": [_choice(rules, rng) for _ in range(rng.randint(1, 3))],
            "times": rng.choice([None, 1, 3]),
            "lasts": rng.choice(["round", "game"]),
        }
        for name in ("when", "until"):
            if rng.random() < 0.5:
                order[name] = _condition(rules, rng, 3)
        if number and rng.random() < 0.2:
            order["after"] = rng.randrange(number)
        orders.append(order)
    return orders


def _choice(rules: AnyRuleset, rng: random.Random) -> Json:
    traits = rules.terms.traits
    where = {
        name: _compared(rng, traits[name].kind, traits[name].values)
        for name in rng.sample(sorted(traits), min(len(traits), rng.randint(0, 2)))
    }
    choice: Json = {"where": where}
    ranked = sorted(name for name, term in traits.items() if term.kind != "text")
    if ranked:
        choice["by"] = [
            {rng.choice(["lowest", "highest"]): rng.choice(ranked)}
            for _ in range(rng.randint(1, 2))
        ]
    if rng.random() < 0.3:
        choice["when"] = _condition(rules, rng, 2)
    return choice


def _condition(rules: AnyRuleset, rng: random.Random, depth: int) -> Json:
    form = rng.choice(["all", "any", "not", "fact", "fact", "count", "happened"])
    if depth and form in {"all", "any"}:
        return {form: [_condition(rules, rng, depth - 1) for _ in range(rng.randint(1, 3))]}
    if depth and form == "not":
        return {"not": _condition(rules, rng, depth - 1)}
    if form == "happened":
        event = rng.choice(rules.event_types).__name__
        return {
            "happened": event,
            "by": rng.choice(["me", "others"]),
            "at_least": rng.randint(0, 3),
        }
    name = rng.choice([*fields_of(table_of(rules)), *rules.terms.facts])
    kinds = kinds_at(rules, [name])
    if "list" in kinds:
        if rng.random() < 0.5:
            value = rng.choice(rules.pack.pictures).value
            return {
                "count": name,
                "of": {"value": {"at_most": value}},
                "at_most": rng.randint(0, 6),
            }
        code = rng.choice(rules.pack.pictures).code
        return {"fact": name, "has": code}
    if kinds <= {"object", "null"}:
        return {"fact": name, "is": None}
    kind = rng.choice(sorted(kinds - {"null", "object"}))
    comparison = _compared(rng, kind, ())
    return {"fact": name, **(comparison if isinstance(comparison, dict) else {"is": comparison})}


def _compared(rng: random.Random, kind: str, values: Sequence[str]) -> Any:
    if kind == "flag":
        return rng.random() < 0.5
    if kind == "text":
        return rng.choice(values or ["L", "A", "cat", "turn", "PIG.M", "7.0"])
    bound = rng.choice(["at_least", "at_most", "is_not"])
    return {bound: rng.choice([0, 1, 2, 3, 5, 8, 13, 20])}


@cache
def known_plans(rules: AnyRuleset) -> tuple[Plan, ...]:
    """Return the ready-made plans of a ruleset and a few drawn ones."""
    rng = random.Random(rules.slug)
    ready = [read_plan(list(template.orders), rules) for template in rules.terms.templates]
    return (*ready, *(read_plan(some_orders(rules, rng), rules) for _ in range(3)))


def would_play(
    rules: AnyRuleset, state: State, seat: Seat, plan: Plan, happenings: Sequence[Happening] = ()
) -> list[Chosen | None]:
    """Return what a plan makes of the seat's decision, and of its free moves."""
    observation = rules.observe(state, seat)
    sight = sight_of(rules, observation, seat, happenings=happenings)
    fates = aged(plan, [Fate() for _ in plan], sight)
    kinds = [owed.kind for owed in rules.decisions(state) if owed.seat == seat]
    asked = [(kind, rules.legal_moves(state, seat)) for kind in kinds]
    return [
        choose(plan, fates, sight, kind, offers_of(rules, observation, moves))
        for kind, moves in [*asked, (FREE, rules.free_moves(state, seat))]
    ]


def all_would_play(rules: AnyRuleset, state: State, seat: Seat) -> list[list[Chosen | None]]:
    """Return what each of the known plans would do now."""
    return [would_play(rules, state, seat, plan) for plan in known_plans(rules)]
