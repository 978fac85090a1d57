"""The command path itself: what a lost race leads to, and what is announced."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest

from games import signals
from games.engine.events import Cause
from games.engine.seat_events import AbortConsented
from games.engine.seats import Seat
from games.services import deadlines, lobby, play
from games.services.errors import BusyError, KeyReusedError, UnknownGameError
from games.services.execute import TRIES, Command, Decided, execute
from games.services.play_errors import (
    DecisionAlreadyMadeError,
    DecisionClosedError,
    DecisionExpiredError,
)
from games.store.load import Loaded
from tests.services.table import Table, bot, new_game
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


@dataclass(frozen=True, kw_only=True)
class AnswerDecision(play.AnswerDecision):
    """The real command, between whose load and append something happens once."""

    meanwhile: list[Callable[[], object]]

    def decide(self, loaded: Loaded) -> Decided:
        decided = super().decide(loaded)
        if self.meanwhile:
            self.meanwhile.pop()()
        return decided


@dataclass(frozen=True, kw_only=True)
class Remark(Command):
    """A command that can always be carried out."""

    meanwhile: Callable[[], object] = lambda: None

    def decide(self, loaded: Loaded) -> Decided:
        self.meanwhile()
        return Decided(events=[AbortConsented(seat=Seat(0))])


@pytest.fixture
def table() -> Table:
    return new_game(bot(), bot(), bot())


def answer(table: Table, *meanwhile: Callable[[], object], nth: int = 0) -> AnswerDecision:
    return AnswerDecision(
        game=table.game,
        account=table.asker(0).account,
        cause=Cause.BOT,
        decision_id=table.decision(),
        move=table.legal()[nth],
        meanwhile=list(meanwhile),
    )


def test_a_move_that_another_seat_overtook_is_decided_anew(table):
    committed = execute(answer(table, lambda: lobby.resign(game=table.game, asker=table.asker(1))))
    assert not committed.replayed
    state = assert_log_is_sound(table.game)
    assert table.types[-3:-1] == ["SeatResigned", "CowPlayed"]
    assert committed.game.state.version == state.version


def test_a_copy_that_was_faster_is_the_answer(table):
    command = answer(table, lambda: execute(answer(table)))
    assert execute(command).replayed
    assert table.types.count("CowPlayed") == 1


def test_another_move_that_was_faster_is_said_to_be_made(table):
    with pytest.raises(DecisionAlreadyMadeError):
        execute(answer(table, lambda: execute(answer(table, nth=1))))
    assert_log_is_sound(table.game)


def test_a_deadline_that_passed_while_deciding_is_passed(table, clock):
    with pytest.raises(DecisionExpiredError):
        execute(answer(table, lambda: clock.advance(86_401)))
    with pytest.raises(DecisionExpiredError):
        table.answer(by=table.asker(0), decision=table.decision())


def test_an_expiry_that_was_faster_is_said_to_be_one(table, clock):
    def expire() -> None:
        clock.advance(86_401)
        assert deadlines.expire_game(table.game) == 1

    with pytest.raises(DecisionExpiredError):
        execute(answer(table, expire))
    assert_log_is_sound(table.game)


def test_the_end_of_the_game_while_deciding_closes_the_decision(table):
    def end() -> None:
        for seat in (1, 2):
            lobby.resign(game=table.game, asker=table.asker(seat))

    with pytest.raises(DecisionClosedError) as refusal:
        execute(answer(table, end))
    assert refusal.value.closed_by == table.state.version - 1
    assert_log_is_sound(table.game)


def test_a_key_that_was_used_meanwhile_is_told_from_a_copy(table):
    asker = table.asker(1)

    def used() -> None:
        lobby.abort_game(game=table.game, asker=asker, key="k")

    remark = Remark(
        game=table.game, cause=Cause.BOT, account=asker.account, key="k", meanwhile=used
    )
    with pytest.raises(KeyReusedError):
        execute(remark)
    assert table.types.count("AbortConsented") == 1


def test_after_eight_lost_races_the_caller_is_asked_to_come_back(table):
    tries: list[int] = []

    def be_faster() -> None:
        tries.append(len(tries))
        execute(Remark(game=table.game, cause=Cause.BOT))

    with pytest.raises(BusyError):
        execute(Remark(game=table.game, cause=Cause.BOT, meanwhile=be_faster))
    assert len(tries) == TRIES == 8
    assert table.types.count("AbortConsented") == 8
    assert_log_is_sound(table.game)


def test_a_game_that_does_not_exist_is_unknown():
    asker = bot()
    for command in (lobby.resign, lobby.leave_seat, lobby.take_seat, lobby.abort_game):
        with pytest.raises(UnknownGameError):
            command(game=uuid4(), asker=asker)
    assert deadlines.expire_game(uuid4()) == 0


def test_what_is_announced_is_the_game_as_it_was_committed(table):
    heard: list[Loaded] = []

    def hear(sender: object, loaded: Loaded, **kwargs: object) -> None:
        heard.append(loaded)

    before = table.state.version
    signals.committed.connect(hear)
    try:
        committed = table.answer()
    finally:
        signals.committed.disconnect(hear)
    (loaded,) = heard
    assert loaded is committed.game
    assert loaded.state == table.state
    assert committed.events[-1].version == loaded.state.version
    assert len(committed.events) == loaded.state.version - before


def test_a_line_is_logged_for_each_commit_and_it_names_no_card(table, caplog):
    caplog.set_level("INFO")
    move = table.legal()[0]
    version = table.state.version
    table.answer(move)
    (line,) = [one for one in caplog.messages if "CowPlayed" in one]
    assert f"game={table.game}" in line
    assert f"version={version}->{version + 2}" in line
    # The time it took may look like a card.
    assert move not in line.partition(" ms=")[0]
