"""Plans under the contract: whatever is ordered, only what may be played ever is."""

import inspect
import random
from pathlib import Path

from games.engine.errors import BadPlanError
from games.engine.plans.grammar import FREE
from games.engine.plans.reading import read_plan
from games.engine.plans.sight import Happening
from games.engine.registry import AnyRuleset
from tests.rules.contract.games import Plan, play
from tests.rules.contract.orders import known_plans, some_orders, would_play
from tests.rules.contract.subject import Subject


def check_orders(subject: Subject, plan: Plan) -> None:
    """Any orders that are accepted choose a move on offer or none, and never fail."""
    rules, rng = subject.ruleset, random.Random(plan.seed)
    game = play(subject, plan)
    drawn = [some_orders(rules, rng) for _ in range(2)]
    orders = [*known_plans(rules), *(read_plan(each, rules) for each in drawn)]
    events = [Happening(n, event.type, event.seat) for n, event in enumerate(game.events, 1)]
    for number in game.some_commits(3):
        state = game.commits[number].after
        for seat in game.seats:
            happenings = events[: game.version(number)]
            for each in orders:
                chosen = would_play(rules, state, seat, each, happenings)
                moves = [rules.free_moves(state, seat)]
                if len(chosen) > 1:
                    moves.insert(0, rules.legal_moves(state, seat))
                for one, offered in zip(chosen, moves, strict=True):
                    where = f"{game.where(seat, number)}: {each} chose {one}"
                    if one is None:
                        continue
                    assert one.move in map(str, offered), where
                    free = rules.is_free(rules.parse_move(one.move))
                    assert not free or FREE in each[one.order].on, where


def check_templates(subject: Subject) -> None:
    """Ready-made orders are orders, have names of their own and words that are none of the table."""
    rules = subject.ruleset
    names = [template.name for template in rules.terms.templates]
    assert len(set(names)) == len(names)
    for template in rules.terms.templates:
        read_plan(list(template.orders), rules)
        readme = Path(inspect.getfile(type(rules))).with_name("README.md")
        assert f"`{template.name}`" in readme.read_text(), template.name
    assert not set(rules.terms.facts) & set(rules.observation_type.__struct_fields__)


def check_broken_orders(subject: Subject, plan: Plan) -> None:
    """Orders with a part replaced by something else are read or refused with a pointer into them."""
    rules, rng = subject.ruleset, random.Random(plan.seed)
    for _ in range(10):
        orders = some_orders(rules, rng)
        _break(orders, rng)
        pointer = _refused_at(orders, rules)
        assert pointer is None or pointer.startswith("/orders"), pointer


def _refused_at(orders: object, rules: AnyRuleset) -> str | None:
    try:
        read_plan(orders, rules)
    except BadPlanError as error:
        return error.pointer
    return None


def _break(node: object, rng: random.Random) -> None:
    junk: list[object] = [
        None,
        True,
        -1,
        2**60,
        "",
        "x" * 100,
        [],
        {},
        [[]],
        {"all": []},
        {"x": 1},
        1.5,
    ]
    while True:
        keys = list(node) if isinstance(node, dict) else range(len(node))  # type: ignore[arg-type]  # JSON
        key = rng.choice(list(keys))
        inner = node[key]  # type: ignore[index]  # JSON
        if rng.random() < 0.4 or not (isinstance(inner, dict | list) and inner):
            node[key] = rng.choice(junk)  # type: ignore[index]  # JSON
            return
        node = inner
