"""What every order is: a kind, who may give it, and a pure decision."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self
from uuid import UUID

from accounts.moderation.errors import BadOrderError
from accounts.moderation.roles import Permission
from games.engine.game import Status
from games.engine.order_events import OrderKind
from games.engine.seats import Seat
from games.services.execute import Decided
from games.services.moderation.orders.refusals import WrongStatusError
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class Order(ABC):
    """What a game is ordered to do. Each field says what it takes; the reason comes with `give`."""

    kind: ClassVar[OrderKind]
    permission: ClassVar[Permission] = Permission.ORDER_GAMES

    @property
    def given_to(self) -> frozenset[UUID]:
        """The accounts that it gives a part in the game; who gives it is none of them."""
        return frozenset()

    def prepared(self, game: UUID) -> Self:
        """Return the order with what it must know beside the game itself.

        Raises `BadOrderError`.
        """
        return self

    @abstractmethod
    def decide(self, loaded: Loaded) -> Decided:
        """Return what follows from the order, or raise a `StaffRefusalError`. Pure."""


def must_be(loaded: Loaded, *possible: Status) -> None:
    """Raise `WrongStatusError` unless the game stands so."""
    status = loaded.state.status
    if status not in possible:
        raise WrongStatusError(
            f"This game is {status}; the order is for one that is {_or(possible)}."
        )


def rules_must_answer(loaded: Loaded) -> None:
    """Raise `WrongStatusError` if the rules of a game that goes on fail; then it has to be ended.

    Rules that are not installed are not asked anything.
    """
    state = loaded.state
    if not state.rules_installed:
        return
    try:
        state.game_rules.outcome(state.rules_state, state.resigned)
        state.game_rules.decisions(state.rules_state)
    except Exception:  # noqa: BLE001 - whatever it is, its text may name a card
        raise WrongStatusError(
            "The rules of this game fail, as the server's log says. Adjudicate or abort it."
        ) from None


def find_seat(loaded: Loaded, number: int) -> Seat:
    """Return a seat of the game; raise `BadOrderError`."""
    if not 0 <= number < loaded.state.seat_count:
        raise BadOrderError("seat", f"There is no seat {number} in this game.")
    return Seat(number)


def _or(possible: tuple[Status, ...]) -> str:
    return " or ".join(str(status) for status in possible)
