"""GET and POST /games/{id}/chat, PUT and DELETE /me/mutes/{name}."""

from uuid import UUID

import pytest
from django.core.management import call_command

from config.middleware import WAITER_KEY
from games.models import ChatMessage
from games.selectors import waiting
from tests.accounts.people import open_person
from tests.cast import Caller, Player, problem
from tests.services.account_feeds import feed_of
from tests.tables import seated, whole_log

FIELDS = {"id", "number", "room", "seat", "name", "at", "text"}


@pytest.fixture
def cat(database: None) -> Player:
    """Looks on."""
    return open_person()


@pytest.fixture
def game(ann, ben) -> str:
    return seated(ann, ben)


def say(player: Player, game: str, text: str, status: int = 201, **headers: str):
    response = player.post(f"/games/{game}/chat", {"text": text}, **headers)
    assert response.status_code == status, response.content
    return response.json()


def texts(viewer: Caller, game: str, query: str = "") -> list[str]:
    response = viewer.get(f"/games/{game}/chat{query}")
    if response.status_code == 204:
        return []
    assert response.status_code == 200, response.content
    return [item["text"] for item in response.json()["items"]]


def end(player: Player, game: str) -> None:
    assert player.post(f"/games/{game}/resign").status_code == 200


def test_players_talk_among_themselves(ann, ben, cat, game):
    said = say(ann, game, "Good luck!\nAnd have fun 🐄")
    assert set(said) == FIELDS
    assert (said["room"], said["seat"], said["name"]) == ("players", 0, ann.name)
    say(ben, game, "You too")
    assert texts(ann, game) == texts(ben, game) == ["Good luck!\nAnd have fun 🐄", "You too"]
    assert texts(cat, game) == texts(Caller(), game) == []
    problem(cat.get(f"/games/{game}/chat?room=players"), 403, "not_seated")
    problem(Caller().get(f"/games/{game}/chat?room=players"), 403, "not_seated")


def test_spectators_talk_apart_until_the_game_is_over(ann, ben, cat, game):
    said = say(cat, game, "Watch out, seat 0")
    assert (said["room"], said["seat"]) == ("spectators", None)
    assert texts(Caller(), game) == ["Watch out, seat 0"]
    assert texts(ann, game) == []
    problem(ann.get(f"/games/{game}/chat?room=spectators"), 409, "game_running")
    end(ann, game)
    assert texts(ann, game, "?room=spectators") == ["Watch out, seat 0"]
    problem(cat.post(f"/games/{game}/chat", {"text": "Well played"}), 409, "game_over")


def test_a_room_says_nothing_of_the_other_by_its_numbers(ann, ben, cat, game):
    """A40: who plays cannot tell that somebody who looks on has spoken, nor the other way round."""
    told = [say(who, game, "word")["number"] for who in (ann, cat, cat, ben, cat, ann)]
    assert told == [1, 1, 2, 2, 3, 3]
    end(ann, game)
    items = ann.get(f"/games/{game}/chat?room=spectators&after=1").json()["items"]
    assert [item["number"] for item in items] == [2, 3]


def test_who_waits_in_a_room_waits_for_that_room(ann, cat, game):
    """A40: the waiting process is told of no news from elsewhere."""
    ours = {"Herdbook_Waiter": WAITER_KEY}
    waits = [who.get(f"/games/{game}/chat?after=0", **ours) for who in (ann, cat)]
    topics = [one["Herdbook-Topic"] for one in waits]
    assert topics == [f"players {game} 0", f"spectators {game} 0"]
    say(cat, game, "psst")
    assert ann.get(f"/games/{game}/chat?after=0", **ours)["Herdbook-Topic"] == topics[0]
    room = {"players": [UUID(game)], "spectators": [UUID(game)]}
    assert waiting.marks(chats=room) == {f"players {game}": "0", f"spectators {game}": "1"}


def test_each_seat_has_one_closing_word(ann, ben, game):
    for _ in range(3):
        say(ann, game, "thinking")
    end(ann, game)
    say(ann, game, "Well played")
    say(ben, game, "Thanks", Idempotency_Key="k")
    say(ben, game, "Thanks", 200, Idempotency_Key="k")
    for player in (ann, ben):
        problem(player.post(f"/games/{game}/chat", {"text": "One more?"}), 409, "game_over")
    assert texts(ben, game)[-2:] == ["Well played", "Thanks"]


def test_it_never_touches_the_game(ann, ben, game):
    before = ann.get(f"/games/{game}")
    log = whole_log(ann, game)
    say(ann, game, "hello")
    assert ann.get(f"/games/{game}", If_None_Match=before["ETag"]).status_code == 304
    assert whole_log(ann, game) == log


def test_pages_follow_each_other_and_nothing_new_is_204(ann, ben, game):
    numbers = [say(ann, game, f"word {number}")["number"] for number in range(5)]
    page = ben.get(f"/games/{game}/chat?limit=3").json()
    assert [item["number"] for item in page["items"]] == numbers[:3]
    rest = ben.get(f"/games/{game}/chat?after={page['next']}").json()
    assert ([item["number"] for item in rest["items"]], rest["next"]) == (numbers[3:], None)
    assert ben.get(f"/games/{game}/chat?after={numbers[-1]}").status_code == 204


def test_a_copy_of_a_request_says_it_once(ann, game):
    first = say(ann, game, "once", Idempotency_Key="k")
    response = ann.post(f"/games/{game}/chat", {"text": "once"}, Idempotency_Key="k")
    assert (response.status_code, response["Idempotency-Replayed"]) == (200, "true")
    assert response.json() == first
    other = ann.post(f"/games/{game}/chat", {"text": "twice"}, Idempotency_Key="k")
    problem(other, 422, "idempotency_key_reused")
    assert texts(ann, game) == ["once"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "\u200b",
        "\u3164\u2800",
        "\xad\u0301",
        "x" * 501,
        "a\x07b",
        "a\x1b[31mb",
        "abc\u202edef",
        "a\u2066b",
        "a\rb",
        None,
    ],
)
def test_what_cannot_be_shown_is_refused(ann, game, text):
    body = problem(ann.post(f"/games/{game}/chat", {"text": text}), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/text"
    assert texts(ann, game) == []


def test_five_hundred_characters_of_any_script_are_taken(ann, ben, game):
    for text in ("é" * 500, "🐄" * 500, "مرحبا بالجميع", "<b>&amp;</b>"):
        say(ann, game, text)
        assert texts(ben, game)[-1] == text


def test_a_private_game_is_talked_about_by_its_members_only(ann, ben, cat):
    made = ann.create("me", "open", "open", private=True)
    ben.join(made["id"], code=made["join_code"])
    say(ben, made["id"], "who comes?")
    assert texts(ann, made["id"]) == ["who comes?"]
    problem(cat.get(f"/games/{made['id']}/chat"), 404, "not_found")
    problem(cat.post(f"/games/{made['id']}/chat", {"text": "me"}), 404, "not_found")


def test_it_needs_a_token_for_it(alice, ann, game):
    problem(Caller().post(f"/games/{game}/chat", {"text": "hi"}), 401, "token_missing")
    problem(alice.post(f"/games/{game}/chat", {"text": "hi"}), 403, "insufficient_scope")


def test_who_is_muted_is_not_read_by_who_muted_them(ann, ben, cat):
    """S79: mute at once; the other is not told."""
    game = seated(ann, ben, cat)
    assert ann.request("PUT", f"/me/mutes/{ben.name}").status_code == 204
    say(ben, game, "rude")
    assert texts(ann, game) == []
    assert texts(cat, game) == texts(ben, game) == ["rude"]
    assert cat.request("PUT", f"/me/blocks/{ben.name}").status_code == 204
    assert texts(cat, game) == []
    problem(ben.post(f"/games/{game}/chat", {"text": "hello?"}), 403, "muted")
    assert ann.delete(f"/me/mutes/{ben.name}").status_code == 204
    assert texts(ann, game) == ["rude"]
    say(ben, game, "sorry")


def test_a_muted_spectator_is_hidden_too(ann, ben, cat, game):
    say(cat, game, "boo")
    dan = open_person()
    assert texts(dan, game) == ["boo"]
    assert dan.request("PUT", f"/me/mutes/{cat.name}").status_code == 204
    assert texts(dan, game) == []


def test_nobody_mutes_themselves_or_who_is_not_there(ann):
    problem(ann.request("PUT", f"/me/mutes/{ann.name}"), 422, "invalid_request")
    problem(ann.request("PUT", "/me/mutes/nobody-at-all"), 404, "not_found")
    problem(ann.request("DELETE", "/me/mutes/nobody-at-all"), 404, "not_found")


def test_a_moderator_mutes_for_a_time_and_everywhere(ann, game, capsys):
    call_command("mute", ann.name, "--hours", "2")
    assert problem(ann.post(f"/games/{game}/chat", {"text": "hi"}), 403, "muted")["detail"]
    call_command("mute", ann.name)
    problem(ann.post(f"/games/{game}/chat", {"text": "hi"}), 403, "muted")
    call_command("mute", ann.name, "--end")
    say(ann, game, "hi")
    assert ann.name in capsys.readouterr().out


def test_the_account_feed_tells_of_a_message_without_its_text(ann, ben, cat, game):
    said = say(ann, game, "psst, secret plans")
    (event,) = [one for one in feed_of(ben.account) if one.type == "game.chat_message"]
    assert event.data["message"] == said["id"]
    assert (event.data["game"], event.data["seat"]) == (game, 0)
    assert "psst" not in str(event.data)
    say(cat, game, "from outside")
    told = [one.type for who in (ann, ben) for one in feed_of(who.account)]
    assert told.count("game.chat_message") == 1


def test_what_an_erased_account_said_stays_under_its_alias(ann, ben, cat, game):
    say(ann, game, "remember me")
    say(cat, game, "and me")
    say(cat, game, "and me again")
    for leaver in (ann, cat):
        assert leaver.delete("/me").status_code == 204
    (item,) = ben.get(f"/games/{game}/chat").json()["items"]
    assert (item["text"], item["name"]) == ("remember me", ben.view(game)["seats"][0]["name"])
    names = {item["name"] for item in Caller().get(f"/games/{game}/chat").json()["items"]}
    assert len(names) == 1
    assert names.pop().startswith("gone-")


def test_the_application_cannot_change_what_was_said(ann, game, as_app):
    """S79: a report cites what stands there."""
    said = UUID(say(ann, game, "as it is")["id"])
    for statement in (
        "UPDATE chat_message SET text = 'x' WHERE id = %s",
        "DELETE FROM chat_message WHERE id = %s",
    ):
        with pytest.raises(Exception, match="permission denied"):
            as_app.execute(statement, [said])
    assert ChatMessage.objects.get(id=said).text == "as it is"


def test_query_count(ann, ben, game, django_assert_num_queries):
    for number in range(4):
        say(ann, game, f"word {number}")
        with django_assert_num_queries(6):  # token, game, mark, blocks, mutes, messages
            ben.get(f"/games/{game}/chat")
