"""One game as one viewer may see it (the game view of the API)."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec

from accounts.names import ALIAS_PREFIX, IMPORTED_PREFIX
from accounts.times import time_text
from games.engine import consent
from games.engine.entropy import REVEAL
from games.engine.events import Cause
from games.engine.game import GameState, Status
from games.engine.ruleset import Move
from games.engine.seat_events import SeatKind
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.selectors import decision_ids
from games.store.load import Loaded, Owner, Recorded

View = dict[str, Any]
_MILLISECOND = timedelta(milliseconds=1)
_SECOND = timedelta(seconds=1)


def may_watch(loaded: Loaded, account: UUID | None) -> bool:
    """Answer whether this account may know that the game exists."""
    if not loaded.state.private:
        return True
    return (
        loaded.seat_of(account) is not None
        or loaded.invitation_of(account) is not None
        or loaded.offer_of(account) is not None
        or loaded.is_creator(account)
    )


def rematch_id(game: UUID) -> UUID:
    """Return the id of a game's one rematch, whether somebody has asked for it or not."""
    return uuid5(game, "rematch")


def has_rematch(state: GameState) -> bool:
    """Answer whether there is, or could be, another game of the same people after this one."""
    return state.finished_at is not None and not state.imported


def game_view(loaded: Loaded, account: UUID | None) -> View:
    """Return the whole view; `account` is None for somebody without a token."""
    return view_of_seat(loaded, loaded.seat_of(account))


def view_of_seat(loaded: Loaded, seat: Seat | None) -> View:
    """Return the whole view of who holds a seat; None: of a spectator."""
    state = loaded.state
    return summary(loaded) | {
        "server_now": time_text(loaded.now),
        "you": None if seat is None else {"seat": seat},
        "abort_consent": [s for s in state.seat_numbers if state.seats[s].abort_consent],
        "undo": undo(state, seat),
        "table": table(state, seat),
        "decision": owed_decision(loaded, seat),
        "free_moves": free_moves(state, seat),
    }


def summary(loaded: Loaded) -> View:
    """Return what a list shows of a game: public facts only."""
    state = loaded.state
    return {
        "id": str(loaded.id),
        "ruleset": state.ruleset,
        "rules_version": state.rules_version,
        "options": state.options,
        "status": state.status,
        "version": state.version,
        "rated": state.rated,
        "private": state.private,
        "created_at": time_text(state.created_at),
        "started_at": time_text(state.started_at),
        "finished_at": time_text(state.finished_at),
        "time_control": msgspec.to_builtins(state.time_control),
        "pause": pause(state),
        "closes_at": time_text(state.closes_at),
        "seats": seats(state, loaded.owners),
        "deciding": deciding(state),
        "outcome": msgspec.to_builtins(state.outcome),
        "rematch_of": state.rematch_of,
        # Known beforehand, so that a rematch changes nothing in the view of the game before it.
        "rematch": str(rematch_id(loaded.id)) if has_rematch(state) else None,
        "imported": state.imported,
    }


def seats(state: GameState, owners: Mapping[str, Owner]) -> list[View]:
    """Return who holds each seat, and how it stands."""
    scores, may_pause = state.scores(), state.time_control.pause_budget.seat > 0
    shown: list[View] = []
    for seat in state.seat_numbers:
        record = state.seats[seat]
        view: View = {
            "seat": seat,
            "kind": record.kind,
            "name": seat_name(state, seat, owners),
            "state": record.state if record.is_taken else None,
            "score": scores[seat] if scores else None,
            "offer": offer(state, seat, owners),
        }
        if record.clock is not None:
            view["clock_ms"] = record.clock // _MILLISECOND
        if record.vacation is not None:
            view["vacation"] = {
                "starts_at": time_text(record.vacation.since),
                "ends_at": time_text(record.vacation.until),
            }
        if may_pause and record.is_owned:
            view["pause_left"] = state.pause_left(seat) // _SECOND
        if record.kind is SeatKind.HOUSE:
            view["strategy"] = record.strategy
        shown.append(view)
    return shown


def pause(state: GameState) -> View | None:
    """Return since when the game rests, until when at most, and who asked for it."""
    if state.pause is None:
        return None
    return {
        "seat": state.pause.seat,
        "since": time_text(state.pause.since),
        "resume_at": time_text(state.pause.resume_at),
        "incident": state.pause.incident,
    }


def offer(state: GameState, seat: Seat, owners: Mapping[str, Owner]) -> View | None:
    """Return to whom a seat of a running game is offered; `account` is null for the public."""
    found = state.seats[seat].offer
    if found is None:
        return None
    account = None
    if found.holder is not None:
        owner = owners.get(found.holder)
        account = owner.name if owner is not None else alias(found.holder)
    return {"account": account, "by": found.by}


def seat_name(state: GameState, seat: Seat, owners: Mapping[str, Owner]) -> str | None:
    """Return the name under which a seat is shown, or None if nobody holds it.

    A seat whose account is no more has an alias. It is made of the opaque id, which was made for
    this seat alone, so that it ties nobody's games together. In an imported game nobody sat here,
    so a seat has a name that no account can have.
    """
    record = state.seats[seat]
    if record.holder is not None and state.imported:
        return f"{IMPORTED_PREFIX}{seat}"
    if record.holder is not None:
        if record.is_gone or record.holder not in owners:
            return alias(record.holder)
        return owners[record.holder].name
    return f"house-{record.strategy}" if record.kind is SeatKind.HOUSE else None


def alias(holder: str) -> str:
    """Return the name under which an account that is no more is shown, from its opaque id."""
    return f"{ALIAS_PREFIX}{holder[:8]}"


def deciding(state: GameState) -> list[View]:
    """Return who owes a decision; that is public."""
    return [
        {
            "seat": owed.seat,
            "kind": owed.kind,
            "opened_at": time_text(owed.opened_at),
            "deadline_at": time_text(owed.due_at),
        }
        for owed in state.owed
    ]


def undo(state: GameState, seat: Seat | None) -> View:
    """Return whether this seat can ask for an undo or agree to one, why not, and who has agreed."""
    reason = consent.why_no_undo(state, seat)
    is_asked = state.undo.to_version is not None
    return {
        "possible": reason is None,
        "reason": reason,
        "to_version": consent.version_to_go_back_to(state, seat),
        "consents": list(state.undo.consents),
        "waiting_for": consent.seats_waited_for(state) if is_asked else [],
    }


def table(state: GameState, seat: Seat | None) -> View | None:
    """Return the observation of the ruleset, or None before the first deal or without the rules."""
    if state.rules is None or not state.rules_installed:
        return None
    return state.game_rules.observe(state.rules, seat).table()


def owed_decision(loaded: Loaded, seat: Seat | None) -> View | None:
    """Return the decision that this seat's owner must answer, with its legal moves.

    Without the rules of the game no move is legal.
    """
    state = loaded.state
    if seat is None or state.seats[seat].played_by_house or state.status is Status.PAUSED:
        return None
    owed = state.owed_by(seat)
    if owed is None or owed.kind == REVEAL:  # a reveal is owed, but no move answers it
        return None
    moves: Sequence[Move] = ()
    if state.rules_installed:
        moves = state.game_rules.legal_moves(state.rules_state, seat)
    return {
        "id": decision_ids.write(loaded.id, seat, owed.opened),
        "seat": seat,
        "kind": owed.kind,
        "deadline_at": time_text(owed.due_at),
        "legal_moves": [str(move) for move in moves],
    }


def free_moves(state: GameState, seat: Seat | None) -> list[str]:
    """Return the moves the owner of this seat may make without owing one."""
    if seat is None or state.status is not Status.RUNNING or not state.rules_installed:
        return []
    if state.seats[seat].state is not SeatState.PLAYING:
        return []
    return [str(move) for move in state.game_rules.free_moves(state.rules_state, seat)]


def event_view(recorded: Recorded, seat: Seat | None) -> View:
    """Return one event as this seat, or a spectator, may see it."""
    event = recorded.event
    return {
        "version": recorded.version,
        "type": event.type,
        "at": time_text(recorded.at),
        "seat": event.seat,
        "cause": shown_cause(recorded, seat),
        "data": dict(event.seen_by(seat)),
    }


def shown_cause(recorded: Recorded, seat: Seat | None) -> Cause:
    """Return the cause as this seat may know it.

    That a move came of standing orders is told to who gave them; to everybody else, and to who took
    the seat over since, it is a move that the seat's owner made.
    """
    planner = recorded.planner
    if planner is None or (planner.seat == seat and planner.is_holder):
        return recorded.cause
    return Cause.BOT if planner.is_bot else Cause.PLAYER
