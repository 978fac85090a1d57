"""Plays all games of an account: finds what is owed, has it decided, answers, and begins again.

Nothing is remembered that the server does not know. The loop asks for one owed decision after the
other, the most urgent first; new games turn up in it by themselves. A decision that cannot be
made just now is set aside for a while and passed over by `after`, so that it holds up no other.

When nothing is owed it listens to the stream of the account, one connection for all its games, and
where the server keeps no stream it asks by long poll.
"""

import asyncio
import inspect
import logging
import math
from collections import deque
from collections.abc import Awaitable
from typing import Protocol

from herdbook.answers import Page
from herdbook.client import AsyncClient
from herdbook.ear import Ear
from herdbook.errors import (
    BadRequestError,
    ConflictError,
    ForbiddenError,
    NotFoundError,
    ServerError,
)
from herdbook.retries import DOUBLINGS
from herdbook.views import Decision, Game

_GONE = (ConflictError, BadRequestError, ForbiddenError, NotFoundError)
_log = logging.getLogger("herdbook.runner")

WAIT = 30
"""Seconds of one long poll: well below the minute at which proxies lose their patience."""
WAIT_TO_LEAVE = 5
"""The same for a runner that is to end with the last game: an end is no turn of anybody's."""
ROUNDS = 60.0
"""Seconds at most between two looks for seats that are away; an idle runner looks more often."""
APART = 5.0
"""Seconds at least between two such looks for which something was heard."""
REST = 1.0
"""Seconds for which a decision is set aside at first; doubled each time up to `LONGEST_REST`."""
LONGEST_REST = 60.0
MADE = 100
"""Decisions that are remembered as made: an answer about them may have been on its way."""


class Chooser(Protocol):
    """What the runner needs of a bot."""

    accepts_invitations: bool
    at_once: int

    def choose(self, decision: Decision, game: Game) -> str | Awaitable[str]:
        """Pick a move."""
        ...


class Runner:
    """One account's games, on one client."""

    def __init__(self, client: AsyncClient, bot: Chooser, *, until_idle: bool) -> None:
        self._client = client
        self._bot = bot
        self._until_idle = until_idle
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._rests = Rests()
        self._made: deque[str] = deque(maxlen=MADE)
        self._ear = Ear(client)
        self._listening: asyncio.Task[None] | None = None
        self._seats_due = 0.0
        self._looked_at = 0.0
        self._passed: str | None = None
        self._lap: set[str] = set()
        self._wait = 0

    async def run(self) -> None:
        """Play until there is nothing to play, if that is wished, or until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._run(tasks)
                if self._listening is not None:
                    self._listening.cancel()
        except ExceptionGroup as failures:
            # The first is why; a caller wants that and not a group of one. Not `except*`, in which
            # Python before 3.11.4 wraps what is raised in a group once more.
            raise failures.exceptions[0] from None

    async def _run(self, tasks: asyncio.TaskGroup) -> None:
        self._seats_due = _now() + ROUNDS
        failures, is_done = 0, False
        while not is_done:
            try:
                is_done = await self._step(tasks)
                failures = 0
            except ServerError as failure:
                # What the server cannot do just now is no reason to leave games that go on.
                nap = min(LONGEST_REST, REST * 2 ** min(failures, DOUBLINGS))
                failures += 1
                _log.warning("The server failed, asking again in %.0f s: %s", nap, failure)
                await asyncio.sleep(nap)

    async def _step(self, tasks: asyncio.TaskGroup) -> bool:
        """Take up the next decision, or wait for one; answer whether all is played."""
        await self._have_room()
        self._ear.forget()
        game = await self._client.next_turn(after=self._passed, wait=self._wait)
        if game is None or game.decision is None:
            self._passed = None
            if await self._is_done():
                return True
            self._wait = await self._news(tasks)
            return False
        self._wait = 0 if self._ear.hears else self._longest_wait()
        self._passed = passed = game.decision.id
        if self._is_in_hand(passed):
            if passed in self._lap:
                # Once round, and all that is owed is in hand or at rest.
                await self._something_to_change()
                self._lap.clear()
            self._lap.add(passed)
            return False
        self._lap.clear()
        self._thinking[passed] = tasks.create_task(self._answer(game))
        if _now() > self._seats_due:
            await self._look_after_seats()
        return False

    async def _is_done(self) -> bool:
        """Look after the seats if it is time for that; answer whether there is nothing to play."""
        if self._ear.was_of_seats():
            self._seats_due = min(self._seats_due, self._looked_at + APART)
        if self._ear.hears and _now() < self._seats_due:
            return False
        return await self._look_after_seats() == 0 and self._until_idle and not self._thinking

    async def _news(self, tasks: asyncio.TaskGroup) -> int:
        """Wait until something happens, if it will be heard; return how long to wait in a call."""
        if self._listening is None:
            self._listening = tasks.create_task(self._ear.listen())
        if not self._ear.hears:
            return self._longest_wait()
        until_seats = max(0.0, self._seats_due - _now())
        await self._ear.wait(min(until_seats, self._rests.wait(math.ceil(ROUNDS))))
        return 0

    def _longest_wait(self) -> int:
        return self._rests.wait(WAIT_TO_LEAVE if self._until_idle else WAIT)

    def _is_in_hand(self, decision: str) -> bool:
        return decision in self._thinking or decision in self._made or self._rests.covers(decision)

    async def _have_room(self) -> None:
        while len(self._thinking) >= self._bot.at_once:
            await asyncio.wait(self._thinking.values(), return_when=asyncio.FIRST_COMPLETED)

    async def _something_to_change(self) -> None:
        nap = self._rests.wait(1)
        if self._thinking:
            await asyncio.wait(
                self._thinking.values(), timeout=nap, return_when=asyncio.FIRST_COMPLETED
            )
        else:
            await asyncio.sleep(nap)

    async def _answer(self, game: Game) -> None:
        """Answer a decision, and those that follow from it in the same game at once."""
        begun = game.decision
        assert begun is not None
        try:
            while game.decision is not None:
                after = await self._decide(game, game.decision)
                if after is None:
                    return
                game = after
        finally:
            del self._thinking[begun.id]

    async def _decide(self, game: Game, decision: Decision) -> Game | None:
        """Make a decision and return the game after it; None if it could not be made."""
        try:
            move = await self._choice(game, decision)
        except Exception:  # noqa: BLE001 - the bot's own code, which may fail in any way
            self._set_aside(decision)
            _log.exception("No choice for %s in game %s", decision.id, game.id)
            return None
        answers = decision.id if move in decision.legal_moves else None
        try:
            moved = await self._client.games.move(game.id, move, decision=answers)
        except _GONE as error:
            # The clock was faster, or a race is lost, or the game has ended. The server may show
            # the decision a moment longer, until what follows from that has happened.
            self._set_aside(decision)
            self._seats_due = _now()
            _log.info("Decision %s in game %s is gone: %s", decision.id, game.id, error)
            return None
        except ServerError as failure:
            # In this game, perhaps, which then rests for an incident; the others know nothing of it.
            self._set_aside(decision)
            _log.warning("No answer to %s in game %s: %s", decision.id, game.id, failure)
            return None
        self._rests.end(decision.id)
        self._made.append(decision.id)
        return moved.game

    def _set_aside(self, decision: Decision) -> None:
        self._rests.begin(decision.id)
        self._ear.ring()  # who waits has to wait no longer than it rests

    async def _choice(self, game: Game, decision: Decision) -> str:
        chosen = self._bot.choose(decision, game)
        move = await chosen if inspect.isawaitable(chosen) else chosen
        if move not in decision.legal_moves and move not in game.free_moves:
            # Told here, for a server that is sent five of these takes the decision away.
            raise ValueError(f"{move!r} is not one of the legal moves.")
        return move

    async def _look_after_seats(self) -> int:
        """Take seats back and accept invitations; return how many games are running."""
        self._looked_at = _now()
        self._seats_due = self._looked_at + ROUNDS
        if self._bot.accepts_invitations:
            await self._accept_invitations()
        running = 0
        page: Page[Game] | None = None
        while page is None or page.next:
            page = await self._client.my_games(
                status="running", limit=100, cursor=page.next if page else None
            )
            running += len(page.items)
            for game in page.items:
                if any(seat.state == "away" for seat in game.seats):
                    await self._return_to(game)
        return running

    async def _return_to(self, listed: Game) -> None:
        try:
            # A list does not say which seat is whose; and this may have changed since.
            game = await self._client.games.view(listed.id)
            if game.my_seat and game.my_seat.state == "away":
                await self._client.games.return_to_seat(game.id)
                _log.info("Back in game %s", game.id)
        except (*_GONE, ServerError) as error:
            _log.info("No way back into game %s: %s", listed.id, error)

    async def _accept_invitations(self) -> None:
        page: Page[Game] | None = None
        while page is None or page.next:
            page = await self._client.invitations(limit=100, cursor=page.next if page else None)
            for game in page.items:
                try:
                    await self._client.games.answer_invitation(game.id, accept=True)
                    _log.info("Sat down in game %s", game.id)
                except (*_GONE, ServerError) as error:
                    _log.info("No seat in game %s: %s", game.id, error)


class Rests:
    """Decisions that are set aside, each until a time, and longer each time."""

    def __init__(self) -> None:
        self._until: dict[str, tuple[float, float]] = {}

    def begin(self, decision: str) -> None:
        """Set a decision aside."""
        _, last = self._until.get(decision, (0.0, REST / 2))
        length = min(LONGEST_REST, last * 2)
        self._until[decision] = (_now() + length, length)
        # What nobody has asked about for so long is made or gone.
        stale = _now() - 2 * LONGEST_REST
        self._until = {one: rest for one, rest in self._until.items() if rest[0] > stale}

    def end(self, decision: str) -> None:
        """Forget a decision that is made."""
        self._until.pop(decision, None)

    def covers(self, decision: str) -> bool:
        """Say whether a decision is still to be left alone."""
        return self._until.get(decision, (0.0, 0.0))[0] > _now()

    def wait(self, longest: int) -> int:
        """Whole seconds, one at least, until the next of them ends, and no more than `longest`."""
        ahead = [until - _now() for until, _ in self._until.values() if until > _now()]
        return max(1, min(longest, math.ceil(min(ahead, default=float(longest)))))


def _now() -> float:
    return asyncio.get_running_loop().time()
