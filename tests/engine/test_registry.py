"""Which rulesets and event types are let in."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NotRequired, TypedDict, cast

import pytest

from games.engine import registry
from games.engine.errors import RulesNotInstalledError, UnknownRulesetError
from games.engine.events import Data, Event
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.public_event import PublicEvent
from games.engine.registry import UnfitRulesetError, check_event_type, check_upcasters
from games.engine.seats import Seat


class Nothing(TypedDict):
    """No data."""


class Card(TypedDict):
    card: NotRequired[str]


class Shown(Event, frozen=True, tag="Shown"):
    def seen_by(self, seat: Seat | None) -> Nothing:
        return {}

    def opened(self) -> Nothing:
        return {}


class Silent(Event, frozen=True, tag="Silent"):
    def opened(self) -> Nothing:
        return {}


class Inherits(Shown, frozen=True, tag="Inherits"):
    """Says nothing itself."""


class Misnamed(Event, frozen=True, tag="SomethingElse"):
    def seen_by(self, seat: Seat | None) -> Nothing:
        return {}

    def opened(self) -> Nothing:
        return {}


class Vague(Event, frozen=True, tag="Vague"):
    def seen_by(self, seat: Seat | None) -> Card:
        return {}

    def opened(self) -> Data:
        return {}


class Quiet(Event, frozen=True, tag="Quiet"):
    tells_nothing = True

    def seen_by(self, seat: Seat | None) -> Nothing:
        return {}

    def opened(self) -> Nothing:
        return {}


class QuietShuffle(Quiet, frozen=True, tag="QuietShuffle"):
    def seen_by(self, seat: Seat | None) -> Nothing:
        return {}

    def opened(self) -> Nothing:
        return {}

    def shuffle(self) -> tuple[str, list[int]]:
        return "deal", []


def test_an_event_that_says_who_sees_it_is_fit():
    check_event_type(Shown)


def test_f48_what_records_a_shuffle_cannot_say_that_it_tells_nothing():
    check_event_type(Quiet)
    with pytest.raises(UnfitRulesetError, match="records a shuffle"):
        check_event_type(QuietShuffle)
    assert not Shown.tells_nothing  # whoever says nothing is not undone
    assert Shown().type == "Shown"


@pytest.mark.parametrize("event_type", [Silent, Inherits, Misnamed, Vague])
def test_an_event_without_its_own_redactor_or_name_is_unfit(event_type):
    with pytest.raises(UnfitRulesetError, match=event_type.__name__):
        check_event_type(event_type)


def test_an_event_tells_the_types_of_its_data():
    assert Vague.shown_type() is Card
    assert Shown.opened_type() is Nothing


def test_an_event_of_every_game_shows_by_its_type_what_it_names():
    for event_type in LIFECYCLE_EVENTS:
        assert issubclass(event_type, PublicEvent)
        assert set(event_type.shown_type().__annotations__) == set(event_type.shows)


@pytest.mark.parametrize("event_type", LIFECYCLE_EVENTS)
def test_every_older_form_of_an_event_of_every_game_can_be_read(event_type):
    check_upcasters(event_type)


@pytest.mark.parametrize("versions", [(), (1,), (2,), (1, 2, 3)])
def test_a_hole_in_the_ladder_of_schema_versions_is_unfit(monkeypatch, versions):
    monkeypatch.setattr(Shown, "schema_version", 3)
    monkeypatch.setattr(Shown, "upcasters", dict.fromkeys(versions, dict))
    with pytest.raises(UnfitRulesetError, match="Shown must have an upcaster"):
        check_event_type(Shown)


def test_a_ruleset_with_an_unfit_event_is_not_registered(monkeypatch):
    monkeypatch.setattr(registry, "_rulesets", {})
    unfit = cast("Any", SimpleNamespace(slug="unfit", event_types=(Shown, Silent)))
    with pytest.raises(UnfitRulesetError):
        registry.register(unfit)
    assert registry.all_rulesets() == []


def test_an_event_shows_nothing_by_default():
    event = Event()
    with pytest.raises(NotImplementedError):  # the base is abstract and shows nothing
        event.seen_by(None)
    with pytest.raises(NotImplementedError):  # nor does it tell what it holds
        event.opened()
    assert event.move() is None
    assert event.shuffle() is None


def test_discovery_finds_every_folder_of_rules():
    registry.discover()
    slugs = [ruleset.slug for ruleset in registry.all_rulesets()]
    assert "mow" in slugs
    assert slugs == sorted(slugs)
    assert registry.find_ruleset("mow").title == "Mow"


def test_a_version_that_is_not_here_is_refused():
    assert registry.find_ruleset("mow", 1) is registry.find_ruleset("mow")
    assert registry.is_installed("mow", 1)
    assert not registry.is_installed("mow", 7)
    assert not registry.is_installed("chess", 1)
    for slug in ("mow", "chess"):
        with pytest.raises(RulesNotInstalledError, match=f"Version 7 of the rules of '{slug}'"):
            registry.find_ruleset(slug, 7)


@pytest.fixture
def folders(tmp_path: Path, monkeypatch) -> Callable[..., str]:
    """Write a package of rulesets: by its place, the version that each module says it has."""
    monkeypatch.setattr(registry, "_rulesets", {})
    monkeypatch.setattr(registry, "_earlier", {})
    monkeypatch.syspath_prepend(tmp_path)

    def write(name: str, **versions: int) -> str:
        for place, version in versions.items():
            folder = tmp_path.joinpath(name, *place.split("__"))
            folder.mkdir(parents=True)
            (folder / "game.py").write_text(
                "from tests.rules.planted.magpies.game import Magpies\n"
                "class Versioned(Magpies):\n"
                f"    rules_version = {version}\n"
                "    event_types = ()\n"
                "RULESET = Versioned()\n"
            )
            for parent in (folder, *folder.relative_to(tmp_path).parents):
                (tmp_path / parent / "__init__.py").touch()
        return name

    return write


def test_a_folder_holds_the_earlier_versions_beside_the_newest(folders):
    registry.discover(
        folders("aviary", magpies=3, magpies__v1=1, magpies__v2=2, magpies__variants=9)
    )
    assert registry.find_ruleset("magpies").rules_version == 3
    assert [rules.rules_version for rules in registry.all_rulesets()] == [3]
    assert [rules.rules_version for rules in registry.all_versions()] == [1, 2, 3]
    for version in (1, 2, 3):
        assert registry.find_ruleset("magpies", version).rules_version == version


@pytest.mark.parametrize(
    ("name", "versions", "message"),
    [
        ("mismatched", {"magpies": 3, "magpies__v1": 2}, "holds version 2"),
        ("overtaken", {"magpies": 1, "magpies__v1": 1}, "earlier than no other"),
        ("reversed", {"magpies": 1, "magpies__v2": 2}, "earlier than no other"),
    ],
)
def test_a_folder_with_versions_in_disorder_is_unfit(folders, name, versions, message):
    with pytest.raises(UnfitRulesetError, match=message):
        registry.discover(folders(name, **versions))


def test_an_unknown_slug_is_refused():
    with pytest.raises(UnknownRulesetError, match="'chess'"):
        registry.find_ruleset("chess")
