"""A26, S26: what was agreed on about time stands everywhere, whole, before anybody sits down."""

import pytest

from tests.cast import problem

CONTROLS = [
    {"kind": "per_move", "seconds": 172_800, "weekend_pause": "Europe/Berlin"},
    {"kind": "fischer", "initial": 86_400, "increment": 3_600, "on_expiry": "forfeit"},
    {"kind": "bank", "allowance": 60, "bank": 600, "pause_budget": {"seat": 3_600, "game": 7_200}},
    {"kind": "none", "vacation": False},
]
MEMBERS = {"kind", "on_expiry", "weekend_pause", "quiet_hours", "vacation", "pause_budget"}


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control["kind"])
def test_the_whole_time_control_is_told_everywhere(alice, bob, control):
    body = {
        "ruleset": "mow",
        "seats": [{"kind": "me"}, {"kind": "invite", "account": bob.name}],
        "time_control": control,
    }
    made = alice.post("/games", body).json()
    told = made["time_control"]
    assert set(told) >= MEMBERS | set(control)
    for name in set(control) - {"pause_budget"}:
        assert told[name] == control[name]
    game = made["id"]
    (invitation,) = bob.get("/me/invitations").json()["items"]
    listed = {one["id"]: one for one in bob.get("/games?status=open&limit=100").json()["items"]}
    created = bob.get(f"/games/{game}/events").json()["items"][0]
    assert created["type"] == "GameCreated"
    for where in (invitation, listed[game], bob.view(game), created["data"]):
        assert where["time_control"] == told
    bob.post(f"/games/{game}/invitation", {"accept": True})
    (turn,) = [one for one in alice.get("/me/turns").json()["items"] if one["game"] == game]
    assert turn["time_control"] == told
    view = alice.view(game)
    has_deadline = view["decision"]["deadline_at"] is not None
    assert has_deadline is (control["kind"] != "none")
    assert view["deciding"][0]["deadline_at"] == view["decision"]["deadline_at"]
    has_clock = control["kind"] in {"fischer", "bank"}
    assert ["clock_ms" in seat for seat in view["seats"]] == [has_clock, has_clock]


@pytest.mark.parametrize(
    ("control", "pointer"),
    [
        ({"kind": "fischer", "initial": 100, "cap": 50}, "/cap"),
        ({"seconds": 60, "weekend_pause": "Europe/Berlin"}, "/weekend_pause"),
        ({"weekend_pause": "Nowhere"}, "/weekend_pause"),
        ({"pause_budget": {"seat": -1}}, "/pause_budget/seat"),
    ],
)
def test_what_makes_no_sense_is_pointed_at(alice, control, pointer):
    body = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}], "time_control": control}
    refused = problem(alice.post("/games", body), 422, "invalid_request")
    assert [error["pointer"] for error in refused["errors"]] == ["/time_control" + pointer]


@pytest.mark.parametrize(
    ("control", "name"),
    [
        ({"hours": 1}, "hours"),
        ({"kind": "none", "seconds": 5}, "seconds"),
        ({"pause_budget": {"seats": 1}}, "seats"),
    ],
)
def test_what_there_is_not_in_a_time_control_is_an_unknown_field(alice, control, name):
    """F44: as anywhere else in a request."""
    body = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}], "time_control": control}
    refused = problem(alice.post("/games", body), 400, "unknown_field")
    assert f"`{name}`" in refused["detail"]
