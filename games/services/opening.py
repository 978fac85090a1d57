"""A new game's first commit, and the start of play once every seat is held."""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings

from games import projections
from games.engine.clocks import TimeControl
from games.engine.commits import apply_commit, conclude
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.lifecycle import GameCreated, RevealsAwaited
from games.engine.registry import AnyRuleset
from games.engine.seat_events import SeatInvited, SeatKind, SeatTaken
from games.engine.seats import Seat
from games.services import dealing
from games.services.askers import Asker
from games.services.errors import BusyError
from games.services.execute import TRIES, Committed, Decided, announce
from games.store import append, clock, load
from games.store.append import NewHolder
from games.store.errors import UnknownGameError
from games.store.load import Loaded, Owner


@dataclass(frozen=True, kw_only=True)
class SeatPlan:
    """Who is to hold a seat of a new game."""

    kind: SeatKind
    occupant: Asker | None = None
    """Of a seat that is taken, or that somebody is invited to."""
    strategy: str | None = None
    """Of a house seat."""
    commitment: str | None = None
    """To the entropy (hex) that the creator adds at this seat."""


@dataclass(frozen=True, kw_only=True)
class GamePlan:
    """All that is fixed about a new game."""

    rules: AnyRuleset
    seats: Sequence[SeatPlan]
    options: Mapping[str, Any]
    time_control: TimeControl
    rated: bool
    private: bool
    rematch_of: UUID | None = None


def open_game(plan: GamePlan, *, asker: Asker, reserve: Callable[[], UUID] = uuid4) -> Committed:
    """Make a game; it starts at once when every seat is held.

    `reserve` gives its id; if a game with this id is there already, that game is the answer.
    """
    started = time.monotonic()
    secret, creator = secrets.token_bytes(32), str(uuid4())
    created = GameCreated(
        ruleset=plan.rules.slug,
        rules_version=plan.rules.rules_version,
        seats=len(plan.seats),
        options=dict(plan.options),
        time_control=plan.time_control,
        rated=plan.rated,
        private=plan.private,
        creator=creator,
        commitment=hashlib.sha256(secret).hexdigest(),
        rematch_of=str(plan.rematch_of) if plan.rematch_of else None,
    )
    holders = [(NewHolder(id=creator, account=asker.account, seat=None), asker.owner)]
    seated: list[Event] = [created]
    for number, planned in enumerate(plan.seats):
        _occupy(Seat(number), planned, seated, holders)
    game = reserve()
    for _ in range(TRIES):
        if (earlier := made_before(game)) is not None:
            return earlier
        now = clock.now()
        opening = start_if_full(game, apply_commit(None, seated, now), secret)
        decided = Decided(events=[*seated, *opening], holders=holders)
        events, after = conclude(None, decided.events, now, decided.quiet_hours)
        appending = append.Append(
            game=game,
            expected=0,
            at=now,
            cause=asker.cause,
            events=events,
            after=after,
            decisions=projections.open_decisions(game, after),
            holders=[new for new, _ in holders],
            secret=secret,
        )
        if append.append_events([appending])[0].result is append.Result.DONE:
            owners = {new.id: owner for new, owner in holders}
            loaded = Loaded(id=game, now=now, state=after, secret=secret, owners=owners)
            return announce(appending, loaded, started)
    raise BusyError


def _occupy(
    seat: Seat,
    planned: SeatPlan,
    events: list[Event],
    holders: list[tuple[NewHolder, Owner]],
) -> None:
    """Add the event of a seat that is not open, and whom its opaque id stands for."""
    if planned.kind is SeatKind.HOUSE:
        events.append(SeatTaken(seat=seat, kind=SeatKind.HOUSE, strategy=planned.strategy))
    if planned.occupant is None:
        return
    holder = str(uuid4())
    new = NewHolder(id=holder, account=planned.occupant.account, seat=seat)
    holders.append((new, planned.occupant.owner))
    if planned.kind is SeatKind.INVITED:
        events.append(SeatInvited(seat=seat, holder=holder))
    else:
        events.append(
            SeatTaken(seat=seat, kind=planned.kind, holder=holder, commitment=planned.commitment)
        )


def made_before(game: UUID) -> Committed | None:
    """Return the game with this id as an earlier copy of a request left it, if there is one."""
    try:
        loaded = load.game(game)
    except UnknownGameError:
        return None
    return Committed(game=loaded, events=[], replayed=True)


def start_if_full(game: UUID, state: GameState, secret: bytes) -> list[Event]:
    """Return what follows once every seat is held: the start and the first deal, else none.

    A seat that committed to entropy is waited for first, for a short time; once it has revealed it
    or let the time pass, the game starts.
    """
    if not all(record.is_taken for record in state.seats):
        return []
    if not state.contributions.missing:
        return dealing.first_deal(game, state, secret)
    if state.contributions.awaited_at is not None:
        return []
    return [RevealsAwaited(seconds=settings.HERDBOOK_REVEAL_SECONDS)]


def started_by(loaded: Loaded, events: Sequence[Event]) -> list[Event]:
    """Return `events` with those of the start, if nothing is waited for after them."""
    after = apply_commit(loaded.state, events, loaded.now)
    return [*events, *start_if_full(loaded.id, after, loaded.secret)]
