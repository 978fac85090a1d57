"""A game is its events: folding them, from any point and through any text, is playing it."""

import random

import msgspec

from games.engine.chance import RandomChance, ScriptedChance
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.ruleset import State
from tests.rules.contract.codec import encoded, from_snapshot, payload, through_log
from tests.rules.contract.games import Commit, Game, Plan, play
from tests.rules.contract.moves import refused_moves
from tests.rules.contract.subject import Subject


def check_replay(subject: Subject, plan: Plan) -> None:
    """Replaying the log, or a snapshot and the rest of the log, leads to the state as played."""
    ruleset, game = subject.ruleset, play(subject, plan)
    final = game.commits[-1].after
    stored = through_log(game.events)
    assert stored == game.events, f"{subject}, {plan}: an event comes back changed from the log"
    again = [payload(event) for event in stored]
    assert again == [payload(event) for event in game.events]
    for number in game.some_commits(4):
        state = game.blank()
        version = game.version(number)
        _fold(game, state, stored[:version])
        where = f"{subject}, {plan}, version {version}"
        _check_equal(state, game.commits[number].after, f"{where}: replayed and played")
        snapshot = from_snapshot(ruleset, encoded(state))
        _check_equal(snapshot, state, f"{where}: the state of the snapshot and its source")
        assert snapshot == state, f"{where}: the snapshot loses something"
        _fold(game, snapshot, stored[version:])
        _check_equal(snapshot, final, f"{where}: continued from the snapshot and played")


def check_copies(subject: Subject, plan: Plan) -> None:
    """A copy goes its own way, `decide` only looks, and `advance` is `decide` and `evolve`."""
    ruleset, game = subject.ruleset, play(subject, plan)
    _check_independent(game)
    for number, commit in enumerate(game.commits[1:], start=1):
        where = f"{subject}, {plan}, commit {number}"
        before = game.before(number)
        untouched = encoded(before)
        assert commit.seat is not None
        assert commit.move is not None
        events = ruleset.decide(before, commit.seat, commit.move, _again(commit))
        assert encoded(before) == untouched, f"{where}: decide changes the state"
        assert events == commit.events, f"{where}: decide gives other events the second time"
        ruleset.advance(before, commit.seat, commit.move, _again(commit))
        _check_equal(before, commit.after, f"{where}: advanced and evolved")
    _check_refused_advance(game)


def check_records(subject: Subject, plan: Plan) -> None:
    """The log holds each move and each shuffle once, and only events that the ruleset names."""
    ruleset, game = subject.ruleset, play(subject, plan)
    shuffles = 0
    for number, commit in enumerate(game.commits):
        where = f"{subject}, {plan}, commit {number}"
        assert commit.events, f"{where}: nothing happened"
        types = {type(event) for event in commit.events}
        assert types <= set(ruleset.event_types), f"{where}: unknown events among {types}"
        moves = [(event.seat, event.move()) for event in commit.events if event.move() is not None]
        made = [] if commit.seat is None else [(commit.seat, str(commit.move))]
        assert moves == made, f"{where}: {made} is recorded as {moves}"
        found = [each for event in commit.events if (each := event.shuffle()) is not None]
        recorded = [(purpose, list(order)) for purpose, order in found]
        assert recorded == commit.shuffles, f"{where}: the shuffles are not recorded as they came"
        shuffles += len(recorded)
        assert ruleset.shuffles(commit.after) == shuffles, f"{where}: {shuffles} shuffles so far"
        for event in commit.events:
            assert event.seat is None or event.seat in game.seats, f"{where}: {event.seat = }"
            for viewer in game.viewers:
                _check_plain(event.seen_by(viewer), f"{where}: {event.type} as {viewer} sees it")
            _check_plain(event.opened(), f"{where}: {event.type} opened")


def _check_independent(game: Game) -> None:
    state = game.blank()
    for version, event in enumerate(game.events):
        where = f"{game.subject}, {game.plan}, version {version}"
        untouched, kept, moved = encoded(state), state.copy(), state.copy()
        _fold(game, moved, [event])
        assert encoded(state) == untouched, f"{where}: changing a copy changes the original"
        _fold(game, state, [event])
        assert encoded(kept) == untouched, f"{where}: changing the original changes a copy"


def _check_refused_advance(game: Game) -> None:
    ruleset, rng = game.subject.ruleset, random.Random(game.plan.seed)
    for number in game.some_commits(4):
        state = game.before(number + 1)
        untouched = encoded(state)
        for seat in game.seats:
            for move in refused_moves(game.subject, state, seat, rng):
                try:
                    ruleset.advance(state, seat, move, RandomChance(rng))
                except RuleError:
                    assert encoded(state) == untouched, f"a refused {move} advances the state"
                else:
                    raise AssertionError(f"advance accepts {move} of seat {seat}, decide does not")


def _again(commit: Commit) -> ScriptedChance:
    return ScriptedChance(order for _, order in commit.shuffles)


def _fold(game: Game, state: State, events: list[Event]) -> None:
    for event in events:
        game.subject.ruleset.evolve(state, event)


def _check_equal(one: State, other: State, what: str) -> None:
    ours, theirs = encoded(one), encoded(other)
    assert ours == theirs, f"{what} differ\n  {ours.decode()}\n  {theirs.decode()}"


def _check_plain(shown: object, what: str) -> None:
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown, f"{what} is no plain JSON"
