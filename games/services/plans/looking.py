"""What a plan makes of a game as it stands now: the move it wants, and when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import projections
from games.engine.decisions import RACE
from games.engine.events import Event
from games.engine.owing import Owed
from games.engine.plans import following
from games.engine.plans.following import Chosen, Fate
from games.engine.plans.grammar import FREE, Plan
from games.engine.plans.sight import Happening, offers_of, sight_of
from games.services.plans.rows import Row
from games.store.load import Loaded
from games.store.outlines import Outline


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A move that a plan wants made."""

    chosen: Chosen
    owed: Owed | None
    """The decision that it answers; None for a free move."""
    at: datetime
    """Not before this time."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """What came of a look at a plan."""

    fates: Sequence[Fate]
    wanted: Wanted | None


def look(
    row: Row, plan: Plan, fates: Sequence[Fate], loaded: Loaded, past: Sequence[Outline]
) -> Look:
    """Return what a plan wants now; `past` is what happened since it was given.

    A free move comes first, as with the bots of the house. The plan sees the observation of its
    own seat and nothing else of the game.
    """
    state, seat = loaded.state, row.seat
    rules, rules_state = state.game_rules, state.rules_state
    observation = rules.observe(rules_state, seat)
    sight = sight_of(
        rules,
        observation,
        seat,
        happenings=[Happening(one.version, one.type, one.seat) for one in past],
        moved_at=_last_move(row, loaded, past),
    )
    aged = following.aged(plan, fates, sight)
    if following.wants_free(plan, aged):
        offers = offers_of(rules, observation, rules.free_moves(rules_state, seat))
        chosen = following.choose(plan, aged, sight, FREE, offers)
        if chosen is not None:
            at = _time_of_free_move(row, loaded)
            return Look(fates=aged, wanted=Wanted(chosen=chosen, owed=None, at=at))
    owed = state.owed_by(seat)
    if owed is None:
        return Look(fates=aged, wanted=None)
    offers = offers_of(rules, observation, rules.legal_moves(rules_state, seat))
    chosen = following.choose(plan, aged, sight, owed.kind, offers)
    if chosen is None:
        return Look(fates=aged, wanted=None)
    at = _time_of_answer(row, loaded, owed, past)
    return Look(fates=aged, wanted=Wanted(chosen=chosen, owed=owed, at=at))


def _last_move(row: Row, loaded: Loaded, past: Sequence[Outline]) -> int:
    moves = {
        event_type.__name__
        for event_type in loaded.state.game_rules.event_types
        if event_type.move is not Event.move
    }
    own = [one.version for one in past if one.seat == row.seat and one.type in moves]
    return max(own, default=0)


def _time_of_answer(row: Row, loaded: Loaded, owed: Owed, past: Sequence[Outline]) -> datetime:
    """Return when an answer is due: the pace of the house behind the commit that asked for it.

    A pace behind the orders and the seat's own last act as well, for nobody does two things at once.
    """
    opening = [one.version for one in past if one.at == owed.opened_at]
    pace = _pace(loaded, max(opening, default=row.since_version))
    own = [one.at for one in past if one.seat == row.seat]
    since = max([owed.running_since, row.given_at, *own])
    return since + (pace * projections.SLOWER_IN_A_RACE if owed.kind == RACE else pace)


def _time_of_free_move(row: Row, loaded: Loaded) -> datetime:
    """Return when a free move is due that was possible at this look, or at the last ones too."""
    since = max(loaded.state.last_at, row.given_at)
    at = since + _pace(loaded, loaded.state.version)
    return at if row.ready_at is None else min(at, row.ready_at)


def _pace(loaded: Loaded, version: int) -> timedelta:
    return projections.hidden_pace(loaded.id, version, secret=loaded.secret)
