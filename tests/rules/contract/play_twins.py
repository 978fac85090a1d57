"""Play twins: the same game decided again in a world whose hidden cards lie otherwise.

A shuffle and the other seats' moves are relabelled. As long as what is public, by the word of
`facts.py`, and the viewer's own hand stay the same, all that the viewer is sent has to stay the
same too: number, order, types and data of events, decisions, legal moves, refusals.
"""

import random

from games.engine.seats import Seat
from tests.rules.contract import sent
from tests.rules.contract.games import Game, Plan, play
from tests.rules.contract.knowledge import Shuffle, find_starts, hidden_cards, mixed
from tests.rules.contract.moves import refused_moves
from tests.rules.contract.subject import Subject
from tests.rules.contract.worlds import Step, TwinWorld

_TWINS = 2
"""How many twins a game gets for each viewer."""


def check_play_twins(subject: Subject, plan: Plan) -> int:
    """Raise if a viewer can tell two worlds apart; return how many twins were counted.

    A twin counts when the worlds really differed while at least one move was compared.
    """
    game = play(subject, plan)
    rng = random.Random(plan.seed)
    return sum(_compare_a_twin(game, viewer, rng) for viewer in game.viewers for _ in range(_TWINS))


def _compare_a_twin(game: Game, viewer: Seat | None, rng: random.Random) -> bool:
    upto = rng.randrange(len(game.commits))
    since = rng.choice(find_starts(game, upto))
    labels = mixed(hidden_cards(game, viewer, since, upto), game.subject.ruleset.pack, rng)
    if since.purpose == "deal":
        if labels is None:
            return False
    elif rng.random() < 0.5:
        # An offered hand is known to its owner, but the order of the offer is not.
        labels = None
    return _compare(game, viewer, since, TwinWorld(game, viewer, since, labels, rng), rng)


def _compare(
    game: Game, viewer: Seat | None, since: Shuffle, world: TwinWorld, rng: random.Random
) -> bool:
    counted = False
    for number in range(since.commit, len(game.commits)):
        step = world.follow(number)
        if step is None:
            break
        _check_commit(game, viewer, number, step, rng)
        if step.position == game.position(number):
            break
        counted = counted or number > 0
    return counted


def _check_commit(
    game: Game, viewer: Seat | None, number: int, step: Step, rng: random.Random
) -> None:
    ruleset, commit = game.subject.ruleset, game.commits[number]
    where = f"play twins of {game.where(viewer, number)}"
    sent.check_same_views(viewer, commit.events, step.events, where)
    attempts = [] if viewer is None else refused_moves(game.subject, commit.after, viewer, rng)
    sent.check_same(
        sent.sent_to(viewer, ruleset, commit.after, attempts),
        sent.sent_to(viewer, ruleset, step.after, attempts),
        where,
    )
