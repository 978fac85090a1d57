"""GET /me/turns/next: the next decision I owe, going round."""

from tests.api.test_post_games import VIEW
from tests.cast import Caller, problem
from tests.tables import seated


def _next(player, after=None):
    response = player.get("/me/turns/next" + (f"?after={after}" if after else ""))
    if response.status_code == 204:
        assert response.content == b""
        assert "Herdbook-Topic" not in response
        return None
    assert response.status_code == 200
    return response.json()


def test_it_is_a_game_view_with_the_decision(alice, bob):
    assert _next(alice) is None
    game = seated(alice, bob)
    view = _next(alice)
    assert set(view) == VIEW | {"abort_consent"}
    assert view["id"] == game
    assert view["decision"] == alice.view(game)["decision"]
    assert _next(bob) is None


def test_it_goes_round_and_never_answers_with_the_one_behind_which_it_looks(alice, bob):
    games = [seated(alice, bob, time_control={"seconds": s}) for s in (100, 200, 300)]
    seen, after = [], None
    for _ in range(7):
        view = _next(alice, after)
        seen.append(view["id"])
        after = view["decision"]["id"]
    assert seen == [*games, *games, games[0]]
    bob_only = seated(bob, alice)
    alone = _next(bob)
    assert alone["id"] == bob_only
    assert _next(bob, alone["decision"]["id"]) is None


def test_behind_a_closed_or_foreign_decision_comes_the_most_urgent(alice, bob):
    games = [seated(alice, bob, time_control={"seconds": s}) for s in (100, 200)]
    closed = alice.view(games[0])["decision"]["id"]
    alice.move(games[0])
    foreign = bob.view(games[0])["decision"]["id"]
    for after in (closed, foreign, "nonsense", "-" * 64):
        assert _next(alice, after)["id"] == games[1]


def test_refusals(alice):
    problem(Caller().get("/me/turns/next"), 401, "token_missing")
    problem(alice.get("/me/turns/next?after=" + "x" * 65), 422, "invalid_request")
    problem(alice.get("/me/turns/next?limit=5"), 400, "unknown_field")


def test_query_count(alice, bob, django_assert_num_queries):
    for more in (1, 3):
        for _ in range(more):
            seated(alice, bob)
        with django_assert_num_queries(4):  # token, mark, places, game
            _next(alice)
