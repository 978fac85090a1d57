"""A twin world: a game goes on in it as in the first one, but some cards lie otherwise."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.ruleset import Move, State
from games.engine.seats import Seat
from tests.rules.contract.codes import WORD
from tests.rules.contract.games import Commit, Game
from tests.rules.contract.knowledge import Shuffle, deal_facts, fresh_deals, move_facts, news
from tests.rules.contract.relabel import Labels
from tests.rules.contract.subject import Position
from tests.rules.contract.twin_chance import TwinChance

_OTHER_MOVES = 4
"""How many other moves are tried where neither the relabelled one nor the same one will do."""


@dataclass(frozen=True)
class Step:
    """What a commit came to in the twin world."""

    events: list[Event]
    after: State
    position: Position


class TwinWorld:
    """The twin of a game from a shuffle on; without labels that one comes out in any order."""

    def __init__(
        self,
        game: Game,
        viewer: Seat | None,
        since: Shuffle,
        labels: Labels | None,
        rng: random.Random,
    ) -> None:
        self._game = game
        self._viewer = viewer
        self._since = since
        self._labels = labels
        self._rng = rng
        self._state = game.before(since.commit)
        self._position = game.position(since.commit - 1) if since.commit else None

    def follow(self, number: int) -> Step | None:
        """Make the twin of a commit, or return None if it cannot be had with the same facts."""
        commit = self._game.commits[number]
        for move in self._moves(number):
            step = self._step(number, commit, move)
            if step is not None and self._is_alike(number, commit, move, step):
                self._state, self._position = step.after, step.position
                return step
        return None

    def _moves(self, number: int) -> Iterator[Move | None]:
        commit = self._game.commits[number]
        if commit.seat in {None, self._viewer} or number == self._since.commit:
            yield commit.move
            return
        ruleset, seat = self._game.subject.ruleset, commit.seat
        assert seat is not None
        possible = ruleset.free_moves if commit.free else ruleset.legal_moves
        others = {str(move): move for move in possible(self._state, seat)}
        wanted = [self._relabelled_text(str(commit.move)), str(commit.move)]
        wanted += self._rng.sample(list(others), min(_OTHER_MOVES, len(others)))
        if self._rng.random() < 0.3:
            self._rng.shuffle(wanted)
        yield from (others[text] for text in dict.fromkeys(wanted) if text in others)

    def _relabelled_text(self, text: str) -> str:
        if self._labels is None:
            return text
        pack, labels = self._game.subject.ruleset.pack, self._labels
        return WORD.sub(
            lambda word: (
                pack.code_of[labels[pack.first(word[0])]] if pack.has_code(word[0]) else word[0]
            ),
            text,
        )

    def _step(self, number: int, commit: Commit, move: Move | None) -> Step | None:
        ruleset, plan = self._game.subject.ruleset, self._game.plan
        state = self._state.copy()
        chance = TwinChance(self._wanted_orders(number), ruleset.pack, self._rng)
        if commit.seat is None or move is None:
            events = ruleset.deal(self._game.options, plan.seats, chance)
        else:
            try:
                events = ruleset.decide(state, commit.seat, move, chance)
            except RuleError:
                return None
        for event in events:
            ruleset.evolve(state, event)
        return Step(events, state, ruleset.to_position(state))

    def _wanted_orders(self, number: int) -> list[list[list[Card]]]:
        """Return, for each shuffle of a commit, the orders it may take, the best first."""
        wanted: list[list[list[Card]]] = []
        for nth, (purpose, order) in enumerate(self._game.commits[number].shuffles):
            place, since = (number, nth), (self._since.commit, self._since.number)
            if place == since:
                wanted.append(self._relabelled(order))
            elif place < since or purpose == "deal":
                wanted.append([order])
            else:
                wanted.append([*self._relabelled(order), order])
        return wanted

    def _relabelled(self, order: list[Card]) -> list[list[Card]]:
        return [] if self._labels is None else [[self._labels[card] for card in order]]

    def _is_alike(self, number: int, commit: Commit, move: Move | None, step: Step) -> bool:
        """Answer whether the viewer cannot tell the two worlds apart by right."""
        game = self._game
        positions = game.position(number), step.position
        viewer = self._viewer
        # A position may list the hand in an order that its owner does not know, as an offer.
        if viewer is not None and len({tuple(sorted(p["hands"][viewer])) for p in positions}) > 1:
            return False
        dealt = deal_facts(game.subject, viewer, step.events, step.position)
        if dealt != fresh_deals(game, viewer, number):
            return False
        if commit.seat is None or self._position is None:
            return True
        theirs = move_facts(
            game.subject, viewer, self._position, commit.seat, str(move), step.position
        )
        return news(game, viewer, number) == theirs
