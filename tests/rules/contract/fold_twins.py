"""Fold twins: the same events with the cards relabelled that a viewer cannot know.

Nothing is decided anew, so the twin tells whether `observe`, `legal_moves`, `decisions`, refusals
and `seen_by` look at hidden cards. Whether *which events there are* depends on them is for the
play twins to find out.
"""

import random

from games.engine.events import Event
from games.engine.seats import Seat
from tests.rules.contract import sent
from tests.rules.contract.games import Game, Plan, play
from tests.rules.contract.knowledge import (
    Shuffle,
    find_starts,
    hidden_cards,
    mixed,
    swapped_copies,
)
from tests.rules.contract.moves import refused_moves
from tests.rules.contract.relabel import Labels, relabelled
from tests.rules.contract.sent import Strategy
from tests.rules.contract.subject import Subject

_LOOKS = 3
"""How often each viewer looks during a game."""


def check_fold_twins(subject: Subject, plan: Plan, strategy: Strategy | None = None) -> None:
    """Relabelling what a viewer cannot know changes nothing that it is sent."""
    game = play(subject, plan)
    rng = random.Random(plan.seed)
    for viewer in game.viewers:
        for _ in range(_LOOKS):
            upto = rng.randrange(len(game.commits))
            since = rng.choice(find_starts(game, upto))
            hidden = hidden_cards(game, viewer, since, upto)
            labels = mixed(hidden, subject.ruleset.pack, rng)
            if labels is not None:
                _compare(game, viewer, since, upto, labels, strategy, rng)


def check_swapped_copies(subject: Subject, plan: Plan, strategy: Strategy | None = None) -> None:
    """Which copy of a picture lies where changes nothing that anybody is sent."""
    game = play(subject, plan)
    rng = random.Random(plan.seed)
    # Every shuffle is relabelled alike, so the twin starts from before the first card.
    first = Shuffle(0, 0, 0, "deal", [])
    for viewer in game.viewers:
        for _ in range(_LOOKS):
            upto = rng.randrange(len(game.commits))
            labels = swapped_copies(subject.ruleset.pack, rng)
            _compare(game, viewer, first, upto, labels, strategy, rng)


def _compare(
    game: Game,
    viewer: Seat | None,
    since: Shuffle,
    upto: int,
    labels: Labels,
    strategy: Strategy | None,
    rng: random.Random,
) -> None:
    ruleset = game.subject.ruleset
    state, twin_state = game.commits[upto].after, game.before(since.commit)
    same, events = _events(game, since, upto)
    twins = [relabelled(event, labels) for event in events]
    for event in [*same, *twins]:
        ruleset.evolve(twin_state, event)
    version = game.version(upto)
    where = _where(game, viewer, version)
    sent.check_same_views(
        sent.views(viewer, events), sent.views(viewer, twins), where, version - len(events) + 1
    )
    attempts = [] if viewer is None else refused_moves(game.subject, state, viewer, rng)
    sent.check_same(
        sent.sent_to(viewer, ruleset, state, attempts),
        sent.sent_to(viewer, ruleset, twin_state, attempts),
        where,
    )
    if strategy is not None and viewer is not None:
        sent.check_same(
            {"a strategy's choice": sent.chosen(strategy, viewer, ruleset, state, events)},
            {"a strategy's choice": sent.chosen(strategy, viewer, ruleset, twin_state, twins)},
            where,
        )


def _events(game: Game, since: Shuffle, upto: int) -> tuple[list[Event], list[Event]]:
    """Return the events of the shuffle's commit before it, and those from it on."""
    commits = game.commits[since.commit : upto + 1]
    events = [event for commit in commits for event in commit.events]
    return events[: since.event], events[since.event :]


def _where(game: Game, viewer: Seat | None, version: int) -> str:
    who = "a spectator" if viewer is None else f"seat {viewer}"
    return f"fold twins of {game.subject}, {game.plan}, {who} at version {version}"
