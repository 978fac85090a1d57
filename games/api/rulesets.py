"""The games there are to play, with all that a client needs to draw and to ask for them."""

from typing import Any, ClassVar

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.shapes import Page
from accounts.times import time_text
from games.api.ruleset_shapes import Ruleset, RulesetSummary, ServerTime
from games.engine.clocks import OnExpiry
from games.engine.errors import UnknownRulesetError
from games.engine.plans.schema import plan_schema, plan_words
from games.engine.registry import AnyRuleset, all_rulesets, find_ruleset
from games.services import house
from games.services.errors import UnknownGameError
from games.store import clock


class RulesetsView(ApiView):
    operations: ClassVar = {
        "GET": Operation(
            "list_rulesets", "The card games there are", answers={200: Page[RulesetSummary]}
        )
    }

    def get(self, request: Request) -> Response:
        return Response({"items": [_short(rules) for rules in all_rulesets()], "next": None})


class RulesetView(ApiView):
    operations: ClassVar = {
        "GET": Operation(
            "get_ruleset",
            "A card game with its options, pack, moves and house bots",
            answers={200: Ruleset},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, slug: str) -> Response:
        try:
            return Response(_full(find_ruleset(slug)))
        except UnknownRulesetError:
            raise UnknownGameError(f"There is no ruleset {slug!r}.") from None


class TimeView(ApiView):
    operations: ClassVar = {
        "GET": Operation("get_time", "The clock of deadlines", answers={200: ServerTime})
    }

    def get(self, request: Request) -> Response:
        return Response({"now": time_text(clock.now())})


def _short(rules: AnyRuleset) -> dict[str, Any]:
    return {
        "slug": rules.slug,
        "title": rules.title,
        "rules_version": rules.rules_version,
        "seats": {"min": rules.seat_counts[0], "max": rules.seat_counts[-1]},
    }


def _full(rules: AnyRuleset) -> dict[str, Any]:
    return _short(rules) | {
        "options": _options_schema(rules),
        "pack": [msgspec.to_builtins(picture) for picture in rules.pack.pictures],
        "decision_kinds": list(rules.kinds),
        "moves": dict(rules.move_grammar),
        "on_expiry": list(OnExpiry),
        "strategies": [
            {"name": strategy.name, "cost": strategy.cost, "text": strategy.text}
            for strategy in house.strategies(rules.slug)
        ],
        "plan": _plan_grammar(rules),
    }


def _plan_grammar(rules: AnyRuleset) -> dict[str, Any]:
    templates = [msgspec.to_builtins(template) for template in rules.terms.templates]
    return {"schema": plan_schema(rules), **plan_words(rules), "templates": templates}


def _options_schema(rules: AnyRuleset) -> dict[str, Any]:
    """Return the options as a JSON Schema without references."""
    schema = msgspec.json.schema(rules.options_type)
    found: dict[str, Any] = schema["$defs"][rules.options_type.__name__]
    return found
