"""The calls about the server. None of them needs a token."""

from datetime import date, datetime
from functools import partial
from typing import Any

import httpx

from herdbook.accounts import Sandbox
from herdbook.answers import ErrorCode, Health, LogHead, Page, Ruleset
from herdbook.bodies import members_of, page_of, value_of
from herdbook.call import Call, Repeat, given, path
from herdbook.endpoint import endpoint
from herdbook.errors import HerdbookError, UnavailableError


class ServerCalls:
    """What anybody may ask."""

    @endpoint
    def sandbox(self, ruleset: str | None = None) -> Call[Sandbox]:
        """Make a throw-away bot; its token is shown in this one answer only.

        Nothing is remembered here: set `client.token` to go on as that bot.
        """
        return Call(
            "POST",
            "/sandbox",
            partial(value_of, Sandbox),
            body=given(ruleset=ruleset),
            repeat=Repeat.NO,
            anonymous=True,
        )

    @endpoint
    def rulesets(self) -> Call[tuple[Ruleset, ...]]:
        """List the games this server can play."""

        def read(response: httpx.Response) -> tuple[Ruleset, ...]:
            return tuple(Ruleset.of(members) for members in page_of(dict[str, Any], response).items)

        return Call("GET", "/rulesets", read)

    @endpoint
    def ruleset(self, slug: str) -> Call[Ruleset]:
        """Tell all about one of them: seats, options, cards, moves, strategies."""
        return Call(
            "GET", path("rulesets", slug), lambda response: Ruleset.of(members_of(response))
        )

    @endpoint
    def errors(self) -> Call[tuple[ErrorCode, ...]]:
        """List the codes that errors of this server may have."""
        return Call("GET", "/errors", lambda response: page_of(ErrorCode, response).items)

    @endpoint
    def log_heads(
        self, day: date | str, *, limit: int | None = None, cursor: str | None = None
    ) -> Call[Page[LogHead]]:
        """List the last hashes of the games that ended on a day (UTC) that is over.

        Kept elsewhere, they show whether the server's log was written anew since.
        """
        params = {"day": str(day), "limit": limit, "cursor": cursor}
        return Call("GET", "/log/heads", partial(page_of, LogHead), params=params)

    @endpoint
    def time(self) -> Call[datetime]:
        """Ask what time it is where deadlines are judged."""
        return Call("GET", "/time", lambda response: value_of(datetime, response, "now"))

    @endpoint
    def health(self) -> Call[Health]:
        """Ask, once, whether the server can serve."""

        def unwell(error: HerdbookError) -> Health:
            if not isinstance(error, UnavailableError):
                raise error
            return Health(ready=False, details=error.problem.members)

        return Call(
            "GET",
            "/health/ready",
            lambda response: Health(ready=True, details=members_of(response)),
            # A token that is over would be refused, and says nothing about the server.
            anonymous=True,
            once=True,
            excuse=unwell,
        )
