"""A release that plays some stored game otherwise is refused, with the first event that differs."""

from collections.abc import Callable
from typing import ClassVar
from uuid import UUID

import msgspec
import pytest

from games.engine.cards import Card
from games.engine.events import Event
from games.engine.game import Status
from games.engine.outcome import Outcome
from games.engine.registry import all_rulesets, discover
from games.engine.seats import Seat
from games.services import deadlines, erasure, lobby
from games.store import load
from games.verifying.findings import Kind
from games.verifying.regression import Replayed, Result, replay_game
from tests.rules.planted.magpies.events import RoundDealt
from tests.rules.planted.magpies.state import MagpieState
from tests.rules.planted.releases import FIRST, OLD, SECOND, THIRD, FirstRelease, OldRules
from tests.services.releasing import Server, begun
from tests.services.table import Table, bot, new_game, per_move, person

discover()


@pytest.fixture
def server(database: None, monkeypatch) -> Server:
    server = Server(monkeypatch)
    server.release(FIRST)
    return server


def replayed(table: Table) -> Replayed:
    found = replay_game(table.game)
    assert found is not None
    return found


def first_of(table: Table, type_name: str) -> int:
    return next(r.version for r in load.events(table.game) if r.event.type == type_name)


@pytest.mark.parametrize("slug", [rules.slug for rules in all_rulesets()])
def test_games_of_every_ruleset_are_played_as_they_were(database, slug):
    table = new_game(bot(), "random", ruleset=slug)
    for moves in (0, 30, 300):
        table.play(moves)
        found = replayed(table)
        assert (found.findings, found.result) == ([], Result.SAME)
        assert found.events == table.state.version


def ended_by_resigning() -> Table:
    table = new_game(bot(), bot(), bot())
    table.play(4)
    lobby.resign(game=table.game, asker=table.asker(1))
    table.play(3)
    lobby.resign(game=table.game, asker=table.asker(0))
    return table


def ended_by_agreement() -> Table:
    table = new_game(bot(), bot())
    table.play(3)
    for seat in (0, 1):
        lobby.abort_game(game=table.game, asker=table.asker(seat))
    return table


def never_begun() -> Table:
    table = new_game(bot(), None)
    lobby.abort_game(game=table.game, asker=table.asker(0))
    return table


def left_behind() -> Table:
    table = new_game(person(), person(), bot())
    table.play(2)
    erasure.forget_account(table.asker(1).account)
    lobby.resign(game=table.game, asker=table.asker(0))
    return table


@pytest.mark.parametrize("play", [ended_by_resigning, ended_by_agreement, never_begun, left_behind])
def test_however_a_game_ends_it_is_played_as_it_was(database, play: Callable[[], Table]):
    found = replayed(play())
    assert (found.findings, found.result) == ([], Result.SAME)


@pytest.mark.parametrize("policy", ["house-bot", "default-move", "forfeit"])
def test_what_the_clock_did_is_played_as_it_was(database, clock, policy):
    table = new_game(bot(), bot(), time_control=per_move(60, policy))
    for _ in range(3):
        table.play(1)
        clock.advance(61)
        deadlines.expire_game(table.game)
    found = replayed(table)
    assert (found.findings, found.result) == ([], Result.SAME)


def test_a_game_of_three_releases_is_played_as_it_was(server):
    table = begun()
    table.play(3)
    server.release(SECOND)
    table.play(4)
    server.release(THIRD, OLD)
    table.play(100)
    new = begun()
    new.play(100)
    assert {replayed(table).result, replayed(new).result} == {Result.SAME}
    assert (replayed(table).rules_version, replayed(new).rules_version) == (1, 2)


# --- releases that must not go out: each changes rules without a new version ---


class OtherWinner(FirstRelease):
    def _winner(self, values) -> Seat | None:
        return Seat(0)


class OtherDeal(FirstRelease):
    def _round(self, number: int, seats: int, chance) -> Event:
        dealt = super()._round(number, seats, chance)
        assert isinstance(dealt, RoundDealt)
        hands = dealt.hands[::-1]
        return RoundDealt(round=number, hands=hands, deck=dealt.deck)


class FewerMoves(FirstRelease):
    def legal_moves(self, state: MagpieState, seat: Seat):
        return super().legal_moves(state, seat)[1:]


class OtherPoints(FirstRelease):
    """Every event is the same, and folds to something else."""

    def evolve(self, state: MagpieState, event: Event) -> None:
        super().evolve(state, event)
        if event.type == "CardsTurnedUp":
            state.points = [points + 1 for points in state.points]


class OtherDecisions(FirstRelease):
    def _open(self, state: MagpieState) -> None:
        state.opened = [opened + 2 for opened in state.opened]


class OtherOutcome(FirstRelease):
    def outcome(self, state: MagpieState, resigned=()) -> Outcome | None:
        found = super().outcome(state, resigned)
        return found and Outcome.of(winners=found.losers, scores=found.scores, seats=2)


class LongerGame(FirstRelease):
    def outcome(self, state: MagpieState, resigned=()) -> Outcome | None:
        return None


class ShorterGame(FirstRelease):
    def outcome(self, state: MagpieState, resigned=()) -> Outcome | None:
        return Outcome.of(winners=[Seat(0)], scores=[1, 0], seats=2)


class OneEventMore(FirstRelease):
    def _drawing(self, cards: list[Card]) -> list[Event]:
        return super()._drawing(cards) * 2


class Forgetful(OldRules):
    """An upcaster that makes nothing of an old payload."""

    event_types: ClassVar = (
        *(t for t in OldRules.event_types if t.__name__ != "CardSealed"),
        type(
            "CardSealed",
            (OldRules.event_types[-1],),
            {"upcasters": {1: dict, 2: dict}, "__module__": __name__},
            tag="CardSealed",
            frozen=True,
            kw_only=True,
        ),
    )


@pytest.mark.parametrize(
    ("release", "kind", "at"),
    [
        (OtherWinner, Kind.TOLD_OTHERWISE, "CardsTurnedUp"),
        (OtherDeal, Kind.TOLD_OTHERWISE, "RoundDealt"),
        (FewerMoves, Kind.TOLD_OTHERWISE, "CardSealed"),
        (OtherPoints, Kind.TOLD_OTHERWISE, "RoundEnded"),
        (OtherDecisions, Kind.CLOSING_DIFFERS, "CardSealed"),
        (OtherOutcome, Kind.TOLD_OTHERWISE, "GameFinished"),
        (LongerGame, Kind.TOLD_OTHERWISE, "GameFinished"),
        (ShorterGame, Kind.TOLD_OTHERWISE, "RoundDealt"),
        (OneEventMore, Kind.TOLD_OTHERWISE, "CardSealed"),
        (Forgetful, Kind.UNREADABLE, "CardSealed"),
    ],
)
def test_a_release_that_plays_a_game_otherwise_is_named_with_the_first_event(
    server, release: type[FirstRelease], kind, at
):
    table = begun()
    table.play(100)
    assert table.state.status is Status.FINISHED
    versions = [r.version for r in load.events(table.game) if r.event.type == at]
    server.release(release())
    found = replayed(table)
    assert found.result is Result.DIFFERENT
    first = found.findings[0]
    assert first.kind is kind
    assert first.version is not None
    if release in {OtherWinner, OneEventMore, OtherPoints, OtherDecisions}:
        # Chance decides when it first shows.
        assert min(versions) <= first.version
    else:
        # What lacks is named by the event that it would stand behind.
        assert first.version in {min(versions), min(versions) + 1}


def test_a_game_in_play_that_folds_to_something_else_is_refused(server):
    table = begun()
    table.play(3)
    server.release(OtherPoints())
    found = replayed(table)
    assert found.result is Result.DIFFERENT
    assert [finding.kind for finding in found.findings] == [Kind.SNAPSHOT_DIFFERS]
    assert "rules" in found.findings[0].text


def test_no_finding_names_a_card(server):
    table = begun()
    table.play(100)
    cards = {code for picture in FIRST.pack.pictures for code in [picture.code]}
    for release in (OtherWinner, OtherDeal, FewerMoves, OtherPoints, OneEventMore, Forgetful):
        server.release(release())
        for finding in replayed(table).findings:
            assert not cards & set(finding.text.replace(",", " ").split())


# --- releases that only write the state otherwise ---


class WiderState(MagpieState):
    turned_up: int = 0
    """How often cards were turned up."""


class OtherState(MagpieState, kw_only=True):
    """No state of before can be read as this."""

    weather: int


def with_state(state_type: type[MagpieState]) -> FirstRelease:
    class Recoded(FirstRelease):
        def blank(self, options, seats: int) -> MagpieState:
            blank = super().blank(options, seats)
            return msgspec.convert(msgspec.structs.asdict(blank) | {"weather": 7}, state_type)

        def evolve(self, state: MagpieState, event: Event) -> None:
            super().evolve(state, event)
            if isinstance(state, WiderState) and event.type == "CardsTurnedUp":
                state.turned_up += 1

    Recoded.state_type = state_type
    return Recoded()


@pytest.mark.parametrize("state_type", [WiderState, OtherState])
@pytest.mark.parametrize("moves", [3, 4, 100])
def test_a_state_that_is_written_otherwise_must_be_rebuilt(server, state_type, moves, monkeypatch):
    table = begun()
    table.play(moves)
    monkeypatch.setattr(
        MagpieState, "copy", lambda self: msgspec.convert(msgspec.to_builtins(self), type(self))
    )
    server.release(with_state(state_type))
    found = replayed(table)
    assert [finding.kind for finding in found.findings] == [Kind.SNAPSHOT_STALE]
    assert found.result is Result.STALE


# --- rules that are gone ---


def test_games_in_play_need_their_rules_and_games_that_are_over_do_not(server):
    running, over = begun(), begun()
    running.play(3)
    over.play(100)
    server.release(THIRD)
    assert replayed(over).result is Result.SKIPPED
    found = replayed(running)
    assert found.result is Result.DIFFERENT
    assert [finding.kind for finding in found.findings] == [Kind.RULES_MISSING]


def test_a_game_that_is_not_there_is_no_answer(database):
    assert replay_game(UUID(int=7)) is None
