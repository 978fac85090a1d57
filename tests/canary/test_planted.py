"""The canary search finds what is planted in each channel, and lets pass what may be told (F41)."""

import json
import logging
from smtplib import SMTP
from typing import Any

import httpx
import pytest

from games.engine.registry import all_rulesets
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.selectors import game_view
from games.store import load
from tests.canary import answers, cards, findings
from tests.canary.channels import search_metrics, search_text, search_value
from tests.canary.truth import truth
from tests.canary.watching import search_log_files, search_message
from tests.cast import Caller
from tests.farmyard import Deal, deal_from, farmyard
from tests.mails.postbox import postbox
from tests.tables import seated

TOKEN = f"hb_{'0' * 16}_{'a' * 64}"


def told(game, viewer, shown, path="", kind="application/json", sent=b""):
    """Return what is found in an answer about a game."""
    with findings.expected() as found:
        answers.search(
            "GET",
            f"/api/v1/games/{game}{path}",
            token=viewer.token,
            sent=sent,
            kind=kind,
            content=json.dumps(shown).encode() if not isinstance(shown, bytes) else shown,
        )
    return found


@pytest.fixture
def game(alice, bob):
    return seated(alice, bob)


@pytest.fixture
def hidden(game, alice):
    """A card in the deck of which no copy lies open."""
    rules: Any = load.game(game).state.rules
    return next(PACK.code_of[card] for card in rules.deck if PACK.code_of[card] != "S")


def test_a_view_may_show_the_own_hand_and_nothing_of_another(game, alice, bob, hidden):
    view = alice.view(game)
    assert not told(game, alice, view)
    assert told(game, bob, view)
    assert told(game, Caller(), view)
    for where in ("hand", "herd", "stable"):
        planted = view | {"table": view["table"] | {where: [hidden]}}
        assert hidden in told(game, alice, planted)[0]
    assert told(game, alice, view | {"free_moves": [f"pass:{hidden}"]})
    assert told(game, alice, view | {"outcome": {"best": hidden}})
    assert told(game, alice, view | {"table": view["table"] | {"last_round": [hidden]}})


def test_a_decision_in_a_list_names_own_cards_only(game, alice, bob, hidden):
    owed = alice.get("/me/turns").json()
    assert owed["items"]
    assert not told(game, alice, owed)
    owed["items"][0]["decision"]["legal_moves"].append(hidden)
    assert told(game, alice, owed)


def test_each_view_of_the_server_itself_is_searched(game, alice, monkeypatch, hidden):
    """The hook is in the way of every answer."""
    shown = game_view.table
    monkeypatch.setattr(game_view, "table", lambda state, _: shown(state, Seat(1)))
    with findings.expected() as found:
        alice.view(game)
    assert found


def test_events_tell_their_own_seat_and_no_other(game, alice, bob):
    assert alice.move(game).status_code == 201
    for viewer, other in ((alice, bob), (bob, alice), (alice, Caller())):
        events = viewer.get(f"/games/{game}/events").json()
        assert not told(game, viewer, events, "/events")
        assert told(game, other, events, "/events")
    opened = {"version": 3, "type": "Unheard", "cause": "player", "seat": 0, "data": {"x": ["7.2"]}}
    assert told(game, alice, opened, "/events")


def test_a_hand_dealt_has_to_be_that_of_its_seat(game, alice, bob):
    items = alice.get(f"/games/{game}/events").json()["items"]
    (deal,) = (event for event in items if event["type"] == "RoundDealt")
    other = bob.view(game)["table"]["hand"]
    found = told(game, alice, deal | {"data": deal["data"] | {"hand": other}}, "/events")
    assert "another seat" in found[0]


def test_frames_of_a_stream_are_searched(game, alice, bob):
    view = json.dumps(alice.view(game)).encode()
    frame = b"id: 1\nevent: game\ndata: " + view + b"\n\n"
    assert not told(game, alice, frame, "/stream", "text/event-stream")
    assert told(game, bob, frame, "/stream", "text/event-stream")


def test_a_refusal_names_what_was_sent_or_is_seen(game, alice, hidden):
    kind, path = "application/problem+json", "/moves"
    body = {"detail": f"The deck holds {hidden}.", "errors": []}
    assert told(game, alice, body, path, kind)
    assert not told(game, alice, body, path, kind, sent=json.dumps({"move": hidden}).encode())
    own = alice.view(game)["table"]["hand"][0]
    assert not told(game, alice, {"detail": f"You hold {own}."}, path, kind)
    assert told(game, Caller(), {"detail": f"You hold {own}."}, path, kind)


def test_the_secret_of_a_game_that_runs_is_found(game, alice):
    stored = truth.find(game, None)
    assert stored is not None
    for secret in stored.secrets:
        assert told(game, alice, {"proof": secret}, "/proof")


def test_a_list_names_no_card(game, alice, hidden):
    with findings.expected() as found:
        for path in ("/games", "/me/games", "/me/events", "/players/x"):
            answers.search(
                *("GET", f"/api/v1{path}"),
                token=alice.token,
                sent=b"",
                kind="application/json",
                content=json.dumps({"items": [{"best": hidden}]}).encode(),
            )
    assert len(found) == 4


def test_what_lies_face_down_in_the_farmyard_is_hidden(monkeypatch, alice, bob, mallory):
    deal_from(monkeypatch, Deal.PLAIN)
    players = [alice, bob, mallory]
    game = farmyard(*players)
    (mover,) = (one for one in players if one.view(game)["decision"])
    legal = mover.view(game)["decision"]["legal_moves"]
    assert mover.move(game, next(move for move in legal if ">A" in move)).status_code == 201
    other = next(one for one in players if one is not mover)
    events = mover.get(f"/games/{game}/events").json()
    assert not told(game, mover, events, "/events")
    assert any("discarded" in one for one in told(game, other, events, "/events"))


@pytest.mark.parametrize("planted", ["S@6>L", TOKEN, "f" * 64, "whsec_" + "A" * 32, "pass:HEN.M"])
def test_a_message_of_a_webhook_is_searched(planted, receiver):
    with findings.expected() as found:
        body = json.dumps({"type": "x", "data": {"one": planted}}).encode()
        assert httpx.post(receiver.url, content=body).status_code == 204
    assert found[0].startswith("webhook: ")


@pytest.mark.parametrize("planted", ["You hold HEN.M.", f"The key: {TOKEN}"])
def test_a_mail_is_searched(planted):
    with findings.expected() as found, postbox() as box, SMTP("127.0.0.1", box.port) as server:
        server.sendmail("a@example.org", ["b@example.org"], f"Subject: Hello\n\n{planted}\n")
    assert found[0].startswith("mail: ")


def test_lines_of_the_log_are_searched():
    log = logging.getLogger("herdbook.commands")
    with findings.expected() as found:
        log.warning("seat 1 drew %s", "12.2")
        log.warning("took %(ms)s ms, holds %(card)s", {"ms": 3.1, "card": "U4"})
        log.warning("with %s", TOKEN)
        log.warning("ms=7.2 version=6->8 HTTP/1.0, 3.1 s")
    assert len({one.partition(" tells ")[2] for one in found}) == 3


def test_files_of_logs_are_searched(tmp_path):
    (tmp_path / "web.log").write_text("game=1 events=CowPlayed ms=7.2\n")
    search_log_files(tmp_path)
    (tmp_path / "worker.log").write_text("seat 1 holds HEN.M\n")
    with pytest.raises(pytest.fail.Exception, match=r"HEN\.M"):
        search_log_files(tmp_path)


def test_an_address_that_was_asked_for_holds_no_key_and_may_hold_any_digits(tmp_path):
    log, digits = tmp_path / "web.log", "0" * 64  # a name as long as names may be
    log.write_text(f"WARNING django.request Not Found: /api/v1/players/{digits}\n")
    search_log_files(tmp_path)
    for planted in (f"seed {digits}", f"Not Found: /api/v1/players/{TOKEN}"):
        log.write_text(f"{planted}\n")
        with pytest.raises(pytest.fail.Exception, match="log file"):
            search_log_files(tmp_path)


def test_a_traceback_is_searched_for_what_it_says_and_not_for_the_program_it_quotes(tmp_path):
    frame = '  File "pool.py", line 534, in receive\n    ready, req = _receive(1.0)\n'
    log = tmp_path / "worker.log"
    log.write_text(f"Traceback (most recent call last):\n{frame}{frame}SystemExit: 0\n")
    search_log_files(tmp_path)
    log.write_text(f"Traceback (most recent call last):\n{frame}ValueError: 1.0\n")
    with pytest.raises(pytest.fail.Exception, match="ValueError"):
        search_log_files(tmp_path)


def test_messages_to_the_broker_are_searched():
    with findings.expected() as found:
        search_message("bots.tasks.answer", ([1], {"hand": ["7.2"]}, {}))
        search_message("bots.tasks.answer", (["f" * 64], {}, {}))
        search_message("bots.tasks.answer", ([1, "6f1c"], {"seat": 2}, {}))
    assert len(found) == 2


def test_calendars_and_metrics_are_searched():
    with findings.expected() as found:
        search_text("calendar", "one", "BEGIN:VCALENDAR\nVERSION:2.0\nSUMMARY:Play B16")
        search_metrics('herdbook_moves{card="HEN.M"} 7.0\nherdbook_moves{seat="1"} 7.0')
        search_value("list", "one", {"items": [{"top": "K1"}]})
    assert len(found) == 3


def test_every_ruleset_that_we_ship_is_known_to_the_search():
    assert {rules.slug for rules in all_rulesets()} >= set(cards.SLUGS)
