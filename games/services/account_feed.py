"""What the log means for accounts: a consumer of the feed that tells them what concerns them.

It says what is public in a game, or the account's own. An event concerns who has a part in the
game when it is told, which is seconds after it happened; a decision is requested only if it is
still open then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from uuid import UUID

from accounts.event_data import (
    DecisionData,
    GameData,
    MovesRefusedData,
    OwnSeatData,
    RematchData,
    SeatData,
)
from accounts.event_types import EVENT_TYPES, EventType
from accounts.services import telling
from accounts.services.telling import News
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired, ExpiryReason
from games.selectors import decision_ids, refused_moves
from games.services.deadlines import MAX_REFUSALS
from games.store import decisions, holders, load
from games.store.consumers import Consumer
from games.store.decisions import OwedByAccount
from games.store.feed import FeedEvent
from games.store.load import Loaded


class To(Enum):
    """Whom an event of a game concerns."""

    EVERYBODY = auto()
    """Who holds a seat, and who made the game."""
    HOLDER = auto()
    """Who holds the seat of the event, or is invited to it."""
    CREATOR = auto()
    OFFERED = auto()
    """To whom the seat of the event is offered, if to one account."""
    BEFORE_TOO = auto()
    """Everybody, and who held the seat before the event."""


@dataclass(frozen=True)
class Meaning:
    """What accounts are told of an event."""

    type: EventType
    to: To = To.EVERYBODY


MEANINGS: Mapping[str, Meaning] = {
    "SeatInvited": Meaning(EventType.INVITATION_RECEIVED, To.HOLDER),
    "InvitationDeclined": Meaning(EventType.INVITATION_DECLINED, To.CREATOR),
    "GameStarted": Meaning(EventType.GAME_STARTED),
    "DecisionExpired": Meaning(EventType.DECISION_EXPIRED, To.HOLDER),
    "SeatAway": Meaning(EventType.SEAT_AWAY),
    "SeatReturned": Meaning(EventType.SEAT_RETURNED),
    "SeatOffered": Meaning(EventType.SEAT_OFFERED, To.OFFERED),
    "SeatReplaced": Meaning(EventType.SEAT_REPLACED, To.BEFORE_TOO),
    "GamePaused": Meaning(EventType.GAME_PAUSED),
    "GameResumed": Meaning(EventType.GAME_RESUMED),
    "IdleNoticed": Meaning(EventType.GAME_EXPIRING),
    "UndoRequested": Meaning(EventType.UNDO_REQUESTED),
    "MoveUndone": Meaning(EventType.MOVE_UNDONE),
    "AbortConsented": Meaning(EventType.ABORT_REQUESTED),
    "GameFinished": Meaning(EventType.GAME_FINISHED),
    "GameAborted": Meaning(EventType.GAME_ABORTED),
    "GameExpired": Meaning(EventType.GAME_EXPIRED),
    "ResultAdjudicated": Meaning(EventType.RESULT_CHANGED),
    "ResultAnnulled": Meaning(EventType.RESULT_CHANGED),
    "ResultRestored": Meaning(EventType.RESULT_CHANGED),
}
"""By type of the log's event. `GameCreated` and `DeadlineMoved` are read by functions of their own."""
MOVES_DEADLINES = "DeadlineMoved"
_READ = frozenset(MEANINGS) | {"GameCreated"}


def take(events: Sequence[FeedEvent]) -> None:
    """Tell accounts what follows from the next events; six statements, and one a change of seats."""
    read = [one for one in events if one.type in _READ]
    news = [*_of_games(read), *_of_refusals(read), *_of_decisions(events)]
    telling.tell(sorted(news, key=lambda one: one.at))


def _of_games(events: Sequence[FeedEvent]) -> Iterator[News]:
    games = {one.id: one for one in load.games(list({one.position.game for one in events}))}
    for event in events:
        game = games[event.position.game]
        if game.state.imported:
            continue  # it was played elsewhere, long ago
        if event.type == "GameCreated":
            yield from _of_a_rematch(game, event)
        else:
            meaning = MEANINGS[event.type]
            for account in _concerned(game, event, meaning.to):
                if meaning.type is not EventType.INVITATION_RECEIVED or _is_invited(game, account):
                    yield _news(game, event, meaning.type, account)


def _concerned(game: Loaded, event: FeedEvent, to: To) -> Iterable[UUID]:
    if to is To.CREATOR:
        concerned = [game.state.creator]
    elif to is To.OFFERED:
        assert event.seat is not None, f"{event.type} concerns a seat"
        offer = game.state.seats[event.seat].offer
        concerned = [offer.holder or ""] if offer is not None else []
    elif to is To.HOLDER:
        assert event.seat is not None, f"{event.type} concerns a seat"
        concerned = [game.state.seats[event.seat].holder or ""]
    else:
        concerned = [game.state.creator, *(seat.holder or "" for seat in game.state.seats)]
    owners = [game.owners[holder].account for holder in concerned if holder in game.owners]
    if to is To.BEFORE_TOO:
        assert event.seat is not None, f"{event.type} concerns a seat"
        owners += holders.held_until(game.id, event.seat, version=event.position.version)
    return dict.fromkeys(owners)


def _news(game: Loaded, event: FeedEvent, type_: EventType, account: UUID) -> News:
    """Return what one account is told of an event, in the shape that belongs to the type."""
    number = str(game.id)
    version = event.position.version
    if type_ is not EventType.INVITATION_RECEIVED and _is_invited(game, account):
        type_ = EventType.INVITATION_CANCELLED  # all else that can happen to it before the start
    shape = EVENT_TYPES[type_].data
    data: GameData
    if shape is SeatData:
        assert event.seat is not None, f"{event.type} concerns a seat"
        data = SeatData(game=number, version=version, seat=event.seat)
    elif shape is OwnSeatData:
        data = OwnSeatData(game=number, version=version, seat=game.seat_of(account))
    else:
        data = GameData(game=number, version=version)
    once = f"{type_}/{game.id.hex}"
    if type_ is EventType.SEAT_OFFERED:  # and withdrawn, and offered, as fast as somebody can ask
        dedupe = f"{once}/{event.seat}/{event.at:%Y-%m-%d}"
    elif type_ is EventType.GAME_STARTED:
        dedupe = once  # a game starts once, whatever its log says how often
    else:
        dedupe = f"{once}/{version}"
    return News(
        account=account,
        type=type_,
        at=event.at,
        data=data,
        dedupe=dedupe,
    )


def _is_invited(game: Loaded, account: UUID) -> bool:
    return game.invitation_of(account) is not None


def _of_a_rematch(game: Loaded, event: FeedEvent) -> Iterator[News]:
    before = game.state.rematch_of
    if before is None:
        return
    asked = game.owners.get(game.state.creator)
    for account in _concerned(game, event, To.EVERYBODY):
        if asked is None or account != asked.account:
            yield News(
                account=account,
                type=EventType.REMATCH_OFFERED,
                at=event.at,
                data=RematchData(game=before, version=1, rematch=str(game.id)),
                dedupe=f"{EventType.REMATCH_OFFERED}/{game.id.hex}",
            )


def _of_refusals(events: Sequence[FeedEvent]) -> Iterator[News]:
    """Yield the decisions that bots of somebody have lost by moves that were refused, to their owners."""
    lost = {
        (one.position.game, Seat(one.seat)): one.position.version
        for one in events
        if one.type == "DecisionExpired" and one.seat is not None and _is_by_refusals(one)
    }
    if not lost:
        return
    for one in refused_moves.lost_in(lost, by=MAX_REFUSALS):
        yield News(
            account=one.owner,
            type=EventType.MOVES_REFUSED,
            at=one.at,
            data=MovesRefusedData(
                game=str(one.game),
                version=lost[one.game, one.seat],
                seat=one.seat,
                bot=one.bot,
                decision=one.decision,
            ),
            dedupe=f"{EventType.MOVES_REFUSED}/{one.game.hex}/{one.seat}/{one.opened}",
        )


def _is_by_refusals(event: FeedEvent) -> bool:
    expired = event.opened()
    return isinstance(expired, DecisionExpired) and expired.reason is ExpiryReason.REFUSALS


def _of_decisions(events: Sequence[FeedEvent]) -> Iterator[News]:
    """Yield the decisions that commits among these events have opened, or given another deadline.

    Of those that are open now, these were opened no earlier than the first of the game's events
    here; all older ones were seen with an earlier batch.
    """
    since: dict[UUID, datetime] = {}
    moved: dict[tuple[UUID, int | None], FeedEvent] = {}
    for event in events:
        since.setdefault(event.position.game, event.at)
        if event.type == MOVES_DEADLINES:
            moved[event.position.game, event.seat] = event
    for owed in decisions.owed_by_accounts(since, also=[game for game, _ in moved]):
        if owed.opened_at >= since[owed.game]:
            yield of_a_decision(owed, EventType.DECISION_REQUESTED, owed.opened_at)
        elif (move := moved.get((owed.game, owed.seat))) is not None:
            place = f"/{move.position.version}"
            yield of_a_decision(owed, EventType.DEADLINE_MOVED, move.at, place)


def of_a_decision(owed: OwedByAccount, type_: EventType, at: datetime, place: str = "") -> News:
    """Return what an account is told of a decision it owes; once for each, and each `place`."""
    return News(
        account=owed.account,
        type=type_,
        at=at,
        data=DecisionData(
            game=str(owed.game),
            version=owed.version,
            seat=owed.seat,
            decision=decision_ids.write(owed.game, owed.seat, owed.opened),
            kind=owed.kind,
            deadline_at=owed.due_at,
        ),
        dedupe=f"{type_}/{owed.game.hex}/{owed.seat}/{owed.opened}{place}",
    )


def forget() -> None:
    """Leave everything: what was told stays told, and is told once, however often it is read."""


CONSUMER = Consumer(
    name="accounts",
    purpose="tells accounts what happens in their games",
    take=take,
    forget=forget,
)
