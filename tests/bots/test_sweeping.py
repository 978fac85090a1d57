"""The timer of each worker looks after the house by itself when the broker is away."""

from bots import answering


def test_what_the_house_owes_is_answered_without_any_message(alice):
    game = alice.create("me", "random", "random")["id"]
    alice.move(game)
    while alice.view(game)["decision"] is None:
        assert answering.answer_overdue() >= 1
    moves = [one["cause"] for one in alice.get(f"/games/{game}/events").json()["items"]]
    assert moves.count("house-bot") >= 2
