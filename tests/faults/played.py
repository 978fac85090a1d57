"""A game played without a server, with the log and the history of a system that does all right.

Two clients and a house bot play Mow. Each move is repeated once, each client looks before it
moves, and now and then a decision is left to expire.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from games.engine.chance import RandomChance
from games.engine.clocks import OnExpiry, PerMove
from games.engine.commits import conclude
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.lifecycle import GameCreated, GameStarted
from games.engine.owing import Owed
from games.engine.registry import find_ruleset
from games.engine.seat_events import SeatKind, SeatTaken
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired, ExpiryReason
from games.selectors import decision_ids, game_view
from tests.faults.history import Told
from tests.faults.logs import Commit, GameLog, Named, Span
from tests.faults.sight import plain, seen

GAME = UUID(int=7)
SECONDS = 5
"""For each decision."""
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Played:
    """The log so far, and what clients were told of it."""

    seed: int
    history: list[Told] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    closings: dict[Named, Span] = field(default_factory=dict)
    state: GameState | None = None
    seconds: float = 0.0

    @property
    def log(self) -> GameLog:
        return GameLog(
            id=str(GAME), ruleset="mow", commits=self.commits, closings=self.closings, keys={}
        )

    @property
    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=self.seconds)

    def begin(self) -> None:
        """Deal a game of two clients and a house bot."""
        rules = find_ruleset("mow")
        options = {"limit": 10, "first_seat": 0}
        created = GameCreated(
            ruleset="mow",
            rules_version=rules.rules_version,
            seats=3,
            options=options,
            time_control=PerMove(seconds=SECONDS, on_expiry=OnExpiry.DEFAULT_MOVE),
            rated=False,
            private=False,
            creator="nobody",
            commitment="",
        )
        bots = [
            SeatTaken(seat=Seat(seat), kind=SeatKind.BOT, holder=f"bot {seat}") for seat in (0, 1)
        ]
        house = SeatTaken(seat=Seat(2), kind=SeatKind.HOUSE, strategy="random")
        deal = rules.deal(
            rules.parse_options(options, 3), 3, RandomChance(random.Random(self.seed))
        )
        self.commit(
            [created, *bots, house, GameStarted(first_seat=Seat(0)), *deal], Cause.PLAYER, None
        )

    def commit(
        self, events: Sequence[Event], cause: Cause, answered: tuple[Owed, str] | None
    ) -> Commit:
        """Write one commit, and close what it closes."""
        before = {(one.seat, one.opened) for one in self.state.owed} if self.state else set()
        concluded, self.state = conclude(self.state, events, self.now)
        commit = Commit(
            command=str(UUID(int=len(self.commits))),
            first=self.log.last + 1,
            at=self.now,
            committed=self.now,
            cause=cause,
            events=tuple(concluded),
        )
        self.commits.append(commit)
        for named in before - {(one.seat, one.opened) for one in self.state.owed}:
            mine = answered is not None and named == (answered[0].seat, answered[0].opened)
            how = answered[1] if answered is not None and mine else "other"
            self.closings[named] = Span(how, commit.first, commit.last)
        return commit

    def play(self, moves: int) -> None:
        """Play so many moves, or to the end."""
        rng, chance = random.Random(self.seed), RandomChance(random.Random(self.seed + 1))
        for number in range(moves):
            assert self.state is not None
            if not self.state.owed:
                return
            owed, rules = self.state.owed[0], self.state.game_rules
            self.seconds += 1
            legal = rules.legal_moves(self.state.rules_state, owed.seat)
            move = rng.choice(legal)
            if owed.seat == 2:
                events = rules.decide(self.state.rules_state, owed.seat, move, chance)
                self.commit(events, Cause.HOUSE_BOT, (owed, "move"))
            elif number % 7 == 6:
                self.seconds += SECONDS
                default = rules.default_move(self.state.rules_state, owed.seat)
                expired = DecisionExpired(
                    seat=owed.seat, kind=owed.kind, reason=ExpiryReason.DEADLINE
                )
                events = rules.decide(self.state.rules_state, owed.seat, default, chance)
                self.commit([expired, *events], Cause.EXPIRY, (owed, "expiry"))
                self.tell("move", owed.seat, owed, str(move), status=409)
            else:
                self.tell("view", owed.seat)
                events = rules.decide(self.state.rules_state, owed.seat, move, chance)
                commit = self.commit(events, Cause.BOT, (owed, "move"))
                self.tell("move", owed.seat, owed, str(move), status=201, commit=commit)
                self.tell("move", owed.seat, owed, str(move), status=200, commit=commit)
                others = [other for other in legal if other != move]
                if others:
                    self.tell("move", owed.seat, owed, str(others[0]), status=409)
            self.tell("events", Seat(number % 2))

    def tell(
        self,
        asked: str,
        seat: Seat,
        owed: Owed | None = None,
        move: str | None = None,
        *,
        status: int = 200,
        commit: Commit | None = None,
    ) -> None:
        """Write down a request and its answer, which takes a tenth of a second."""
        log = self.log
        body: dict[str, object] = {"code": "refused", "detail": "No."}
        if asked == "view":
            body = self.view(seat)
        elif asked == "events":
            body = {
                "items": [seen(log, v, seat) for v in range(max(1, log.last - 5), log.last + 1)]
            }
        elif commit is not None:
            versions = range(commit.first, commit.last + 1)
            body = {"events": [seen(log, v, seat) for v in versions], "game": self.view(seat)}
        told = Told(
            sent=self.seconds,
            got=self.seconds + 0.1,
            who=f"bot {seat}",
            asked=asked,
            game=str(GAME),
            seat=seat,
            decision=decision_ids.write(GAME, seat, owed.opened) if owed is not None else None,
            move=move,
            status=status,
            replayed=asked == "move" and status == 200,
            body=plain(body),
        )
        self.history.append(told)
        self.seconds += 0.2

    def view(self, seat: Seat) -> dict[str, object]:
        """Return what is looked at of a game view."""
        state = self.state
        assert state is not None
        owed = state.owed_by(seat)
        legal = state.game_rules.legal_moves(state.rules_state, seat) if owed is not None else []
        return {
            "version": state.version,
            "status": state.status,
            "you": {"seat": seat},
            "table": game_view.table(state, seat),
            "deciding": game_view.deciding(state),
            "decision": {"legal_moves": [str(one) for one in legal]} if owed is not None else None,
            "free_moves": game_view.free_moves(state, seat),
            "outcome": plain(state.outcome),
        }
