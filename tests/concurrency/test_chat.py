"""Messages written at the same moment."""

from functools import partial

from games.models import ChatMessage
from games.services import chat, lobby
from games.services.errors import GameOverError
from tests.concurrency.racing import answers, errors
from tests.services.table import bot, new_game


def test_numbers_are_given_without_a_hole_in_the_order_of_commits(sixteen):
    table = new_game(bot(), bot())
    words = [
        partial(chat.say, game=table.game, asker=table.asker(number % 2), text=f"word {number}")
        for number in range(16)
    ]
    assert errors(sixteen.race(words)) == []
    found = ChatMessage.objects.filter(game=table.game).order_by("number")
    assert [one.number for one in found] == list(range(1, 17))
    assert [one.at for one in found] == sorted(one.at for one in found)


def test_of_many_closing_words_one_is_taken_and_copies_are_one(sixteen):
    table = new_game(bot(), bot())
    lobby.resign(game=table.game, asker=table.asker(0))
    said = partial(chat.say, game=table.game, asker=table.asker(0))
    finishes = sixteen.race([partial(said, text=f"word {number}") for number in range(8)])
    assert len(answers(finishes)) == 1
    assert {type(error) for error in errors(finishes)} == {GameOverError}
    same = partial(chat.say, game=table.game, asker=table.asker(1), text="bye", key="k")
    finishes = sixteen.race([same] * 8)
    assert errors(finishes) == []
    assert sum(not one.replayed for one in answers(finishes)) == 1
    assert ChatMessage.objects.filter(game=table.game).count() == 2
