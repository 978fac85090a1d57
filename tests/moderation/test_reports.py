"""GET and POST /reports: what can be reported, and what is kept of it (S79)."""

import json
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection
from psycopg import errors

from accounts.models import Account
from accounts.moderation.case_models import Case, Report
from accounts.moderation.reports import digest
from games.services.moderation import applicability
from tests.accounts.people import bot_player, open_bot
from tests.cast import problem
from tests.moderation.reporting import case_of, refused, row_of, send
from tests.tables import seated


@pytest.fixture
def cat(database):
    """Looks on."""
    from tests.accounts.people import open_person

    return open_person()


@pytest.fixture
def game(ann, ben) -> str:
    return seated(ann, ben)


def say(player, game, text):
    response = player.post(f"/games/{game}/chat", {"text": text})
    assert response.status_code == 201, response.content
    return response.json()


def test_a_report_freezes_the_events_and_words_it_cites(ann, ben, game):
    """S79"""
    said = say(ben, game, "a bad word")
    sent = send(ann, "chat_abuse", game=game, player=ben.name, from_version=2, to_version=6)
    assert (sent["kind"], sent["game"], sent["player"]) == ("chat_abuse", game, ben.name)
    assert (sent["from_version"], sent["to_version"]) == (2, 6)
    assert (sent["state"], sent["outcome"]) == ("open", None)
    row = row_of(sent)
    assert [one["version"] for one in row.evidence["events"]] == [2, 3, 4, 5, 6]
    (message,) = row.evidence["messages"]
    assert (message["id"], message["text"]) == (said["id"], "a bad word")
    assert message["account"] == str(ben.account)
    assert row.evidence_hash == digest(row.evidence)
    say(ben, game, "another one")
    row.refresh_from_db()
    assert len(row.evidence["messages"]) == 1
    names = json.dumps(row.evidence)
    assert ann.name not in names
    assert ben.name not in names


def test_no_hidden_card_of_a_running_game_gets_into_it(ann, ben, game):
    """S79, A44: not even the hand of who reports."""
    hand = ann.view(game)["table"]["hand"]
    shown = json.dumps(row_of(send(ann, game=game, player=ben.name)).evidence)
    assert ann.get(f"/games/{game}/events").text.count(hand[0])
    public = json.dumps(type(ann)().get(f"/games/{game}/events").json()["items"])
    for card in hand:
        assert (f'"{card}"' in shown) == (f'"{card}"' in public)


def test_when_the_game_is_over_it_is_what_the_reporter_saw(ann, ben, game):
    hand = ann.view(game)["table"]["hand"]
    assert ben.post(f"/games/{game}/resign").status_code == 200
    evidence = row_of(send(ann, game=game, player=ben.name)).evidence
    assert evidence["seen_by"] == 0
    assert f'"{hand[0]}"' in json.dumps(evidence)


def test_who_looks_on_reports_what_spectators_said(ann, ben, cat, game):
    say(ben, game, "for players only")
    assert refused(cat, "chat_abuse", game=game, player=ben.name) == "no_messages"
    dan = bot_player(ann, open_bot(ann), "games:read", "chat:write")
    say(dan, game, "from the gallery")
    evidence = row_of(send(cat, "chat_abuse", game=game, player=dan.name)).evidence
    assert [one["text"] for one in evidence["messages"]] == ["from the gallery"]


def test_a_muted_player_s_words_are_evidence_too(ann, ben, game):
    say(ben, game, "a bad word")
    assert ann.request("PUT", f"/me/mutes/{ben.name}").status_code == 204
    assert row_of(send(ann, "chat_abuse", game=game, player=ben.name)).evidence["messages"]


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        ("chat_abuse", {"game"}, "needs_player"),
        ("chat_abuse", {"player"}, "needs_game"),
        ("chat_abuse", {"game", "player"}, "no_messages"),
        ("stalling", {"player"}, "needs_game"),
        ("stalling", {"game", "player"}, "no_stalling"),
        ("cheating", {"player"}, "needs_game"),
        ("multiple_accounts", {"game"}, "needs_player"),
        ("offensive_name", {"game"}, "needs_player"),
        ("other", set(), "needs_player"),
    ],
)
def test_each_kind_asks_for_something_and_a_refusal_says_for_what(
    ann, ben, game, kind, fields, reason
):
    known = {"game": game, "player": ben.name}
    assert refused(ann, kind, **{name: known[name] for name in fields}) == reason
    assert not Report.objects.filter(reporter=ann.account).exists()


def test_other_refusals_say_why(ann, ben, cat, alice, game):
    assert refused(ann, "other", player=ann.name) == "yourself"
    bot = open_bot(ann)
    assert refused(ann, "other", player=bot) == "yourself"
    assert refused(ann, "cheating", game=game, player=cat.name) == "not_in_game"
    waiting = ben.create("me", "open")["id"]
    assert refused(ann, "cheating", game=waiting, player=ben.name) == "not_started"
    assert refused(ann, "offensive_name", player=alice.name) == "name_not_chosen"
    send(ann, "cheating", game=game, player=ben.name)
    assert refused(ann, "cheating", game=game, player=ben.name) == "already_reported"


def test_stalling_is_a_decision_that_passed_or_is_owed_for_long(ann, ben, clock):
    game = seated(ann, ben)
    assert refused(ben, "stalling", game=game, player=ann.name) == "no_stalling"
    clock.advance(applicability.SLOW.total_seconds() + 1)
    assert refused(ann, "stalling", game=game, player=ben.name) == "no_stalling"
    evidence = row_of(send(ben, "stalling", game=game, player=ann.name)).evidence
    assert [one["seat"] for one in evidence["open_decisions"]] == [0]


def test_a_game_that_one_may_not_know_is_none(ann, ben, cat):
    hidden = ben.create("me", "open", private=True)["id"]
    for game in (hidden, str(uuid4()), "x"):
        problem(
            ann.post("/reports", {"kind": "other", "text": "x", "game": game}), 404, "not_found"
        )
    problem(
        ann.post("/reports", {"kind": "other", "text": "x", "player": "nobody-at-all"}),
        404,
        "not_found",
    )


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"to_version": 7}, "/to_version"),
        ({"from_version": 5, "to_version": 4}, "/from_version"),
        ({"from_version": 7}, "/from_version"),
        ({"from_version": 0}, "/from_version"),
        ({"text": "  "}, "/text"),
        ({"text": "\u200b\u3164"}, "/text"),
        ({"text": "x" * 2001}, "/text"),
        ({"kind": "smell"}, "/kind"),
        ({"game": None}, "/game"),
    ],
)
def test_what_is_malformed_is_refused(ann, ben, game, fields, pointer):
    body = {"kind": "other", "text": "x", "game": game, "player": ben.name, **fields}
    found = problem(ann.post("/reports", body), 422, "invalid_request")
    assert found["errors"][0]["pointer"] == pointer
    assert not Report.objects.filter(reporter=ann.account).exists()


def test_versions_are_those_of_a_game(ann, ben):
    body = {"kind": "other", "text": "x", "player": ben.name, "from_version": 1}
    assert (
        problem(ann.post("/reports", body), 422, "invalid_request")["errors"][0]["pointer"]
        == "/game"
    )


def test_a_duplicate_joins_the_open_case(ann, ben, cat, game):
    first, second = (send(by, "cheating", game=game, player=ben.name) for by in (ann, cat))
    assert case_of(first) == case_of(second)
    other = send(ann, "other", game=game, player=ben.name)
    assert case_of(other) != case_of(first)


def test_the_same_request_again_is_answered_with_the_same_report(ann, ben, game):
    body = {"kind": "cheating", "text": "x", "game": game, "player": ben.name}
    first = ann.post("/reports", body, Idempotency_Key="k1")
    again = ann.post("/reports", body, Idempotency_Key="k1")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotency-Replayed"] == "true"
    assert first.json() == again.json()
    other = ann.post("/reports", {**body, "text": "y"}, Idempotency_Key="k1")
    problem(other, 422, "idempotency_key_reused")
    assert Report.objects.filter(reporter=ann.account).count() == 1


def test_one_lists_one_s_own_reports_only(ann, ben, cat, game):
    sent = [send(ann, kind, game=game, player=ben.name) for kind in ("cheating", "other")]
    page = ann.get("/reports?limit=1").json()
    rest = ann.get(f"/reports?limit=1&cursor={page['next']}").json()
    assert [page["items"][0], rest["items"][0]] == sent[::-1]
    assert cat.get("/reports").json()["items"] == []


def test_a_name_is_kept_as_it_was(ann, ben):
    ben.request("PATCH", "/me", {"display_name": "Something bad"})
    sent = send(ann, "offensive_name", player=ben.name)
    ben.request("PATCH", "/me", {"display_name": None})
    assert row_of(sent).evidence["subject"]["display_name"] == "Something bad"


@pytest.mark.parametrize(
    "change", ["text = 'x'", "evidence = '{}'", "case_id = gen_random_uuid()", "to_version = 1"]
)
def test_nobody_changes_a_report(ann, ben, game, as_app, change):
    sent = send(ann, "cheating", game=game, player=ben.name)
    statement = f"UPDATE report SET {change} WHERE id = %s"  # noqa: S608 - of this test
    with pytest.raises(errors.InsufficientPrivilege, match="permission denied"):
        as_app.execute(statement, [sent["id"]])
    with connection.cursor() as cursor, pytest.raises(DatabaseError, match="report is history"):
        cursor.execute(statement, [sent["id"]])


def test_nobody_deletes_a_report(ann, ben, game, as_app):
    sent = send(ann, "cheating", game=game, player=ben.name)
    for statement in ("DELETE FROM report WHERE id = %s", "TRUNCATE report"):
        values = [sent["id"]] if "%s" in statement else None
        with pytest.raises(errors.InsufficientPrivilege):
            as_app.execute(statement, values)
        with connection.cursor() as cursor, pytest.raises(DatabaseError, match="report is history"):
            cursor.execute(statement, values)


def test_who_reported_is_forgotten_when_they_end_and_the_report_stays(ann, ben):
    sent = send(ann, "offensive_name", player=ben.name)
    for player in (ann, ben):
        assert player.delete("/me").status_code == 204
    row = row_of(sent)
    assert row.reporter_id is None
    assert row.case.subject_id is None
    assert not Account.objects.filter(name__in=[ann.name, ben.name]).exists()
    assert Case.objects.filter(id=row.case_id, closed_at=None).exists()


def test_a_bot_and_a_sandbox_report_nothing(ann, ben, alice):
    body = {"kind": "other", "text": "x", "player": ben.name}
    problem(alice.post("/reports", body), 403, "insufficient_scope")
    problem(bot_player(ann, open_bot(ann)).post("/reports", body), 403, "insufficient_scope")
