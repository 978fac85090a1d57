import pytest

from bots.strategies import registry
from games.engine.registry import all_rulesets, discover


def test_mow_has_a_heuristic_first_and_random_play_last():
    assert [strategy.name for strategy in registry.strategies("mow")] == ["normal", "random"]


def test_any_ruleset_can_be_played_at_random():
    assert [strategy.name for strategy in registry.strategies("bridge")] == ["random"]


def test_strategies_of_every_ruleset_have_names_of_their_own_and_say_what_they_are():
    discover()
    for ruleset in all_rulesets():
        found = registry.strategies(ruleset.slug)
        assert len({strategy.name for strategy in found}) == len(found)
        for strategy in found:
            assert strategy.text.endswith(".")
            assert strategy.cost >= 0
            assert registry.find_strategy(ruleset.slug, strategy.name) is strategy


def test_an_unknown_name_is_refused():
    with pytest.raises(registry.UnknownStrategyError, match="no strategy 'perfect' for mow"):
        registry.find_strategy("mow", "perfect")
