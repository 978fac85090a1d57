"""The rulesets there are. `discover` finds them; `store` and `rules` meet here and nowhere else."""

import importlib
import pkgutil
from typing import TypeAlias, is_typeddict

from games.engine.errors import UnknownRulesetError
from games.engine.events import Event
from games.engine.ruleset import Move, Options, Ruleset, State

AnyRuleset: TypeAlias = Ruleset[State, Move, Options]

_rulesets: dict[str, AnyRuleset] = {}


class UnfitRulesetError(Exception):
    """A ruleset that must not be registered; the message says what it lacks."""


def check_event_type(event_type: type[Event]) -> None:
    """Raise `UnfitRulesetError` unless the type says who may see it, what it holds and held."""
    for method in ("seen_by", "opened"):
        if method not in vars(event_type):
            raise UnfitRulesetError(f"{event_type.__name__} must define {method} itself.")
    for method, returned in (
        ("seen_by", event_type.shown_type()),
        ("opened", event_type.opened_type()),
    ):
        if not is_typeddict(returned):
            raise UnfitRulesetError(
                f"{event_type.__name__}.{method} must say by a TypedDict what it returns."
            )
    if event_type.__struct_config__.tag != event_type.__name__:
        raise UnfitRulesetError(f"{event_type.__name__} must have its own name as its tag.")
    check_upcasters(event_type)


def check_upcasters(event_type: type[Event]) -> None:
    """Raise `UnfitRulesetError` unless every older schema version leads on to the next."""
    if set(event_type.upcasters) != set(range(1, event_type.schema_version)):
        raise UnfitRulesetError(
            f"{event_type.__name__} must have an upcaster from each version below its own."
        )


def register(ruleset: AnyRuleset) -> None:
    """Add a ruleset; raise `UnfitRulesetError` if an event type of it lacks its redactor."""
    for event_type in ruleset.event_types:
        check_event_type(event_type)
    _rulesets[ruleset.slug] = ruleset


def discover(package: str = "games.rules") -> None:
    """Register the `RULESET` of every `game` module one folder below `package`."""
    root = importlib.import_module(package)
    for folder in sorted(module.name for module in pkgutil.iter_modules(root.__path__)):
        register(importlib.import_module(f"{package}.{folder}.game").RULESET)


def all_rulesets() -> list[AnyRuleset]:
    """Return every registered ruleset, by slug."""
    return [_rulesets[slug] for slug in sorted(_rulesets)]


def find_ruleset(slug: str) -> AnyRuleset:
    """Return a ruleset; raise `UnknownRulesetError`."""
    try:
        return _rulesets[slug]
    except KeyError:
        raise UnknownRulesetError(f"There is no ruleset {slug!r}.") from None
