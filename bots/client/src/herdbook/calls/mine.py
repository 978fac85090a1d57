"""The calls about what this account plays and owes."""

from datetime import datetime
from functools import partial

from herdbook.accounts import OwnVacation
from herdbook.answers import AccountFeed, CalendarState, Page, Turns
from herdbook.bodies import feed_of, news_of, nothing_of, page_of, turns_of, value_of
from herdbook.call import Call, Repeat, given
from herdbook.endpoint import endpoint
from herdbook.views import Game


class MyCalls:
    """What the holder of the token has to do, in all games at once."""

    @endpoint
    def turns(
        self, *, sort: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> Call[Turns]:
        """List every decision this account owes, up to 500 at once; `count` is of all.

        `sort` is `deadline` (the nearest first, what is meant without it) or `waiting`.
        """
        params = {"sort": sort, "limit": limit, "cursor": cursor}
        return Call("GET", "/me/turns", turns_of, params=params)

    @endpoint
    def account_events(
        self, *, after: str | None = None, limit: int | None = None, wait: int | None = None
    ) -> Call[AccountFeed]:
        """Read what this account was told, over all its games, from a place on.

        `after` is a `cursor`, the id of an event, or `latest`; without it all that is kept comes,
        30 days. Raises `CursorExpiredError` for a place that is older.
        """
        params = {"after": after, "limit": limit}
        return Call("GET", "/me/events", partial(feed_of, after), params=params, wait=wait)

    @endpoint
    def stream_ticket(self, stream: str) -> Call[str]:
        """Make an address that opens a stream once, within 30 seconds, for a browser.

        `stream` is its path, such as `/api/v1/me/stream`.
        """
        read = partial(value_of, str, member="url")
        return Call("POST", "/stream-tickets", read, body={"path": stream}, repeat=Repeat.NO)

    @endpoint
    def next_turn(self, *, after: str | None = None, wait: int | None = None) -> Call[Game | None]:
        """Find the next game that waits for this account, with its `decision`.

        None when nothing is owed, with `wait` not even after that many seconds (up to 60).
        `after` is the id of a decision to be passed over: the one behind it comes, never itself.
        """
        return Call("GET", "/me/turns/next", news_of, params={"after": after}, wait=wait)

    @endpoint
    def calendar(self) -> Call[CalendarState]:
        """Ask whether there is an address under which the deadlines can be read as a calendar."""
        return Call("GET", "/me/calendar", partial(value_of, CalendarState))

    @endpoint
    def new_calendar_address(self) -> Call[str]:
        """Make the secret address of the calendar; the one before opens nothing any more.

        Whoever knows it can read names of games and deadlines. It is shown this once.
        """
        read = partial(value_of, str, member="address")
        return Call("POST", "/me/calendar", read, repeat=Repeat.NO)

    @endpoint
    def close_calendar(self) -> Call[None]:
        """Let no address open the calendar any more."""
        return Call("DELETE", "/me/calendar", nothing_of)

    @endpoint
    def my_games(
        self,
        *,
        status: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Call[Page[Game]]:
        """List the games this account sits in."""
        params = {"status": status, "limit": limit, "cursor": cursor}
        return Call("GET", "/me/games", partial(page_of, Game), params=params)

    @endpoint
    def invitations(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> Call[Page[Game]]:
        """List the games that keep a seat for this account until it accepts or declines."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", "/me/invitations", partial(page_of, Game), params=params)

    @endpoint
    def vacation(self) -> Call[OwnVacation]:
        """Tell how much vacation this account has, and the one that is running or planned."""
        return Call("GET", "/me/vacation", partial(value_of, OwnVacation))

    @endpoint
    def take_vacation(
        self, ends_at: datetime, *, starts_at: datetime | None = None
    ) -> Call[OwnVacation]:
        """Go on vacation now, or plan to; the clocks of this account's seats stand still.

        Both times need a time zone. Raises `VacationRunningError` and `VacationBalanceExhaustedError`.
        """
        body = given(
            starts_at=None if starts_at is None else starts_at.isoformat(),
            ends_at=ends_at.isoformat(),
        )
        return Call("PUT", "/me/vacation", partial(value_of, OwnVacation), body=body)

    @endpoint
    def end_vacation(self) -> Call[None]:
        """End the vacation that is running, or call off the one that is planned."""
        return Call("DELETE", "/me/vacation", nothing_of)
