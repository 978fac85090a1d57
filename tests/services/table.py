"""A game with the accounts around it, played through the services."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.models import Account
from accounts.services.opening import open_sandbox
from games.engine.game import GameState, Status
from games.engine.owing import Owed
from games.engine.seats import Seat
from games.selectors import decision_ids
from games.services import creating, lobby, play
from games.services.askers import Asker
from games.services.creating import WantedSeat
from games.services.execute import Committed
from games.store import clock, load
from games.store.load import Loaded, Recorded


def bot() -> Asker:
    """Open a sandbox bot."""
    account = open_sandbox(now=clock.now()).token.account
    return Asker(account=account.id, name=account.name, is_bot=True)


def person() -> Asker:
    """Open the account of a person."""
    account = open_sandbox(now=clock.now()).token.account
    name = account.name.replace("sandbox", "person")
    Account.objects.filter(id=account.id).update(
        name=name, kind=Account.Kind.PERSON, sandbox=False, expires_at=None
    )
    return Asker(account=account.id, name=name, is_bot=False)


@dataclass(frozen=True)
class Table:
    """A game, and who sits at which seat (None: the house)."""

    game: UUID
    askers: tuple[Asker | None, ...]

    @property
    def loaded(self) -> Loaded:
        return load.game(self.game)

    @property
    def state(self) -> GameState:
        return self.loaded.state

    @property
    def log(self) -> list[Recorded]:
        return load.events(self.game)

    @property
    def types(self) -> list[str]:
        return [recorded.event.type for recorded in self.log]

    def asker(self, seat: int) -> Asker:
        found = self.askers[seat]
        assert found is not None
        return found

    def owed(self) -> Owed:
        """Return the first decision that is open."""
        return self.state.owed[0]

    def decision(self, owed: Owed | None = None) -> str:
        owed = owed or self.owed()
        return decision_ids.write(self.game, owed.seat, owed.opened)

    def legal(self, owed: Owed | None = None) -> list[str]:
        state = self.state
        seat = (owed or state.owed[0]).seat
        return [str(move) for move in state.game_rules.legal_moves(state.rules_state, seat)]

    def answer(
        self, move: str | None = None, *, decision: str | None = None, by: Asker | None = None
    ) -> Committed:
        """Answer the first open decision, with its first legal move if none is given."""
        owed = self.owed() if by is None or decision is None else None
        asker = by or self.asker(owed.seat if owed else 0)
        return play.play_move(
            game=self.game,
            account=asker.account,
            is_bot=asker.is_bot,
            move=move or self.legal(owed)[0],
            decision=decision or self.decision(owed),
        )

    def play(self, moves: int) -> None:
        """Let whoever owes a decision answer it, so many times or to the end."""
        for _ in range(moves):
            state = self.state
            if state.status is not Status.RUNNING:
                return
            owed = state.owed[0]
            if state.seats[owed.seat].played_by_house:
                play.play_house_move(
                    game=self.game, seat=owed.seat, opened=owed.opened, move=self.legal()[0]
                )
            else:
                self.answer()


def new_game(*seats: Asker | str | None, **fields: Any) -> Table:
    """Make a game of Mow: the first asker makes it, a text is a strategy, None an open seat."""
    askers = [seat for seat in seats if isinstance(seat, Asker)]
    maker = fields.pop("maker", None) or askers[0]
    mine = seats.index(maker) if maker in seats else None
    committed = creating.create_game(
        asker=maker,
        ruleset=fields.pop("ruleset", "mow"),
        seats=[_wanted(seat, is_mine=place == mine) for place, seat in enumerate(seats)],
        options=fields.pop("options", {}),
        **fields,
    )
    game = committed.game.id
    for place, seat in enumerate(seats):
        if isinstance(seat, Asker) and place != mine:
            lobby.take_seat(game=game, asker=seat, seat=place)
    return Table(game, tuple(seat if isinstance(seat, Asker) else None for seat in seats))


def _wanted(seat: Asker | str | None, *, is_mine: bool) -> WantedSeat:
    if isinstance(seat, str):
        return WantedSeat(kind="house", strategy=seat)
    return WantedSeat(kind="me" if is_mine else "open")


def per_move(seconds: int, on_expiry: str) -> dict[str, Any]:
    """Return a time control."""
    return {"kind": "per_move", "seconds": seconds, "on_expiry": on_expiry}


def due(owed: Owed) -> datetime:
    """Return the deadline of a decision that has one."""
    assert owed.due_at is not None
    return owed.due_at


def owed_by(state: GameState, seat: int) -> Owed:
    """Return the open decision of a seat that has one."""
    owed = state.owed_by(Seat(seat))
    assert owed is not None
    return owed
