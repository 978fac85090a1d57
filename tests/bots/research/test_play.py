"""Every ruleset as a game of one seat at a time; needs neither PettingZoo nor OpenSpiel."""

import random

import pytest

from bots.research.actions import actions_of
from bots.research.features import Features
from bots.research.nodes import Nodes, ShuffleNeededError
from bots.research.play import Play
from games.engine.chance import RandomChance
from games.engine.errors import RuleError
from games.engine.registry import all_rulesets, discover, find_ruleset
from games.engine.seats import Seat

discover()
RULESETS = all_rulesets()
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)


def played(ruleset, *, seats=None, seed=1, max_moves=300):
    """Yield a random game after its deal and after each move."""
    rng = random.Random(seed)
    chance = RandomChance(rng)
    play = Play(ruleset, seats or ruleset.seat_counts[-1], {}, max_moves)
    play.deal(chance)
    yield play
    while not (play.is_over or play.is_cut_off):
        play.act(rng.choice(play.legal()), chance)
        yield play


@every_ruleset
def test_actions_are_the_places_of_texts_in_sorted_order(ruleset):
    actions = actions_of(ruleset)
    texts = [str(actions.move(number)) for number in range(len(actions))]
    assert texts == sorted(texts)
    assert actions.numbers(ruleset.every_move()) == list(range(len(actions)))


@every_ruleset
def test_what_is_listed_can_be_done_and_nothing_else(ruleset):
    for play in played(ruleset, max_moves=30):
        if play.is_over or play.is_cut_off:
            continue
        legal = play.legal()
        assert legal == sorted(set(legal))
        for number in range(len(play.actions)):
            twin = play.copy()
            try:
                twin.act(number, RandomChance(random.Random(0)))
            except RuleError:
                assert number not in legal
            else:
                assert number in legal


@every_ruleset
def test_a_copy_goes_its_own_way(ruleset):
    play = next(iter(played(ruleset)))
    before = play.text_of_state(), play.text_of_history(Seat(0))
    play.copy().act(play.legal()[0], RandomChance(random.Random(0)))
    assert (play.text_of_state(), play.text_of_history(Seat(0))) == before


@pytest.mark.parametrize("slug", ["mow", "tortoise"])
def test_winners_return_one_and_losers_minus_one(slug):
    *_, last = played(find_ruleset(slug), seats=2, max_moves=5_000)
    assert last.is_over
    assert sorted(last.returns()) == [-1, 1]


@every_ruleset
def test_a_game_that_is_too_long_is_cut_off_without_a_winner(ruleset):
    *_, last = played(ruleset, max_moves=2)
    if not last.is_over:
        assert last.is_cut_off
        assert set(last.returns()) == {0}


def test_the_cap_of_the_rules_is_off():
    # A turn cap is a truncation here, no loss for the holder of the Tortoise.
    play = Play(find_ruleset("tortoise"), 2, {}, max_moves=10)
    assert '"turn_cap":0' in repr_of_options(play)
    assert '"turn_cap":7' in repr_of_options(Play(play.ruleset, 2, {"turn_cap": 7}, max_moves=10))


def repr_of_options(play: Play) -> str:
    import msgspec

    return msgspec.json.encode(play._options).decode()


@every_ruleset
def test_rows_have_one_length_and_depend_on_what_is_seen_alone(ruleset):
    features = Features(ruleset)
    for play in played(ruleset, max_moves=60):
        for seat in [*play.seats, None]:
            row = features.row(play.observation(seat))
            assert len(row) == len(features)
    hands = {tuple(features.row(play.observation(seat))) for seat in play.seats}
    assert len(hands) > 1


@every_ruleset
def test_a_seats_own_part_is_what_a_spectator_does_not_see(ruleset):
    play = next(iter(played(ruleset)))
    own = play.text_of_own_part(Seat(0))
    assert '"hand"' in own
    assert "hand_sizes" not in own
    assert play.text_of_table(Seat(0)) != play.text_of_table(None)


@every_ruleset
def test_chance_draws_a_shuffle_card_by_card(ruleset):
    nodes, play = Nodes(ruleset.pack), Play(ruleset, ruleset.seat_counts[0], {}, max_moves=10)
    rng = random.Random(3)
    drawn = 0
    while True:
        nodes.restart()
        try:
            play.deal(nodes)
        except ShuffleNeededError as needed:
            nodes.begin(needed.cards)
        else:
            break
        while nodes.is_drawing:
            outcomes = nodes.outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            nodes.draw(rng.choice([number for number, _ in outcomes]))
            drawn += 1
    assert drawn >= len(ruleset.pack) - 1
    assert play.is_over or play.legal()


def test_pictures_come_up_as_often_as_there_are_copies():
    pack = find_ruleset("tortoise").pack
    nodes = Nodes(pack)
    nodes.begin(list(pack.cards()))
    chances = {pack.pictures[number].code: chance for number, chance in nodes.outcomes()}
    assert chances["J"] == pytest.approx(4 / 43)
    assert chances["K1"] == pytest.approx(1 / 43)
    assert chances["R1"] == pytest.approx(2 / 43)


def test_a_copy_of_chance_goes_its_own_way():
    pack = find_ruleset("mow").pack
    nodes = Nodes(pack)
    nodes.begin([0, 1, 2])
    twin = nodes.copy()
    twin.draw(twin.outcomes()[0][0])
    twin.draw(twin.outcomes()[0][0])
    assert not twin.is_drawing
    assert len(nodes.outcomes()) == 3
