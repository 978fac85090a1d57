from bots.strategies.registry import strategies


def test_the_tortoise_game_is_pure_luck_so_one_bot_plays_it():
    # Every draw is as good as any other; levels would differ in nothing but their names.
    assert [strategy.name for strategy in strategies("tortoise")] == ["random"]
