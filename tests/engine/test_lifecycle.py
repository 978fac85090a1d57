"""The events of every game: what is public of them, and that no account is."""

from datetime import UTC, datetime

import msgspec
import pytest

from games.engine.clocks import PerMove
from games.engine.lifecycle import (
    ENDING_EVENTS,
    LIFECYCLE_EVENTS,
    DealSealed,
    EntropyRevealed,
    GameAborted,
    GameCreated,
    GameExpired,
    GameFinished,
    GameStarted,
    RevealsAwaited,
)
from games.engine.order_events import (
    OrderGiven,
    OrderKind,
    OrderRole,
    ResultAdjudicated,
    ResultAnnulled,
    ResultRestored,
)
from games.engine.outcome import EndReason, Outcome
from games.engine.seat_events import (
    AbortConsented,
    InvitationDeclined,
    OfferWithdrawn,
    SeatAway,
    SeatInvited,
    SeatKind,
    SeatLeft,
    SeatOffered,
    SeatRenamed,
    SeatReplaced,
    SeatResigned,
    SeatReturned,
    SeatTaken,
)
from games.engine.seats import Seat
from games.engine.time_events import (
    DeadlineMoved,
    DecisionExpired,
    ExpiryReason,
    GamePaused,
    GameResumed,
    IdleNoticed,
    IncidentReported,
    MoveReason,
    VacationEnded,
    VacationStarted,
)
from games.engine.undo_events import MoveUndone, UndoConsented, UndoDeclined, UndoRequested

OUTCOME = Outcome.of(winners=[Seat(1)], scores=[3, 4], seats=2, reason=EndReason.RESIGNATION)
SHOWN_OUTCOME = {"winners": (1,), "losers": (0,), "scores": (3, 4), "reason": "resignation"}
SAMPLES = [
    (
        GameCreated(
            ruleset="mow",
            rules_version=1,
            seats=2,
            options={"limit": 100},
            time_control=PerMove(),
            rated=False,
            private=True,
            creator="secret-id",
            commitment="c0ffee",
        ),
        {
            "ruleset": "mow",
            "rules_version": 1,
            "seats": 2,
            "options": {"limit": 100},
            "time_control": {
                "kind": "per_move",
                "seconds": 86_400,
                "on_expiry": "house-bot",
                "weekend_pause": None,
                "quiet_hours": True,
                "vacation": True,
                "pause_budget": {"seat": 0, "game": None},
            },
            "rated": False,
            "private": True,
            "commitment": "c0ffee",
        },
    ),
    (SeatTaken(seat=Seat(0), kind=SeatKind.PERSON, holder="secret-id"), {"kind": "person"}),
    (
        SeatTaken(seat=Seat(1), kind=SeatKind.HOUSE, strategy="normal"),
        {"kind": "house", "strategy": "normal"},
    ),
    (
        SeatTaken(seat=Seat(0), kind=SeatKind.BOT, holder="secret-id", commitment="c0ffee"),
        {"kind": "bot", "commitment": "c0ffee"},
    ),
    (RevealsAwaited(seconds=60), {"seconds": 60}),
    (EntropyRevealed(seat=Seat(0), entropy="beef"), {"entropy": "beef"}),
    (DealSealed(number=0, root="f00d"), {"number": 0, "root": "f00d"}),
    (SeatLeft(seat=Seat(0)), {}),
    (SeatRenamed(seat=Seat(0)), {}),
    (GameStarted(first_seat=Seat(1)), {"first_seat": 1}),
    (
        DecisionExpired(seat=Seat(0), kind="turn", reason=ExpiryReason.REFUSALS),
        {"kind": "turn", "reason": "refusals"},
    ),
    (SeatAway(seat=Seat(0), strategy="normal"), {"strategy": "normal"}),
    (SeatReturned(seat=Seat(0)), {}),
    (SeatResigned(seat=Seat(0)), {}),
    (
        DeadlineMoved(
            seat=Seat(0), due_at=datetime(2026, 1, 1, tzinfo=UTC), reason=MoveReason.QUIET_HOURS
        ),
        {"due_at": "2026-01-01T00:00:00.000Z", "reason": "quiet_hours"},
    ),
    (
        GamePaused(resume_at=datetime(2026, 1, 2, 3, 4, 5, 678_901, tzinfo=UTC)),
        {"resume_at": "2026-01-02T03:04:05.678Z"},
    ),
    (IncidentReported(incident="5ca1ab1e"), {"incident": "5ca1ab1e"}),
    (GameResumed(), {}),
    (
        IdleNoticed(closes_at=datetime(2026, 1, 1, tzinfo=UTC)),
        {"closes_at": "2026-01-01T00:00:00.000Z"},
    ),
    (
        VacationStarted(
            seat=Seat(0),
            since=datetime(2026, 1, 1, tzinfo=UTC),
            until=datetime(2026, 1, 3, tzinfo=UTC),
        ),
        {"since": "2026-01-01T00:00:00.000Z", "until": "2026-01-03T00:00:00.000Z"},
    ),
    (VacationEnded(seat=Seat(0)), {}),
    (AbortConsented(seat=Seat(0)), {}),
    (UndoRequested(seat=Seat(0), to_version=17), {"to_version": 17}),
    (UndoConsented(seat=Seat(1)), {}),
    (UndoDeclined(seat=Seat(1)), {}),
    (MoveUndone(seat=Seat(0), to_version=17), {"to_version": 17}),
    (GameFinished(outcome=OUTCOME), {"outcome": SHOWN_OUTCOME}),
    (GameAborted(outcome=OUTCOME), {"outcome": SHOWN_OUTCOME}),
    (GameExpired(outcome=OUTCOME), {"outcome": SHOWN_OUTCOME}),
    (SeatInvited(seat=Seat(1), holder="secret-id"), {}),
    (InvitationDeclined(seat=Seat(1)), {}),
    (SeatOffered(seat=Seat(1), by=Seat(0), holder="secret-id"), {"by": 0}),
    (OfferWithdrawn(seat=Seat(1)), {}),
    (SeatReplaced(seat=Seat(1), kind=SeatKind.BOT, holder="secret-id"), {"kind": "bot"}),
    (
        OrderGiven(
            order=OrderKind.PAUSE,
            role=OrderRole.MODERATOR,
            by="secret-id",
            reason="The hall lost its network.",
        ),
        {"order": "pause", "role": "moderator", "reason": "The hall lost its network."},
    ),
    (ResultAdjudicated(outcome=OUTCOME), {"outcome": SHOWN_OUTCOME}),
    (ResultAnnulled(outcome=OUTCOME), {"outcome": SHOWN_OUTCOME}),
    (ResultRestored(outcome=OUTCOME), {"outcome": SHOWN_OUTCOME}),
]


def test_there_is_a_sample_of_every_event():
    assert {type(event) for event, _ in SAMPLES} == set(LIFECYCLE_EVENTS)
    assert set(ENDING_EVENTS) == {"GameFinished", "GameAborted", "GameExpired"}


@pytest.mark.parametrize(("event", "shown"), SAMPLES)
def test_everybody_sees_the_same_and_nobody_sees_an_account(event, shown):
    assert event.seen_by(None) == event.seen_by(Seat(0)) == event.opened() == shown
    assert "secret-id" not in str(event.opened())


@pytest.mark.parametrize(("event", "_shown"), SAMPLES)
def test_each_survives_the_way_through_json(event, _shown):
    text = msgspec.json.encode(event)
    assert msgspec.json.decode(text, type=type(event)) == event
    assert msgspec.json.decode(text)["type"] == event.type == type(event).__name__
