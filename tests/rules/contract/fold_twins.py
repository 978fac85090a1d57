"""Fold twins: the same events with the cards relabelled that a viewer cannot know.

Nothing is decided anew, so the twin tells whether `observe`, `legal_moves`, `decisions`, refusals
and `seen_by` look at hidden cards. Whether *which events there are* depends on them is for the
play twins to find out.
"""

import random
from dataclasses import dataclass

from games.engine.events import Event
from games.engine.ruleset import State
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
from tests.rules.contract.orders import all_would_play
from tests.rules.contract.relabel import Labels, relabelled
from tests.rules.contract.sent import Strategy
from tests.rules.contract.subject import Subject

_LOOKS = 3
"""How often each viewer looks during a game."""


def check_fold_twins(subject: Subject, plan: Plan, strategy: Strategy | None = None) -> None:
    """Relabelling what a viewer cannot know changes nothing that it is sent.

    Neither does it change what standing orders or a strategy would do in the viewer's place.
    """
    game = play(subject, plan)
    rng = random.Random(plan.seed)
    for viewer in game.viewers * _LOOKS:
        upto = rng.randrange(len(game.commits))
        since = rng.choice(find_starts(game, upto))
        labels = mixed(hidden_cards(game, viewer, since, upto), subject.ruleset.pack, rng)
        if labels is not None:
            _Twin(game, since, upto, labels).compare(viewer, strategy, rng)


def check_swapped_copies(subject: Subject, plan: Plan, strategy: Strategy | None = None) -> None:
    """Which copy of a picture lies where changes nothing that anybody is sent."""
    game = play(subject, plan)
    rng = random.Random(plan.seed)
    # Every shuffle is relabelled alike, so the twin starts before the first card.
    start = Shuffle(commit=0, event=0, number=0, purpose="deal", order=[])
    for viewer in game.viewers * _LOOKS:
        upto = rng.randrange(len(game.commits))
        labels = swapped_copies(subject.ruleset.pack, rng)
        _Twin(game, start, upto, labels).compare(viewer, strategy, rng)


@dataclass(frozen=True)
class _Twin:
    """A game whose events are relabelled from a shuffle to the end of a commit."""

    game: Game
    since: Shuffle
    upto: int
    labels: Labels

    def compare(self, viewer: Seat | None, strategy: Strategy | None, rng: random.Random) -> None:
        game, ruleset = self.game, self.game.subject.ruleset
        where = f"fold twins of {game.where(viewer, self.upto)}"
        first, last = (
            game.version(self.since.commit - 1) + self.since.event,
            game.version(self.upto),
        )
        past, events = game.events[:first], game.events[first:last]
        twins = [relabelled(event, self.labels) for event in events]
        sent.check_same_views(viewer, events, twins, where)
        state, twin_state = game.commits[self.upto].after, self._folded(past, twins)
        attempts = [] if viewer is None else refused_moves(game.subject, state, viewer, rng)
        sent.check_same(
            sent.sent_to(viewer, ruleset, state, attempts),
            sent.sent_to(viewer, ruleset, twin_state, attempts),
            where,
        )
        if viewer is None:
            return
        sent.check_same(
            {"an order": all_would_play(ruleset, state, viewer)},
            {"an order": all_would_play(ruleset, twin_state, viewer)},
            where,
        )
        if strategy is not None:
            choice = sent.chosen(strategy, viewer, ruleset, state, past + events)
            twin_choice = sent.chosen(strategy, viewer, ruleset, twin_state, past + twins)
            sent.check_same({"a choice": choice}, {"a choice": twin_choice}, where)

    def _folded(self, past: list[Event], twins: list[Event]) -> State:
        # What came before the shuffle's commit is folded already.
        state = self.game.before(self.since.commit)
        for event in past[len(past) - self.since.event :] + twins:
            self.game.subject.ruleset.evolve(state, event)
        return state
