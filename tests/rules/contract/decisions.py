"""What is owed: by whom, for how long it stays the same decision, and until when at all."""

from dataclasses import replace

from games.engine.decisions import Decision
from games.engine.seats import Seat
from tests.rules.contract.games import Commit, Game, Plan, play
from tests.rules.contract.subject import Subject


def check_decisions(subject: Subject, plan: Plan) -> None:
    """Until the game is over some seat owes a decision, which stays the same while it stands."""
    game = play(subject, plan)
    owed: list[Decision] = []
    past: set[tuple[Seat, int]] = set()
    for number, commit in enumerate(game.commits):
        where = f"{subject}, {plan}, commit {number}"
        before, owed = owed, subject.ruleset.decisions(commit.after)
        _check_owed(game, commit, owed, where)
        _check_kept(commit, before, owed, where)
        new = [decision for decision in owed if decision not in before]
        for decision in new:
            triple = (decision.seat, decision.opened)
            assert triple not in past, f"{where}: {decision} takes up an old number"
            past.add(triple)


def check_end(subject: Subject, plan: Plan) -> None:
    """A random game ends within the bound that its author named."""
    longest = subject.facts.longest
    game = play(subject, replace(plan, moves=longest))
    last = game.commits[-1].after
    outcome = subject.ruleset.outcome(last)
    assert outcome is not None, f"{subject}, {plan}: no end after {longest} moves"
    seats = sorted([*outcome.winners, *outcome.losers])
    assert seats == game.seats, f"{subject}, {plan}: {outcome} leaves a seat out"


def _check_owed(game: Game, commit: Commit, owed: list[Decision], where: str) -> None:
    ruleset, state = game.subject.ruleset, commit.after
    over = ruleset.outcome(state) is not None
    assert bool(owed) is not over, f"{where}: the game is {over = }, owed is {owed}"
    owing = [decision.seat for decision in owed]
    assert len(set(owing)) == len(owing), f"{where}: a seat owes two decisions: {owed}"
    for decision in owed:
        assert decision.kind in ruleset.kinds, f"{where}: there is no kind {decision.kind}"
    for seat in game.seats:
        legal = ruleset.legal_moves(state, seat)
        assert bool(legal) is (seat in owing), f"{where}: seat {seat} of {owing} may make {legal}"
        if legal:
            default = ruleset.default_move(state, seat)
            assert default in legal, f"{where}: seat {seat} cannot make its default move {default}"
        if over:
            free = ruleset.free_moves(state, seat)
            assert not free, f"{where}: seat {seat} may make {free} after the end"


def _check_kept(commit: Commit, before: list[Decision], owed: list[Decision], where: str) -> None:
    if any(purpose == "deal" for purpose, _ in commit.shuffles):
        for decision in before:
            assert decision not in owed, f"{where}: {decision} outlived a new deal"
        return
    kinds = {decision.seat: decision.kind for decision in owed}
    for decision in before:
        if decision.seat == commit.seat and not commit.free:
            assert decision not in owed, f"{where}: {decision} was answered and stands again"
        elif kinds.get(decision.seat) == decision.kind:
            assert decision in owed, f"{where}: {decision} got a new number for nothing"
