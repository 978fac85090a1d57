"""How a house bot answers one decision.

It sees the observation of its seat and that seat's view of the events since the last deal. It
thinks outside of any transaction, under a lease that keeps other workers away. A free move of the
seat is considered then, before the answer, and at no other time.
"""

import hashlib
import logging
import random
import time
from collections.abc import Callable
from math import inf
from typing import TypeVar
from uuid import UUID

from accounts.traces import trace_of
from bots import thinking
from bots.strategies import registry
from bots.strategies.strategy import Strategy
from games.engine.observation import SeenEvent
from games.engine.seats import Seat
from games.engine.undo import undone_versions
from games.services import house, play
from games.services.errors import ServiceError
from games.store import decisions, load
from games.store.decisions import HouseDecision
from games.store.errors import UnknownGameError
from games.store.load import Loaded, Recorded

LEASE = 6
"""Seconds one worker has for a decision: longer than the soft time limit of its task, and short,
for so long a decision may wait whose worker was killed."""
TRIES = 3
"""After so many failures the ruleset's default move is made."""
T = TypeVar("T")
_log = logging.getLogger("herdbook.bots")


def answer(game: UUID, seat: Seat, opened: int) -> bool:
    """Answer a decision the house owes; return whether this worker did.

    A decision that is closed, too early, or leased to another worker is left alone. One that
    could not be answered stays with the sweep.
    """
    attempt = decisions.lease(game, seat, opened, seconds=LEASE)
    if attempt is None:
        return False
    try:
        loaded = load.game(game)
    except UnknownGameError:
        return False
    owed = loaded.state.owed_by(seat)
    if owed is None or owed.opened != opened or not loaded.state.rules_installed:
        return False
    try:
        if attempt <= TRIES and (free := _thought(choose_free, loaded, seat, opened)) is not None:
            loaded = play.play_free_house_move(game=game, seat=seat, move=free).game
            owed = loaded.state.owed_by(seat)
            if owed is None or owed.opened != opened:
                return True
        if attempt <= TRIES:
            move = _thought(choose, loaded, seat, opened)
        else:
            move = default_move(loaded, seat)
        play.play_house_move(game=game, seat=seat, opened=opened, move=move)
    except ServiceError as refusal:
        _log.info("game=%s seat=%d opened=%d not answered: %s", game, seat, opened, refusal.code)
    except Exception as error:  # noqa: BLE001 - whatever a strategy raises, the game must go on
        _log.error(
            "game=%s seat=%d opened=%d attempt=%d failed: %s",
            *(game, seat, opened, attempt, trace_of(error)),
        )
    else:
        return True
    decisions.release(game, seat, opened, attempt=attempt)
    return False


def answer_overdue(*, overdue_seconds: float = 0.0, budget: float = inf) -> int:
    """Answer what the house owes for so long and nobody thinks about, here and now.

    Begins no answer after `budget` seconds. Returns how many there were.
    """
    end, answered = time.monotonic() + budget, 0
    for one in decisions.owed_by_house(overdue_seconds=overdue_seconds):
        if time.monotonic() >= end:
            break
        answered += _answered(one)
    return answered


def _answered(one: HouseDecision) -> bool:
    try:
        return answer(one.game, one.seat, one.opened)
    except Exception:  # noqa: BLE001 - logged where it was raised; the others must not wait for it
        return False


def default_move(loaded: Loaded, seat: Seat) -> str:
    """Return the ruleset's default move, for a strategy that failed again and again."""
    _log.error("game=%s seat=%d: the strategy failed; the default move is made", loaded.id, seat)
    rules = loaded.state.game_rules
    return str(rules.default_move(loaded.state.rules_state, seat))


def _thought(
    choice: Callable[[Loaded, Seat, int], T], loaded: Loaded, seat: Seat, opened: int
) -> T:
    """Let the strategy choose, and count how long it took."""
    # A free move is thought about on the way to the decision, and not counted as another.
    number = 0 if choice is choose_free else 1
    with thinking.counted(loaded.state.ruleset, _strategy(loaded, seat).name, number):
        return choice(loaded, seat, opened)


def choose(loaded: Loaded, seat: Seat, opened: int) -> str:
    """Let the seat's strategy choose among its legal moves."""
    state, strategy = loaded.state, _strategy(loaded, seat)
    legal = sorted(str(move) for move in state.game_rules.legal_moves(state.rules_state, seat))
    observation = state.game_rules.observe(state.rules_state, seat)
    rng = _rng(loaded.id, seat, opened, strategy.name)
    return strategy.choose(observation, history(loaded, seat), legal, rng)


def choose_free(loaded: Loaded, seat: Seat, opened: int) -> str | None:
    """Let the strategy of a seat that owes a decision choose a free move, or none.

    Nothing of it is kept for later, so nobody can tell from the time an answer takes whether
    there was one to choose.
    """
    state = loaded.state
    free = sorted(str(move) for move in state.game_rules.free_moves(state.rules_state, seat))
    if not free:
        return None
    strategy = _strategy(loaded, seat)
    observation = state.game_rules.observe(state.rules_state, seat)
    rng = _rng(loaded.id, seat, opened, f"{strategy.name} free")
    return strategy.choose_free(observation, history(loaded, seat), free, rng)


def _strategy(loaded: Loaded, seat: Seat) -> Strategy:
    ruleset = loaded.state.ruleset
    name = loaded.state.seats[seat].strategy or house.stand_in(ruleset) or ""
    return registry.find_strategy(ruleset, name)


def _rng(game: UUID, seat: Seat, opened: int, purpose: str) -> random.Random:
    """Return the random source of one choice, the same in every process."""
    text = f"{game} {seat} {opened} {purpose}"
    seed = hashlib.blake2b(text.encode(), digest_size=16).digest()
    return random.Random(seed)  # noqa: S311 - a choice, no secret


def history(loaded: Loaded, seat: Seat) -> list[SeenEvent]:
    """Return the events since the last deal as this seat was shown them, without what was undone."""
    log = load.since_last(loaded.id, type_name="RoundDealt")
    undone = undone_versions((recorded.version, recorded.event) for recorded in log)
    return [_seen(recorded, seat) for recorded in log if recorded.version not in undone]


def _seen(recorded: Recorded, seat: Seat) -> SeenEvent:
    event = recorded.event
    return SeenEvent(type=event.type, seat=event.seat, data=event.seen_by(seat))
