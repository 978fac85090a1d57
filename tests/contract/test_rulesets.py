"""What each ruleset says of its games stands in the document by itself."""

from typing import TypedDict

import jsonschema_rs
import msgspec
import pytest

from config.openapi.components import components, walked
from config.openapi.document import generate
from games.engine import registry
from games.engine.events import SeatEvent
from games.engine.lifecycle import LIFECYCLE_EVENTS, EventUnread
from games.engine.registry import all_rulesets
from games.engine.seats import Seat
from games.rules.mow.game import Mow


@pytest.fixture(scope="module")
def made():
    return generate()


def test_every_event_and_every_ruleset_has_its_schemas(made):
    schemas = made["components"]["schemas"]
    kinds = {event.__name__ for event in LIFECYCLE_EVENTS} | {EventUnread.__name__}
    for ruleset in all_rulesets():
        kinds |= {event.__name__ for event in ruleset.event_types}
        for shape in (
            "GameView",
            "GameSummary",
            "NewGame",
            "Replay",
            "GameInput",
            "QuickMatchInput",
        ):
            assert ruleset.slug in schemas[shape]["discriminator"]["mapping"]
    words = set(schemas["OrderHappenedInput"]["properties"]["happened"]["enum"])
    assert words == kinds - {EventUnread.__name__}
    traits = set(schemas["OrderTraitsInput"]["propertyNames"]["enum"])
    assert all(traits >= set(ruleset.terms.traits) for ruleset in all_rulesets())
    for shape in ("Event", "ReplayEvent"):
        mapping = schemas[shape]["discriminator"]["mapping"]
        assert set(mapping) == kinds
        assert {one["$ref"] for one in schemas[shape]["oneOf"]} == set(mapping.values())


class Mooed(TypedDict):
    loud: bool


class CowMooed(SeatEvent, frozen=True, tag="CowMooed"):
    def seen_by(self, seat: Seat | None) -> Mooed:
        return {"loud": True}

    def opened(self) -> Mooed:
        return {"loud": True}


class Herd(Mow):
    slug = "herd-of-cows"
    event_types = (*Mow.event_types, CowMooed)  # type: ignore[assignment]  # one more
    seat_counts = range(3, 5)


def test_a_new_ruleset_appears_by_itself(monkeypatch):
    monkeypatch.setitem(registry._rulesets, Herd.slug, Herd())
    schemas = generate()["components"]["schemas"]
    view = schemas[mapped(schemas["GameView"], "herd-of-cows")]
    assert view["properties"]["ruleset"] == {"type": "string", "const": "herd-of-cows"}
    assert {"HerdOfCowsTable", "HerdOfCowsOptions", "HerdOfCowsGameInput"} <= set(schemas)
    seats = schemas["HerdOfCowsGameInput"]["properties"]["seats"]
    assert (seats["minItems"], seats["maxItems"]) == (3, 4)
    # What only one ruleset has is that one's; what both have can be either's.
    assert mapped(schemas["Event"], "CowMooed") == "HerdOfCowsCowMooedEvent"
    assert mapped(schemas["Event"], "CowPlayed") == "CowPlayedEvent"
    either = {one["$ref"].rpartition("/")[2] for one in schemas["CowPlayedEvent"]["anyOf"]}
    assert either == {"MowCowPlayedEvent", "HerdOfCowsCowPlayedEvent"}


def test_orders_that_are_ready_made_are_in_the_document(made):
    orders = made["components"]["schemas"]["PlanInput"]["properties"]["orders"]
    reader = jsonschema_rs.validator_for({**orders, "components": made["components"]})
    for ruleset in all_rulesets():
        for template in ruleset.terms.templates:
            assert list(reader.iter_errors(list(template.orders))) == []
    assert not reader.is_valid([{"move": "take", "when": {"fact": "round", "is": 2**60}}])
    assert not reader.is_valid([{"move": {"where": {"colour": "red"}}}])


def mapped(schema, value):
    return schema["discriminator"]["mapping"][value].rpartition("/")[2]


class Herded(msgspec.Struct):
    pairs: list[tuple[str, str]]
    places: list[tuple[int, str | None, int]]


def test_a_tuple_is_a_list_of_its_length():
    fields = components([Herded])["Herded"]["properties"]
    pair = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}
    assert fields["pairs"]["items"] == pair
    place = fields["places"]["items"]
    assert (place["minItems"], place["maxItems"]) == (3, 3)
    text = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert place["items"] == {"anyOf": [{"type": "integer"}, text]}


def test_no_schema_is_a_plain_true_or_false(made):
    """Neither generators of clients nor `make schema-diff` read those, except for closed inputs."""

    def check(schema):
        assert not isinstance(schema.get("items"), bool)
        assert "prefixItems" not in schema
        return schema

    walked(made["components"]["schemas"], check)


def test_others_see_no_card_in_what_is_hidden(made):
    data = made["components"]["schemas"]["MowCardDrawnEvent"]["properties"]["data"]
    assert (set(data["properties"]), data["required"]) == ({"card"}, [])
    data = made["components"]["schemas"]["MowRoundDealtEvent"]["properties"]["data"]
    assert "hand" not in data["required"]
    assert not {"hands", "deck"} & set(data["properties"])
