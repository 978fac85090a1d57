"""GET /rulesets and /rulesets/{slug}: what can be played, with all that a client needs."""

import pytest

from games.engine.registry import all_rulesets
from tests.cast import Caller, problem


def test_the_list_is_short_and_whole(database):
    body = Caller().get("/rulesets").json()
    assert set(body) == {"items", "next"}
    assert [item["slug"] for item in body["items"]] == [rules.slug for rules in all_rulesets()]
    for item in body["items"]:
        assert set(item) == {"slug", "title", "rules_version", "seats"}
        assert item["seats"]["min"] <= item["seats"]["max"]


@pytest.mark.parametrize("slug", [rules.slug for rules in all_rulesets()])
def test_a_ruleset_has_what_a_client_needs(database, slug):
    body = Caller().get(f"/rulesets/{slug}").json()
    assert {
        "slug",
        "title",
        "rules_version",
        "seats",
        "options",
        "pack",
        "decision_kinds",
        "moves",
        "on_expiry",
        "strategies",
    } <= set(body)
    assert body["options"]["type"] == "object"
    assert "first_seat" in body["options"]["properties"]
    assert all({"code", "name", "group", "value", "copies"} <= set(card) for card in body["pack"])
    assert body["on_expiry"] == ["house-bot", "default-move", "forfeit"]
    assert all(set(one) == {"name", "cost", "text"} for one in body["strategies"])


def test_every_strategy_named_can_be_asked_for(alice):
    for strategy in alice.get("/rulesets/mow").json()["strategies"]:
        assert alice.create("me", strategy["name"])["status"] == "running"


@pytest.mark.parametrize("slug", ["chess", "MOW", "mow%00", "%C3%BC", "x" * 500, "mow%20", "..mow"])
def test_an_unknown_one_is_404(database, slug):
    problem(Caller().get(f"/rulesets/{slug}"), 404, "not_found")


def test_no_query_is_made(database, django_assert_num_queries):
    with django_assert_num_queries(0):
        Caller().get("/rulesets")
        Caller().get("/rulesets/mow")
