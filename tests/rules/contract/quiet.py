"""Moves that can be undone: nobody may have learned anything from one, by the twins' word.

An event type says by `tells_nothing` that it shows nobody anything hidden. Here that is held against
worlds in which the cards lie otherwise that a viewer cannot know *before* the move: in each of them
the move, or one that is like it, can be made as well, and the viewer is sent the same.
"""

import random

from games.engine.seats import Seat
from tests.rules.contract import sent
from tests.rules.contract.games import Game, Plan, play
from tests.rules.contract.knowledge import find_starts, hidden_cards, mixed
from tests.rules.contract.subject import Subject
from tests.rules.contract.worlds import TwinWorld

_MOVES = 4
"""How many moves of a game are looked at."""


def check_quiet_moves(subject: Subject, plan: Plan) -> int:
    """A move whose events tell nothing tells nobody anything, and a game can go back before it.

    Return how many worlds were compared.
    """
    if not any(event_type.tells_nothing for event_type in subject.ruleset.event_types):
        return 0
    game = play(subject, plan)
    rng = random.Random(plan.seed)
    quiet = [number for number in range(1, len(game.commits)) if _is_quiet(game, number)]
    chosen = rng.sample(quiet, min(_MOVES, len(quiet)))
    return sum(_compare(game, viewer, number, rng) for number in chosen for viewer in game.viewers)


def _is_quiet(game: Game, number: int) -> bool:
    """Answer whether a game can go back to before a commit; raise if it would go elsewhere."""
    commit = game.commits[number]
    moves = [event.tells_nothing and event.move() is not None for event in commit.events]
    loud = [event.tells_nothing for event in commit.events].count(False)
    where = game.where(commit.seat, number)
    if loud:
        last = max(at for at, event in enumerate(commit.events) if not event.tells_nothing)
        assert not any(moves[last:]), f"the way back leads into the middle of a commit: {where}"
        return False
    alone = moves[0] and moves.count(True) == 1 and commit.events[0].seat == commit.seat
    assert alone, f"a move that tells nothing is the first event of its commit: {where}"
    assert not commit.shuffles, f"a shuffle tells something: {where}"
    return True


def _compare(game: Game, viewer: Seat | None, number: int, rng: random.Random) -> bool:
    """Raise if the move told the viewer something; return whether there was a world to compare."""
    since = rng.choice(find_starts(game, number - 1))
    pack, ruleset = game.subject.ruleset.pack, game.subject.ruleset
    labels = mixed(hidden_cards(game, viewer, since, number - 1), pack, rng)
    if labels is None:
        return False
    world = TwinWorld(game, viewer, since, labels, rng)
    for before in range(since.commit, number):
        if world.follow(before) is None:
            return False
    where = f"a move that tells nothing, {game.where(viewer, number)}"
    step = world.follow(number)
    assert step is not None, f"other cards would not have let it be made like this: {where}"
    sent.check_same_views(viewer, game.commits[number].events, step.events, where)
    sent.check_same(
        sent.sent_to(viewer, ruleset, game.commits[number].after),
        sent.sent_to(viewer, ruleset, step.after),
        where,
    )
    return True
