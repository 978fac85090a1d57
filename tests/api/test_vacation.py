"""GET, PUT and DELETE /me/vacation."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.cast import Player, problem
from tests.services.table import per_move

DAY = 86_400
SLOW = {"time_control": per_move(DAY, "house-bot")}


def at(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).isoformat(timespec="milliseconds")


def take(player: Player, days: float = 2, **body):
    return player.request("PUT", "/me/vacation", {"ends_at": at(days), **body})


def told(player: Player) -> dict[str, Any]:
    response = player.get("/me/vacation")
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    return answer


def test_a_new_account_has_a_week(ann, alice):
    assert told(ann) == {"balance": 7 * DAY, "vacation": None}
    assert told(alice) == {"balance": 0, "vacation": None}


def test_it_is_taken_shown_to_everybody_and_ended(ann, mallory):
    response = take(ann)
    assert response.status_code == 200
    vacation = response.json()["vacation"]
    assert response.json() == told(ann)
    assert told(ann)["balance"] == pytest.approx(5 * DAY, abs=5)
    assert mallory.get(f"/players/{ann.name}").json()["vacation"] == vacation
    again = ann.request("PUT", "/me/vacation", {"ends_at": vacation["ends_at"]})
    assert again.json()["vacation"] == vacation
    problem(take(ann, 3), 409, "vacation_running")
    for _ in range(2):
        assert ann.delete("/me/vacation").status_code == 204
    assert told(ann)["vacation"] is None
    assert told(ann)["balance"] == pytest.approx(6 * DAY, abs=5)
    assert mallory.get(f"/players/{ann.name}").json()["vacation"] is None


def test_opponents_see_it_at_the_table_before_they_sit_down(ann, bob, mallory):
    game = ann.create("me", "open", **SLOW)["id"]
    vacation = take(ann).json()["vacation"]
    item = next(one for one in bob.get("/games?open=true").json()["items"] if one["id"] == game)
    for view in (item, mallory.view(game), bob.view(game)):
        assert view["seats"][0]["vacation"] == vacation
        assert "vacation" not in view["seats"][1]
    started = bob.join(game)
    assert started["deciding"][0]["deadline_at"] > vacation["ends_at"]
    last = mallory.get(f"/games/{game}/events").json()["items"]
    event = next(one for one in last if one["type"] == "VacationStarted")
    assert event["data"] == {"since": vacation["starts_at"], "until": vacation["ends_at"]}
    etag = bob.get(f"/games/{game}")["ETag"]
    ann.delete("/me/vacation")
    changed = bob.get(f"/games/{game}", If_None_Match=etag)
    assert changed.status_code == 200
    assert "vacation" not in changed.json()["seats"][0]


def test_a_planned_one_can_be_changed_and_called_off(ann):
    first = take(ann, 5, starts_at=at(2)).json()["vacation"]
    second = take(ann, 4, starts_at=at(3)).json()["vacation"]
    assert second != first
    assert told(ann)["vacation"] == second
    ann.delete("/me/vacation")
    assert told(ann) == {"balance": 7 * DAY, "vacation": None}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/ends_at"),
        ({"ends_at": None}, "/ends_at"),
        ({"ends_at": "soon"}, "/ends_at"),
        ({"ends_at": "2020-01-01T00:00:00Z"}, "/ends_at"),
        ({"starts_at": "2020-01-01T00:00:00Z", "ends_at": "2099-01-01T00:00:00Z"}, "/starts_at"),
        ({"starts_at": "2099-01-01T00:00:00Z", "ends_at": "2099-01-03T00:00:00Z"}, "/starts_at"),
    ],
)
def test_bad_times_are_refused_with_their_place(ann, body, pointer):
    response = ann.request("PUT", "/me/vacation", body)
    assert problem(response, 422, "invalid_request")["errors"][0]["pointer"] == pointer
    assert told(ann)["vacation"] is None


def test_more_than_there_is_and_less_than_a_day_are_refused(ann):
    problem(take(ann, 8), 409, "vacation_balance_exhausted")
    problem(take(ann, 0.5), 422, "invalid_request")
    problem(ann.request("PUT", "/me/vacation", {"ends_at": at(2), "days": 2}), 400, "unknown_field")
