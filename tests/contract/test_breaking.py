"""What breaks clients is found, what does not is let through, and the changelog has to name it."""

import copy
import json

import pytest

from config.openapi.__main__ import CHANGELOG, COMMITTED, RELEASED
from config.openapi.breaking import changes, unnamed

OLD = json.loads(COMMITTED.read_text())
MOVES = "/api/v1/games/{game_id}/moves"


def schemas(document):
    return document["components"]["schemas"]


def without_path(new):
    del new["paths"][MOVES]


def without_method(new):
    del new["paths"]["/api/v1/me"]["patch"]


def without_status(new):
    del new["paths"][MOVES]["post"]["responses"]["201"]


def without_property(new):
    del schemas(new)["Decision"]["properties"]["legal_moves"]


def with_a_property_that_may_be_missing(new):
    schemas(new)["Token"]["required"].remove("scopes")


def with_another_type(new):
    schemas(new)["Turns"]["properties"]["count"] = {"type": "string"}


def without_a_value(new):
    schemas(new)["SeatState"]["enum"].remove("away")


def without_an_event(new):
    schemas(new)["Event"]["oneOf"].remove({"$ref": "#/components/schemas/GameFinishedEvent"})


def with_a_required_field(new):
    schemas(new)["MoveInput"]["required"].append("decision")


def without_a_field(new):
    del schemas(new)["JoinInput"]["properties"]["code"]


def with_a_shorter_text(new):
    schemas(new)["TokenInput"]["properties"]["label"]["maxLength"] = 8


def with_a_narrower_type(new):
    schemas(new)["ProfileInput"]["properties"]["display_name"]["type"] = "string"


def with_another_scope(new):
    new["paths"][MOVES]["post"]["x-scope"] = "games:create"


def with_a_token(new):
    new["paths"]["/api/v1/games"]["get"]["security"] = [{"bearer": ["games:read"]}]


def without_a_parameter(new):
    parameters = new["paths"]["/api/v1/games"]["get"]["parameters"]
    parameters[:] = [one for one in parameters if one["name"] != "mine"]


def with_a_required_parameter(new):
    new["paths"]["/api/v1/games"]["get"]["parameters"][0]["required"] = True


def with_a_required_body(new):
    new["paths"]["/api/v1/sandbox"]["post"]["requestBody"]["required"] = True


def without_a_body(new):
    del new["paths"]["/api/v1/me"]["patch"]["requestBody"]


def without_a_header_field(new):
    del new["paths"]["/api/v1/games/{game_id}"]["get"]["responses"]["200"]["headers"]["ETag"]


BREAKING = {
    without_path: f"POST {MOVES} is gone",
    without_method: "PATCH /api/v1/me is gone",
    without_status: f"POST {MOVES} -> 201 is gone",
    without_property: "Decision/legal_moves is gone",
    with_a_property_that_may_be_missing: "Token/scopes may be missing",
    with_another_type: "Turns/count is string, no longer integer",
    without_a_value: "SeatState has no value away any more",
    without_an_event: "Event has no GameFinishedEvent any more",
    with_a_required_field: "MoveInput/decision must be sent",
    without_a_field: "JoinInput/code is gone",
    with_a_shorter_text: "TokenInput/label has a maxLength of 8",
    with_a_narrower_type: "ProfileInput/display_name takes string, no longer null or string",
    with_another_scope: f"POST {MOVES} needs the scope games:create",
    with_a_token: "GET /api/v1/games needs a token",
    without_a_parameter: "GET /api/v1/games query mine is gone",
    with_a_required_parameter: "GET /api/v1/games needs the query parameter limit",
    with_a_required_body: "POST /api/v1/sandbox needs a body",
    without_a_body: "PATCH /api/v1/me takes no body any more",
    without_a_header_field: "GET /api/v1/games/{game_id} -> 200 has no header field ETag any more",
}


def with_another_path(new):
    new["paths"]["/api/v1/more"] = new["paths"]["/api/v1/me"]


def with_another_answer(new):
    schemas(new)["Decision"]["properties"]["hint"] = {"type": "string"}
    schemas(new)["Decision"]["required"].append("hint")


def with_another_value(new):
    schemas(new)["SeatState"]["enum"].append("asleep")


def with_another_input(new):
    schemas(new)["MoveInput"]["properties"]["note"] = {"type": "string"}


def with_a_longer_text(new):
    schemas(new)["TokenInput"]["properties"]["label"]["maxLength"] = 80


def with_another_status(new):
    new["paths"][MOVES]["post"]["responses"]["202"] = {"description": "Later"}


@pytest.mark.parametrize("change", BREAKING)
def test_what_breaks_clients_is_found(change):
    new = copy.deepcopy(OLD)
    change(new)
    assert changes(OLD, new) == [BREAKING[change]]


@pytest.mark.parametrize(
    "change",
    [
        with_another_path,
        with_another_answer,
        with_another_value,
        with_another_input,
        with_a_longer_text,
        with_another_status,
    ],
)
def test_what_clients_can_bear_is_let_through(change):
    new = copy.deepcopy(OLD)
    change(new)
    assert changes(OLD, new) == []


def test_the_changelog_has_to_name_it():
    new = copy.deepcopy(OLD)
    without_method(new)
    told = "# Changelog\n\n## Unreleased\n\n### API\n\n- `PATCH /api/v1/me is gone`: use PUT.\n"
    assert unnamed(OLD, new, "# Changelog\n\n## Unreleased\n") == ["PATCH /api/v1/me is gone"]
    assert unnamed(OLD, new, told) == []
    # What an older release told of is not told of this one.
    assert unnamed(OLD, new, told.replace("Unreleased", "1.0")) != []


def test_nothing_has_broken_unnamed_since_the_last_release():
    released = json.loads(RELEASED.read_text())
    assert unnamed(released, OLD, CHANGELOG.read_text()) == []


def test_the_changelog_has_a_part_for_what_is_to_come():
    text = CHANGELOG.read_text()
    assert text.index("\n## Unreleased\n") == text.index("\n## ")
    for part in ("API", "Rules", "Events", "Operations", "Fixed"):
        assert f"\n### {part}\n" in text
