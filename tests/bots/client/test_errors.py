import logging

import herdbook
import pytest
from herdbook.errors import HerdbookError


@pytest.mark.parametrize("code", sorted(HerdbookError.by_code))
def test_every_code_has_its_class(client, peer, words, code):
    peer.says(words.problem(409, code))
    with pytest.raises(HerdbookError.by_code[code]) as caught:
        client.games.view("g1")
    assert type(caught.value) is HerdbookError.by_code[code]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, herdbook.BadRequestError),
        (401, herdbook.TokenRefusedError),
        (403, herdbook.ForbiddenError),
        (404, herdbook.NotFoundError),
        (409, herdbook.ConflictError),
        (422, herdbook.BadRequestError),
        (500, herdbook.ServerError),
        (418, herdbook.HerdbookError),
    ],
)
def test_a_code_of_tomorrow_falls_to_its_status(client, peer, words, status, kind):
    peer.says(words.problem(status, "of_tomorrow"))
    with pytest.raises(kind) as caught:
        client.games.view("g1")
    assert type(caught.value) is kind
    assert caught.value.code == "of_tomorrow"


def test_a_problem_tells_all_it_knows(client, peer, words):
    owed = {"id": "d2", "seat": 0, "kind": "turn", "legal_moves": ["take"]}
    errors = [{"pointer": "/move", "code": "illegal_move", "detail": "7 is taken"}]
    peer.says(
        words.problem(
            422,
            "illegal_move",
            version=12,
            decision=owed,
            errors=errors,
            request_id="r1",
            retryable=False,
            required_scopes=["games:play"],
        )
    )
    with pytest.raises(herdbook.IllegalMoveError, match="/move: 7 is taken") as caught:
        client.games.move("g1", "7.0", decision="d1")
    error = caught.value
    assert (error.status, error.title, error.detail) == (422, "No", "Not so.")
    assert (error.version, error.request_id, error.retryable) == (12, "r1", False)
    assert error.decision == herdbook.Decision("d2", 0, "turn", legal_moves=("take",))
    assert error.errors == (herdbook.FieldError("/move", "illegal_move", "7 is taken"),)
    assert error.problem.members["required_scopes"] == ["games:play"]


@pytest.mark.parametrize(
    "members",
    [
        {"errors": "many", "decision": "d7", "version": "9", "title": 3, "detail": None},
        {"errors": [1], "decision": [], "version": None, "retryable": "yes"},
        {"errors": None, "decision": None},
    ],
)
def test_a_crooked_problem_is_still_told(client, peer, words, members):
    peer.says(words.problem(409, "game_over", **members))
    with pytest.raises(herdbook.GameOverError) as caught:
        client.games.view("g1")
    assert caught.value.errors == ()
    assert caught.value.decision is None
    assert str(caught.value)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((500, b"<html>\nOops</html>", "text/html"), "500 .* text/html .*: <html> Oops"),
        ((404, b"", "text/plain"), "nothing in it"),
        ((400, b"[1]", "application/json"), "instead of a problem document"),
        ((400, b'{"detail": "django"}', "application/json"), "instead of a problem document"),
        ((403, b"x" * 500, "text/plain"), "x{120}…"),
        ((200, b"<html>", "text/html"), "not JSON"),
        ((200, b"\xff\xfe", "application/json"), "not JSON"),
        ((200, b"[]", "application/json"), "not an object"),
        ((200, b"[" * 10_000, "application/json"), "not JSON"),
        ((409, b"[" * 10_000, "application/json"), "instead of a problem document"),
        ((200, b'{"id": "g1"}', "application/json"), "no member 'ruleset'"),
    ],
)
def test_an_answer_of_something_else_is_a_clear_error(client, peer, words, answer, says):
    status, body, kind = answer
    peer.says(words.Answer(status, body, {"Content-Type": kind}))
    with pytest.raises(herdbook.UnexpectedAnswerError, match=says) as caught:
        client.games.view("g1")
    assert caught.value.status == status


def test_a_redirection_is_told_not_followed(client, peer, words):
    peer.says(words.Answer(301, b"", {"Location": "https://elsewhere.example/"}))
    with pytest.raises(herdbook.UnexpectedAnswerError, match="use that URL"):
        client.games.view("g1")
    assert len(peer.asked) == 1


def test_no_error_and_no_log_shows_a_token(client, peer, words, caplog):
    caplog.set_level(logging.DEBUG)
    echo = b"You sent Authorization: Bearer hb_1_secret, and hb_99_other-one"
    peer.says(
        words.Answer(500, echo, {"Content-Type": "text/plain"}),
        words.problem(409, "game_over", detail="hb_1_secret", token="hb_1_secret"),
        words.ok({"token": "hb_5_secret"}, 201),
    )
    for call in (client.rulesets, client.turns, client.sandbox):
        with pytest.raises(HerdbookError) as caught:
            call()
        shown = f"{caught.value} {caught.value!r} {caught.value.problem.members}"
        assert "secret" not in shown
        assert "other-one" not in shown
    assert "secret" not in caplog.text
    assert "secret" not in repr(client)


@pytest.mark.parametrize("token", ["hb_1_x\n", "hb_1_é", "", " "])
def test_a_token_that_is_none_is_refused_without_quoting_it(token):
    with pytest.raises(ValueError, match="A token is one line") as caught:
        herdbook.Client("http://127.0.0.1:1", token)
    assert "hb_1" not in str(caught.value)


def test_an_error_says_where_in_the_request_it_is(client, peer, words):
    """The detail is that of the first complaint, which alone does not say what it is about."""
    errors = [{"pointer": f"/{name}", "code": "required", "detail": "Not so."} for name in "ab"]
    peer.says(words.problem(422, "invalid_request", errors=errors))
    with pytest.raises(herdbook.BadRequestError) as caught:
        client.games.view("g1")
    assert str(caught.value) == "Not so. (invalid_request) /a; /b"
