"""Reading a plan: from JSON values to the grammar, strictly, with a pointer to what is wrong."""

from collections.abc import Collection

from games.engine.errors import MalformedMoveError
from games.engine.plans.fields import Fields, Pointer, is_list
from games.engine.plans.grammar import FREE, TEXT, Comparison, Condition, Key, Order, Pick, Plan
from games.engine.plans.reading_conditions import comparison, condition
from games.engine.registry import AnyRuleset

MAX_ORDERS = 20
MAX_CHOICES = 10
MAX_TIMES = 1000
MAX_KEYS = 5


def read_plan(orders: object, rules: AnyRuleset) -> Plan:
    """Read the list of orders of a plan for games of a ruleset; raise `BadPlanError`."""
    pointer = Pointer("/orders")
    listed = pointer.list_of(orders, least=0, most=MAX_ORDERS)
    return tuple(_order(each, pointer / nth, nth, rules) for nth, each in enumerate(listed))


def _order(raw: object, at: Pointer, number: int, rules: AnyRuleset) -> Order:
    fields = Fields(raw, at, ("on", "when", "move", "times", "lasts", "until", "after"))
    on = _on(fields, rules)
    if not fields.has("move"):
        raise at.refusal("An order says which `move` to make.")
    after = fields.whole("after", least=0, most=MAX_ORDERS, default=None)
    if after is not None and after >= number:
        raise (at / "after").refusal("This must be the number of an order further up, from 0.")
    return Order(
        on=on,
        when=_condition(fields, "when", rules),
        move=_choices(fields.get("move"), at / "move", on, rules),
        times=fields.whole("times", least=1, most=MAX_TIMES, default=1, nullable=True),
        lasts=fields.word("lasts", ("round", "game"), default="round"),  # type: ignore[arg-type]  # one of the two
        until=_condition(fields, "until", rules),
        after=after,
    )


def _on(fields: Fields, rules: AnyRuleset) -> tuple[str, ...]:
    if not fields.has("on"):
        return rules.kinds
    at, known = fields.at / "on", (*rules.kinds, FREE)
    kinds = at.list_of(fields.get("on"), least=1, most=len(known))
    return tuple(_known(kind, at / nth, known) for nth, kind in enumerate(kinds))


def _condition(fields: Fields, name: str, rules: AnyRuleset) -> Condition | None:
    if not fields.has(name):
        return None
    return condition(fields.get(name), fields.at / name, rules)


def _choices(
    raw: object, at: Pointer, on: Collection[str], rules: AnyRuleset
) -> tuple[str | Pick, ...]:
    if not is_list(raw):
        return (_choice(raw, at, on, rules),)
    listed = at.list_of(raw, least=1, most=MAX_CHOICES)
    return tuple(_choice(each, at / nth, on, rules) for nth, each in enumerate(listed))


def _choice(raw: object, at: Pointer, on: Collection[str], rules: AnyRuleset) -> str | Pick:
    if isinstance(raw, str):
        return _exact(raw, at, on, rules)
    fields = Fields(raw, at, ("when", "where", "by"))
    return Pick(
        when=_condition(fields, "when", rules),
        where=_where(fields, rules),
        by=_keys(fields, rules),
    )


def _exact(text: str, at: Pointer, on: Collection[str], rules: AnyRuleset) -> str:
    try:
        move = rules.parse_move(text)
    except MalformedMoveError as error:
        raise at.refusal(error.reason) from None
    if rules.is_free(move) and FREE not in on:
        raise at.refusal('This is a free move. Give the order `"on": ["free"]`.')
    if not rules.is_free(move) and set(on) == {FREE}:
        raise at.refusal("This move answers a decision and is no free one.")
    return str(move)


def _where(fields: Fields, rules: AnyRuleset) -> tuple[tuple[str, Comparison], ...]:
    if not fields.has("where"):
        return ()
    inner = Fields(fields.get("where"), fields.at / "where", (TEXT, *rules.terms.traits))
    return tuple(
        (name, comparison(value, inner.at / name, _kinds_of(name, rules)))
        for name, value in inner.items()
    )


def _kinds_of(trait: str, rules: AnyRuleset) -> frozenset[str]:
    kind = "text" if trait == TEXT else rules.terms.traits[trait].kind
    return frozenset({kind, "null"})


def _keys(fields: Fields, rules: AnyRuleset) -> tuple[Key, ...]:
    if not fields.has("by"):
        return ()
    raw, at = fields.get("by"), fields.at / "by"
    if not is_list(raw):
        return (_key(raw, at, rules),)
    listed = at.list_of(raw, least=1, most=MAX_KEYS)
    return tuple(_key(each, at / nth, rules) for nth, each in enumerate(listed))


def _key(raw: object, at: Pointer, rules: AnyRuleset) -> Key:
    fields = Fields(raw, at, ("lowest", "highest"))
    if len(fields.items()) != 1:
        raise at.refusal("This must have either `lowest` or `highest`.")
    ((way, trait),) = fields.items()
    known = [name for name, term in rules.terms.traits.items() if term.kind != "text"]
    return Key(_known(trait, at / way, known), highest=way == "highest")


def _known(raw: object, at: Pointer, known: Collection[str]) -> str:
    if not isinstance(raw, str) or raw not in known:
        raise at.refusal(f"This must be one of: {', '.join(known)}.")
    return raw
