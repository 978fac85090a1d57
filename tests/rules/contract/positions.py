"""Positions as JSON: they hold the whole pack, and reading one back loses nothing that counts."""

import json
import random
from collections import Counter
from typing import Any

from games.engine.chance import RandomChance
from games.engine.errors import RuleError
from games.engine.ruleset import State
from tests.rules.contract.games import Game, Plan, play
from tests.rules.contract.subject import Position, Subject

_JUNK: list[object] = [
    None,
    -1,
    99,
    "x",
    [],
    ["x"],
    {},
    {"0": "x"},
    [[]],
    [["x"]],
    True,
    1.5,
    2**70,
]


def check_pack(subject: Subject, plan: Plan) -> None:
    """At any moment every card of the pack is in exactly one place."""
    ruleset, game = subject.ruleset, play(subject, plan)
    whole = Counter(ruleset.pack.code_of)
    for number, commit in enumerate(game.commits):
        table = ruleset.observe(commit.after, None).table()
        found = Counter(subject.facts.cards_of(game.position(number), table))
        assert found == whole, (
            f"{subject}, {plan}, commit {number}: lost {whole - found}, doubled {found - whole}"
        )


def check_positions(subject: Subject, plan: Plan) -> None:
    """A position read back is the same position, with the same moves and what comes of them."""
    ruleset, game = subject.ruleset, play(subject, plan)
    rng = random.Random(plan.seed)
    for number in game.some_commits(8):
        state, position = game.commits[number].after, game.position(number)
        where = f"{subject}, {plan}, commit {number}"
        stored = json.loads(json.dumps(position))
        assert stored == position, f"{where}: {position} is no plain JSON"
        imported = ruleset.from_position(stored, game.options, plan.seats)
        assert ruleset.to_position(imported) == position, (
            f"{where}: the position comes back changed"
        )
        owed = [[(d.seat, d.kind) for d in ruleset.decisions(each)] for each in (state, imported)]
        assert owed[0] == owed[1], f"{where}: other decisions after reading back: {owed}"
        for seat in game.seats:
            for moves in (ruleset.legal_moves, ruleset.free_moves):
                ours, theirs = (
                    [str(move) for move in moves(each, seat)] for each in (state, imported)
                )
                assert ours == theirs, f"{where}: seat {seat} had {ours} and has {theirs}"
        _check_goes_on_alike(game, state, imported, where)
        _check_damaged(game, stored, rng)


def _check_goes_on_alike(game: Game, state: State, imported: State, where: str) -> None:
    ruleset = game.subject.ruleset
    for seat in game.seats:
        for move in [*ruleset.legal_moves(state, seat), *ruleset.free_moves(state, seat)][:6]:
            after = []
            for world in (state.copy(), imported.copy()):
                ruleset.advance(world, seat, move, RandomChance(random.Random(1)))
                after.append(ruleset.to_position(world))
            assert after[0] == after[1], f"{where}: {move} leads elsewhere after reading back"


def _check_damaged(game: Game, position: Position, rng: random.Random) -> None:
    """A position that cannot be read is refused as such, and never otherwise."""
    key = rng.choice(sorted(position))
    damaged: dict[str, Any] = {**position, key: rng.choice(_JUNK)}
    try:
        game.subject.ruleset.from_position(damaged, game.options, game.plan.seats)
    except RuleError:
        return
