"""Time controls: how long decisions may take, when clocks stand still, what expiry does.

A control is fixed when a game is made and stands whole in its first event. All durations are in
seconds.
"""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

DAY = 86_400
WEEK = 7 * DAY
_MONTH = 30 * DAY


class OnExpiry(StrEnum):
    """What happens when a decision was not answered in time."""

    HOUSE_BOT = "house-bot"
    """A house bot takes the seat until its owner returns."""
    DEFAULT_MOVE = "default-move"
    """The ruleset's default move is made; after two in a row the seat is away."""
    FORFEIT = "forfeit"
    """The seat loses."""


class PauseBudget(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a game may be paused in all; without a budget there are no pauses."""

    seat: Annotated[
        int, msgspec.Meta(ge=0, le=_MONTH, description="Seconds that each seat may pause the game.")
    ] = 0
    game: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=3 * _MONTH)] | None,
        msgspec.Meta(description="Seconds for all seats together; null: no other bound."),
    ] = None


class Control(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """What every time control has."""

    on_expiry: Annotated[
        OnExpiry, msgspec.Meta(description="What happens when a decision is not answered in time.")
    ] = OnExpiry.HOUSE_BOT
    weekend_pause: Annotated[
        Annotated[str, msgspec.Meta(max_length=64)] | None,
        msgspec.Meta(
            description="The time zone in whose Saturdays and Sundays no clock runs, as "
            "`Europe/Berlin`; null: clocks run at weekends too.",
        ),
    ] = None
    quiet_hours: Annotated[
        bool,
        msgspec.Meta(
            description="Whether a deadline waits for the end of a player's own quiet hours. "
            "Default: true where decisions have half a day or more."
        ),
    ] = True
    vacation: Annotated[
        bool,
        msgspec.Meta(
            description="Whether a player's vacation stops the clocks of that player's seat. "
            "Default: true where decisions have half a day or more."
        ),
    ] = True
    pause_budget: PauseBudget = PauseBudget()

    @property
    def longest(self) -> timedelta | None:
        """How long the first decision of a seat may take; None: for ever."""
        raise NotImplementedError  # abstract: each control says so itself

    @property
    def window(self) -> timedelta | None:
        """How long a decision may take that runs on no seat's clock: in a race, of the house."""
        raise NotImplementedError  # abstract: each control says so itself


class PerMove(Control, frozen=True, kw_only=True, tag="per_move"):
    """The same time for every decision."""

    seconds: Annotated[int, msgspec.Meta(ge=1, le=2 * WEEK)] = DAY

    @property
    def longest(self) -> timedelta:
        """The same as every other."""
        return timedelta(seconds=self.seconds)

    @property
    def window(self) -> timedelta:
        """The same as every other."""
        return self.longest


class Fischer(Control, frozen=True, kw_only=True, tag="fischer"):
    """A clock for each seat that runs down while it owes, and gains time with each decision."""

    initial: Annotated[
        int, msgspec.Meta(ge=1, le=_MONTH, description="Seconds on each clock at the start.")
    ] = 3 * DAY
    increment: Annotated[
        int, msgspec.Meta(ge=0, le=2 * WEEK, description="Seconds gained with each decision.")
    ] = DAY
    cap: Annotated[
        int, msgspec.Meta(ge=1, le=_MONTH, description="Seconds that no clock ever exceeds.")
    ] = WEEK

    @property
    def longest(self) -> timedelta:
        """All that is on the clock at the start."""
        return timedelta(seconds=self.initial)

    @property
    def window(self) -> timedelta:
        """What a decision gains; where that is nothing, what a clock has at the start."""
        return timedelta(seconds=self.increment or self.initial)


class Bank(Control, frozen=True, kw_only=True, tag="bank"):
    """The same time for every decision, and for each seat a bank from which to overrun it."""

    allowance: Annotated[
        int, msgspec.Meta(ge=1, le=2 * WEEK, description="Seconds for each decision.")
    ] = DAY
    bank: Annotated[
        int, msgspec.Meta(ge=0, le=_MONTH, description="Seconds each seat has beside that.")
    ] = 3 * DAY

    @property
    def longest(self) -> timedelta:
        """The allowance and the whole bank."""
        return timedelta(seconds=self.allowance + self.bank)

    @property
    def window(self) -> timedelta:
        """The allowance alone."""
        return timedelta(seconds=self.allowance)


class Untimed(Control, frozen=True, kw_only=True, tag="none"):
    """No decision has a deadline. A game that rests too long is closed without a result."""

    quiet_hours: Annotated[bool, msgspec.Meta(description="Never: there are no deadlines.")] = False

    @property
    def longest(self) -> None:
        """For ever."""
        return

    @property
    def window(self) -> None:
        """For ever."""
        return


TimeControl: TypeAlias = PerMove | Fischer | Bank | Untimed
