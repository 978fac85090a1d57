"""The rulesets there are. `discover` finds them; `store` and `rules` meet here and nowhere else.

New games are played by the newest version of a ruleset. A game that was begun under an earlier one
is played by that to its end, so earlier versions stay here beside it.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import TypeAlias, is_typeddict

from games.engine.errors import RulesNotInstalledError, UnknownRulesetError
from games.engine.events import Event
from games.engine.ruleset import Move, Options, Ruleset, State

AnyRuleset: TypeAlias = Ruleset[State, Move, Options]

_rulesets: dict[str, AnyRuleset] = {}
"""The newest version of each."""
_earlier: dict[tuple[str, int], AnyRuleset] = {}
_VERSION_FOLDER = re.compile(r"v([1-9][0-9]*)")


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
    if event_type.tells_nothing and event_type.shuffle is not Event.shuffle:
        raise UnfitRulesetError(f"{event_type.__name__} records a shuffle, which tells something.")
    check_upcasters(event_type)


def check_upcasters(event_type: type[Event]) -> None:
    """Raise `UnfitRulesetError` unless every older schema version leads on to the next."""
    if set(event_type.upcasters) != set(range(1, event_type.schema_version)):
        raise UnfitRulesetError(
            f"{event_type.__name__} must have an upcaster from each version below its own."
        )


def register(ruleset: AnyRuleset) -> None:
    """Add the newest version of a ruleset, by which new games are played.

    Raises `UnfitRulesetError` if an event type of it lacks its redactor.
    """
    _check(ruleset)
    _rulesets[ruleset.slug] = ruleset


def register_earlier(ruleset: AnyRuleset) -> None:
    """Add an earlier version of a ruleset, for the games that were begun under it.

    Raises `UnfitRulesetError` unless a later one is registered.
    """
    _check(ruleset)
    newest = _rulesets.get(ruleset.slug)
    if newest is None or newest.rules_version <= ruleset.rules_version:
        raise UnfitRulesetError(
            f"Version {ruleset.rules_version} of {ruleset.slug} is earlier than no other."
        )
    _earlier[ruleset.slug, ruleset.rules_version] = ruleset


def _check(ruleset: AnyRuleset) -> None:
    for event_type in ruleset.event_types:
        check_event_type(event_type)


def discover(package: str = "games.rules") -> None:
    """Register the `RULESET` of every `game` module one folder below `package`.

    Folders `v1`, `v2` ... inside such a folder hold the earlier versions that still run.
    """
    for folder in _folders(package):
        register(importlib.import_module(f"{package}.{folder}.game").RULESET)
        for inner in _folders(f"{package}.{folder}"):
            if match := _VERSION_FOLDER.fullmatch(inner):
                module = importlib.import_module(f"{package}.{folder}.{inner}.game")
                if module.RULESET.rules_version != int(match[1]):
                    raise UnfitRulesetError(
                        f"{module.__name__} holds version {module.RULESET.rules_version}."
                    )
                register_earlier(module.RULESET)


def _folders(package: str) -> Iterator[str]:
    root = importlib.import_module(package)
    yield from sorted(module.name for module in pkgutil.iter_modules(root.__path__) if module.ispkg)


def all_rulesets() -> list[AnyRuleset]:
    """Return the newest version of every ruleset, by slug."""
    return [_rulesets[slug] for slug in sorted(_rulesets)]


def all_versions() -> list[AnyRuleset]:
    """Return every ruleset in every version that is installed, by slug and version."""
    found = [*_rulesets.values(), *_earlier.values()]
    return sorted(found, key=lambda ruleset: (ruleset.slug, ruleset.rules_version))


def find_ruleset(slug: str, rules_version: int | None = None) -> AnyRuleset:
    """Return a ruleset in its newest version, or in the one that is named.

    Raises `UnknownRulesetError` or, for a version that is not here, `RulesNotInstalledError`.
    """
    newest = _rulesets.get(slug)
    if newest is not None and (rules_version is None or rules_version == newest.rules_version):
        return newest
    if rules_version is None:
        raise UnknownRulesetError(f"There is no ruleset {slug!r}.")
    try:
        return _earlier[slug, rules_version]
    except KeyError:
        raise RulesNotInstalledError(
            f"Version {rules_version} of the rules of {slug!r} is not installed."
        ) from None


def is_installed(slug: str, rules_version: int) -> bool:
    """Answer whether games begun under this version can be played on."""
    newest = _rulesets.get(slug)
    is_newest = newest is not None and newest.rules_version == rules_version
    return is_newest or (slug, rules_version) in _earlier
