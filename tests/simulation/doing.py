"""What people do in their games, and that they are refused when, and only when, it is too late."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from uuid import UUID

from bots import answering
from games.engine import consent
from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.selectors import decision_ids
from games.services import lobby, pauses, play, undo, vacations
from games.services.errors import BusyError, GameOverError, ServiceError
from games.services.execute import Committed
from games.services.plans import keeping
from games.services.play_errors import DecisionExpiredError
from games.store.load import Loaded
from tests.services.plans import ANY_MOVE
from tests.simulation.fortnight import LENGTH, START, Fortnight
from tests.simulation.people import Player
from tests.simulation.tables import Played

_HOUR = timedelta(hours=1)
_SECOND = timedelta(seconds=1)
_RETURNS = 3


class Doings:
    """Lets people act; everything they will do stands in the fortnight's order of events."""

    def __init__(self, fortnight: Fortnight) -> None:
        self._world, self._rng = fortnight, fortnight.rng
        self._planned: set[tuple[UUID, Seat, int]] = set()
        self._returning: dict[tuple[UUID, Seat], int] = {}
        fortnight.on_change = self.plan

    # --- what is decided on beforehand ---

    def plan_pauses(self, games: list[Played]) -> None:
        """Let somebody pause each game now and then, if that is allowed there."""
        for played in games:
            for _ in range(self._rng.randrange(3)):
                seat = self._rng.randrange(len(played.players))
                self._at_some_time(partial(self._pause, played, seat))

    def plan_vacations(self, players: list[Player]) -> None:
        """Let some people go on vacation, at once or later, and some come back before its end."""
        for player in players:
            if not player.asker.is_bot and self._rng.random() < 0.3:
                self._at_some_time(partial(self._go, player))

    def give_orders(self, games: list[Played], share: float = 0.08) -> None:
        """Give standing orders for some seats, that play any move there is."""
        for played in games:
            for player in played.players:
                if self._rng.random() >= share:
                    continue
                with suppress(GameOverError):  # a dealt set can win a whole game
                    account = player.asker.account
                    keeping.give(game=played.game, account=account, orders=[ANY_MOVE])
                    self._world.counts["standing orders"] += 1

    def plan_restarts(self, number: int) -> None:
        """Let the services be killed so many times, and be away for up to three hours."""
        for place in range(number):
            at = START + LENGTH * (place + 1) / (number + 1)
            down = _HOUR * self._rng.choice((0, 1, 3))
            self._world.at(at, partial(self._world.restart, down))

    def _at_some_time(self, act: Callable[[], object]) -> None:
        self._world.at(START + LENGTH * self._rng.uniform(0.02, 0.8), act)

    # --- what follows from a change ---

    def plan(self, played: Played, loaded: Loaded) -> None:
        """Let everybody who owes something make up their mind when to answer."""
        state, now = loaded.state, self._world.now
        if state.status is not Status.RUNNING:
            return
        for owed in state.owed:
            key, player = (played.game, owed.seat, owed.opened), played.players[owed.seat]
            if key in self._planned or state.seats[owed.seat].played_by_house:
                continue
            at = player.answers_at(owed, now, self._rng)
            if at is not None:
                self._planned.add(key)
                self._world.at(at, partial(self._answer, played, owed.seat, owed.opened))
        for seat, record in enumerate(state.seats):
            if record.state is SeatState.AWAY:
                self._come_back(played, Seat(seat))

    def _come_back(self, played: Played, seat: Seat) -> None:
        key, player = (played.game, seat), played.players[seat]
        at = self._world.now + _HOUR * self._rng.uniform(1, 30)
        times = self._returning.get(key, 0)
        if times < 0 or times >= _RETURNS or not player.comes_back or at > player.leaves_at:
            return
        self._returning[key] = -times - 1

        def take_back() -> None:
            self._returning[key] = times + 1
            self._done(
                partial(lobby.return_to_seat, game=played.game, asker=player.asker), "return"
            )

        self._world.at(at, take_back)

    def _answer(self, played: Played, seat: Seat, opened: int) -> None:
        world, player = self._world, played.players[seat]
        loaded = world.loaded[played.game]
        owed = loaded.state.owed_by(seat)
        self._planned.discard((played.game, seat, opened))
        if owed is None or owed.opened != opened or loaded.state.status is not Status.RUNNING:
            return
        if player.is_on_vacation(world.now) and self._rng.random() < 0.8:
            ends = next(end for since, end in player.vacations if since <= world.now < end)
            self._planned.add((played.game, seat, opened))
            world.at(ends + _HOUR, partial(self._answer, played, seat, opened))
            return
        is_late, asker = owed.due_at is not None and owed.due_at <= world.now, player.asker
        decision: str | None = decision_ids.write(played.game, seat, opened)
        move = answering.choose_free(loaded, seat, opened)
        if move is not None:
            decision = None
        else:
            move = answering.choose(loaded, seat, opened)
        try:
            committed = play.play_move(
                game=played.game,
                account=asker.account,
                is_bot=asker.is_bot,
                move=move,
                decision=decision,
            )
        except DecisionExpiredError:
            world.counts["refused as late"] += 1
            if not is_late:
                world.faults.append(f"game {played.game}: refused as late before the deadline")
            return
        except BusyError:  # the services write to the game now; who is asked to come back does
            world.counts["asked to come back"] += 1
            world.at(world.now + _SECOND, partial(self._answer, played, seat, opened))
            return
        except ServiceError as refusal:
            world.faults.append(f"game {played.game}: a move was refused: {refusal.code}")
            return
        if is_late and decision is not None:
            world.faults.append(f"game {played.game}: a move was taken behind the deadline")
        world.counts["moves of people"] += 1
        world.notice(committed.game)
        if consent.why_no_undo(committed.game.state, seat) is None and self._rng.random() < 0.3:
            world.after(_HOUR * self._rng.random() / 6, partial(self._ask_undo, played, seat))

    def _ask_undo(self, played: Played, seat: Seat) -> None:
        asker = played.players[seat].asker
        ask = partial(undo.consent_to_undo, game=played.game, asker=asker)
        if not self._done(ask, "undo asked"):
            return
        for other, player in enumerate(played.players):
            if other != seat:
                agrees = self._rng.random() < 0.8
                answer = undo.consent_to_undo if agrees else undo.decline_undo
                ask = partial(answer, game=played.game, asker=player.asker)
                wait = _HOUR * self._rng.random()
                self._world.after(wait, partial(self._done, ask, "undo answered"))

    def _pause(self, played: Played, seat: int) -> None:
        asker, world = played.players[seat].asker, self._world
        until = world.now + _HOUR * self._rng.uniform(0.5, 40)
        ask = partial(pauses.pause_game, game=played.game, asker=asker, resume_at=until)
        if self._done(ask, "pauses") and self._rng.random() < 0.3:
            resume = partial(pauses.resume_game, game=played.game, asker=asker)
            early = (until - world.now) * self._rng.random()
            world.after(early, partial(self._done, resume, "resumed early"))

    def _go(self, player: Player) -> None:
        world, account = self._world, player.asker.account
        since = world.now + self._rng.choice((timedelta(), _HOUR * 7, _HOUR * 30))
        until = since + _HOUR * self._rng.uniform(24, 96)
        vacations.go_on_vacation(
            account=account, starts_at=None if since == world.now else since, ends_at=until
        )
        player.vacations.append((since, until))
        world.boundaries += [since, until]
        world.counts["vacations"] += 1
        if self._rng.random() < 0.3:
            world.at(since + _HOUR * self._rng.uniform(1, 24), partial(self._end_early, player))
        world.look()

    def _end_early(self, player: Player) -> None:
        vacations.end_vacation(account=player.asker.account)
        player.vacations[-1] = (player.vacations[-1][0], self._world.now)
        self._world.look()

    def _done(self, ask: Callable[[], Committed], what: str) -> bool:
        """Do something that may well be refused by now; answer whether it was done."""
        try:
            committed = ask()
        except ServiceError as refusal:
            self._world.counts[f"refused: {refusal.code}"] += 1
            return False
        self._world.counts[what] += 1
        self._world.notice(committed.game)
        return True
