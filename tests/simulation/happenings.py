"""What else befalls games: outages, failing rules, seats that change hands, and talk."""

from datetime import timedelta
from functools import partial
from io import StringIO

from django.core.management import call_command

from bots import answering
from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.selectors import decision_ids
from games.services import chat, lobby, offers, play
from games.services.errors import IncidentError, ServiceError
from tests.requirements.failing_rules import rules_that_fail
from tests.simulation.fortnight import LENGTH, START, Fortnight
from tests.simulation.people import Player
from tests.simulation.tables import Played

_HOUR = timedelta(hours=1)
_MOVED_NOTHING = "0 deadlines moved in 0 games\n"


class Happenings:
    """Puts all of it into the fortnight's order of events."""

    def __init__(self, fortnight: Fortnight, players: list[Player]) -> None:
        self._world, self._rng, self._players = fortnight, fortnight.rng, players

    def plan_outages(self, number: int) -> None:
        """Let the server be away for hours; the operator then records it, twice by mistake."""
        for place in range(number):
            at = START + LENGTH * (place + 0.7) / (number + 1)
            self._world.at(at, self._outage)

    def plan_incidents(self, games: list[Played], number: int) -> None:
        """Let the rules of some games fail for a moment."""
        broken = [one for one in games if one.ruleset == "mow"]  # the rules that tests can break
        for played in self._rng.sample(broken, min(number, len(broken))):
            self._some_time(partial(self._fail, played))

    def plan_changes(self, games: list[Played], share: float = 0.15) -> None:
        """Let some give their seats to others."""
        for played in games:
            if self._rng.random() < share:
                self._some_time(partial(self._give_away, played))

    def plan_talk(self, games: list[Played]) -> None:
        """Let people talk now and then."""
        for played in games:
            for _ in range(self._rng.randrange(3)):
                self._some_time(partial(self._talk, played))

    def _some_time(self, act: "partial[None]") -> None:
        self._world.at(START + LENGTH * self._rng.uniform(0.02, 0.6), act)

    def _outage(self) -> None:
        world, began = self._world, self._world.now
        ended = world.go_dark(_HOUR * self._rng.choice((2, 5, 9)))
        world.at(ended, partial(self._record, began.isoformat(), ended.isoformat()))

    def _record(self, began: str, ended: str) -> None:
        call_command("outage", began, ended, stdout=StringIO())
        again = StringIO()
        call_command("outage", began, ended, stdout=again)
        if again.getvalue() != _MOVED_NOTHING:
            self._world.faults.append(f"an outage recorded twice moved more: {again.getvalue()}")
        self._world.counts["outages"] += 1
        self._world.look()

    def _fail(self, played: Played) -> None:
        world, loaded = self._world, self._world.loaded[played.game]
        state = loaded.state
        owed = next((one for one in state.owed if not one.is_due(world.now)), None)
        if state.status is not Status.RUNNING or owed is None:
            return
        if state.seats[owed.seat].played_by_house:
            return
        asker = played.players[owed.seat].asker
        try:
            with rules_that_fail("decide"):
                play.play_move(
                    game=played.game,
                    account=asker.account,
                    is_bot=asker.is_bot,
                    move=answering.choose(loaded, owed.seat, owed.opened),
                    decision=decision_ids.write(played.game, owed.seat, owed.opened),
                )
        except IncidentError:
            world.counts["incidents"] += 1
            world.look()
        except ServiceError as refusal:
            world.counts[f"refused: {refusal.code}"] += 1
            return
        if self._rng.random() < 0.5:
            world.after(_HOUR * self._rng.uniform(1, 10), partial(self._mend, played))

    def _mend(self, played: Played) -> None:
        call_command("incidents", str(played.game), resume=True, stdout=StringIO())
        self._world.counts["incidents ended by the operator"] += 1
        self._world.look()

    def _give_away(self, played: Played) -> None:
        state = self._world.state(played.game)
        seats = [n for n, one in enumerate(state.seats) if one.state is not SeatState.RESIGNED]
        known = {*played.first, *played.players}
        others = [one for one in self._players if one not in known]
        if not state.status.is_in_play or not seats or not others:
            return
        seat, other = self._rng.choice(seats), self._rng.choice(others)
        by_name = None if self._rng.random() < 0.5 else other.asker.name
        asker = played.players[seat].asker
        try:
            offers.offer_seat(game=played.game, seat=seat, asker=asker, account=by_name)
        except ServiceError as refusal:
            self._world.counts[f"refused: {refusal.code}"] += 1
            return
        self._world.look()
        wait = _HOUR * self._rng.uniform(0.1, 20)
        self._world.after(wait, partial(self._take_over, played, seat, other))

    def _take_over(self, played: Played, seat: int, player: Player) -> None:
        try:
            committed = lobby.take_seat(game=played.game, asker=player.asker, seat=seat)
        except ServiceError as refusal:
            self._world.counts[f"refused: {refusal.code}"] += 1
            return
        played.take_over(seat, player)
        self._world.counts["seats taken over"] += 1
        self._world.notice(committed.game)

    def _talk(self, played: Played) -> None:
        asker = self._rng.choice(played.players).asker
        before = self._world.state(played.game).version
        try:
            chat.say(game=played.game, asker=asker, text="Moo.")
        except ServiceError as refusal:
            self._world.counts[f"refused: {refusal.code}"] += 1
            return
        self._world.counts["words"] += 1
        self._world.look()
        if self._world.state(played.game).version != before:
            self._world.faults.append(f"game {played.game}: talk has changed it")
