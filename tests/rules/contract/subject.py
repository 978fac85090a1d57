"""What the suite runs on: a ruleset, and what its author wrote down about it independently.

`tests/rules/<slug>/facts.py` (with `_` for `-`) must define

* `public_facts(before, seat, move, after)`: all that a move made public, from the true positions
  before and after it; cards as codes. It is written from the rules and never calls `seen_by`.

and may define, where the defaults do not fit,

* `private_facts(before, seat, move, after, viewer)`: what a move told one seat alone, beyond the
  hand that it holds in the end (default: nothing). A card that came and went within the move, or
  came before a new deal, is such news;
* `deal_facts(packs, after)`: what everybody sees of the deals of one commit and of the automatic
  steps behind them, from each pack dealt, top first, and the position in the end (default:
  nothing). There are several packs where a deal ends its own round;
* `private_deal_facts(packs, after, viewer)`: what those told one seat alone, beyond the hand that
  it holds in the end (default: nothing);
* `cards_of(position, table)`: the code of every card of the pack, wherever it lies, from a
  position and what a spectator sees (default: all codes in the position but those in `chosen`);
* `OPTIONS`: the options with which games are generated (default: only the ruleset's own);
* `LONGEST`: the number of moves within which a random game ends (default 3,000).
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from games.engine.cards import Pack
from games.engine.registry import all_versions, discover, find_ruleset
from games.engine.ruleset import Ruleset
from tests.rules.contract.codes import find_codes

Position = dict[str, Any]

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Facts:
    """The independent word on a ruleset; see this module's docstring."""

    public_facts: Callable[[Position, int, str, Position], object]
    private_facts: Callable[[Position, int, str, Position, int], object]
    deal_facts: Callable[[Sequence[Sequence[str]], Position], object]
    private_deal_facts: Callable[[Sequence[Sequence[str]], Position, int], object]
    cards_of: Callable[[Position, Mapping[str, Any]], Iterable[str]]
    options: tuple[Mapping[str, Any], ...]
    longest: int

    @classmethod
    def of(cls, module: ModuleType, pack: Pack) -> "Facts":
        """Read a `facts` module, filling in the defaults."""

        def nothing(*_: object) -> object:
            return None

        def all_codes(position: Position, table: Mapping[str, Any]) -> Iterable[str]:
            places = {key: place for key, place in position.items() if key != "chosen"}
            return find_codes(places, pack)

        return cls(
            public_facts=module.public_facts,
            private_facts=getattr(module, "private_facts", nothing),
            deal_facts=getattr(module, "deal_facts", nothing),
            private_deal_facts=getattr(module, "private_deal_facts", nothing),
            cards_of=getattr(module, "cards_of", all_codes),
            options=tuple(getattr(module, "OPTIONS", ({},))),
            longest=getattr(module, "LONGEST", 3_000),
        )


@dataclass(frozen=True, eq=False)
class Subject:
    """A ruleset under test."""

    ruleset: Ruleset[Any, Any, Any]
    facts: Facts
    folder: Path
    """Where its `facts.py` and its event samples are."""

    def __str__(self) -> str:
        earlier = self.folder.name if self.folder.name.startswith("v") else ""
        return f"{self.ruleset.slug} {earlier}".rstrip()


def subject_of(ruleset: Ruleset[Any, Any, Any], folder: Path | None = None) -> Subject:
    """Put a ruleset together with what is kept for it in `tests/rules`, or in another folder.

    What is kept for an earlier version lies in a folder `v1`, `v2` ... in that of the newest.
    """
    folder = folder or _kept_for(ruleset)
    return Subject(ruleset, Facts.of(_facts_module(folder), ruleset.pack), folder)


def all_subjects() -> list[Subject]:
    """Return every registered ruleset in every version, ready to be tested."""
    discover()
    return [subject_of(ruleset) for ruleset in all_versions()]


def _kept_for(ruleset: Ruleset[Any, Any, Any]) -> Path:
    folder = ROOT / "tests" / "rules" / ruleset.slug.replace("-", "_")
    is_newest = find_ruleset(ruleset.slug).rules_version == ruleset.rules_version
    return folder if is_newest else folder / f"v{ruleset.rules_version}"


def _facts_module(folder: Path) -> ModuleType:
    name = ".".join([*folder.relative_to(ROOT).parts, "facts"])
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # Only the way to the file may be missing, not something that the file imports.
        if not name.startswith(error.name or "?"):
            raise
    spec = importlib.util.spec_from_file_location(name, folder / "facts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
