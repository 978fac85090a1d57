"""Undo by consent in the engine: what can be taken back, what goes back, and what does not."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import consent
from games.engine.chance import RandomChance
from games.engine.commits import replay
from games.engine.consent import MOST_UNDONE, NoUndo
from games.engine.events import Event
from games.engine.game import GameState, Status
from games.engine.lifecycle import GameCreated
from games.engine.seat_events import SeatAway, SeatKind, SeatResigned, SeatReturned
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.engine.snapshots import decode_state, encode_state
from games.engine.undo import MOST_POINTS, Undo, undone_versions
from games.engine.undo_events import MoveUndone, UndoConsented, UndoDeclined, UndoRequested
from tests.engine.logbook import Log, people


class Played(Log):
    """A game that has been dealt, with moves by their text and undos."""

    def __init__(self, ruleset: str, kinds: Sequence[SeatKind], seed: int = 1) -> None:
        self.ruleset = ruleset
        super().__init__(kinds)
        self.rng.seed(seed)
        self.start()

    def commit(self, *decided: Event) -> GameState:
        first = decided[0]
        if isinstance(first, GameCreated):
            options = {"first_seat": 0}
            created = GameCreated(
                **{name: getattr(first, name) for name in first.__struct_fields__ if name != "seat"}
                | {"ruleset": self.ruleset, "options": options}
            )
            decided = (created, *decided[1:])
        return super().commit(*decided)

    def make(self, text: str, seat: int | None = None) -> GameState:
        state = self.state
        rules = state.game_rules
        who = state.owed[0].seat if seat is None else Seat(seat)
        events = rules.decide(
            state.rules_state, who, rules.parse_move(text), RandomChance(self.rng)
        )
        return self.commit(*events)

    def undo(self, seat: int) -> GameState:
        """Go back to before the last move of a seat, as if all had agreed."""
        to_version = consent.version_to_go_back_to(self.state, Seat(seat))
        assert to_version is not None
        return self.commit(MoveUndone(seat=Seat(seat), to_version=to_version))

    @property
    def position(self) -> dict[str, object]:
        return self.state.game_rules.to_position(self.state.rules_state)

    @property
    def numbers(self) -> dict[int, int]:
        return {owed.seat: owed.opened for owed in self.state.owed}


def mow(seats: int = 2) -> Played:
    """Return a game of Mow in which seat 1 may take a herd."""
    log = Played("mow", people(seats))
    log.move()
    return log


def swap(seats: int = 3) -> Played:
    """Return a game of Farmyard Cries in which seat 0 has called a swap."""
    log = Played("farmyard-cries", people(seats), seed=3)
    log.make("swap")
    return log


def sealed(log: Played, seat: int) -> None:
    state = log.state
    log.make(str(state.game_rules.legal_moves(state.rules_state, Seat(seat))[0]), seat)


def test_a_take_in_mow_is_undone_and_the_decision_is_a_new_one():
    log = mow()
    before, number = log.position, log.numbers[1]
    log.make("take")
    assert log.numbers == {1: number + 1}
    state = log.undo(1)
    assert log.position == before
    assert [(owed.seat, owed.kind) for owed in state.owed] == [(1, "turn")]
    assert log.numbers[1] == number + 2  # above all that were asked, `open` too
    assert state.owed[0].opened_at == state.last_at
    assert replay(log.commits) == state == decode_state(encode_state(state))


def test_a_played_card_is_shown_so_it_cannot_be_undone():
    log = mow()
    assert log.state.undo.points == ()
    assert consent.why_no_undo(log.state, Seat(0)) is NoUndo.REVEALED
    log.make("take")
    assert consent.why_no_undo(log.state, Seat(1)) is None
    log.move()
    assert consent.why_no_undo(log.state, Seat(1)) is NoUndo.REVEALED


@pytest.mark.parametrize("slug", ["family-favourites", "tortoise"])
def test_where_every_move_shows_something_nothing_is_ever_undone(slug):
    log = Played(slug, people(2))
    for _ in range(30):
        if log.state.status is Status.RUNNING:
            assert consent.why_no_undo(log.state, Seat(0)) is NoUndo.NEVER
            log.move()
            assert not log.state.undo.points


class TestSwaps:
    """Sealed cards: others move meanwhile, and several decisions are open at once."""

    def test_a_seal_is_undone_with_those_behind_it_and_other_decisions_stay(self):
        log = swap()
        numbers, position = log.numbers, log.position
        sealed(log, 1)
        sealed(log, 2)
        state = log.undo(1)
        assert log.position == position
        assert {owed.seat for owed in state.owed} == {0, 1, 2}
        assert log.numbers[0] == numbers[0]
        assert log.numbers[1] > numbers[1]
        assert log.numbers[2] > numbers[2]

    def test_one_can_go_back_again_behind_an_undo(self):
        log = swap()
        sealed(log, 0)
        log.undo(0)
        state = log.undo(0)
        assert [(owed.seat, owed.kind) for owed in state.owed] == [(0, "turn")]
        assert consent.why_no_undo(state, Seat(0)) is NoUndo.REVEALED
        assert state.undo.count == 2

    def test_nothing_is_undone_once_the_cards_have_passed(self):
        log = swap()
        for seat in range(3):
            sealed(log, seat)
        assert log.state.undo.points == ()

    def test_a_cry_of_another_seat_shows_something(self):
        log = swap(2)
        state, rules = log.state, log.state.game_rules
        while not (
            cries := [m for s in (0, 1) for m in rules.free_moves(state.rules_state, Seat(s))]
        ):
            log = Played("farmyard-cries", people(2), seed=log.rng.randrange(10_000))
            state = log.make("swap")
        seat = next(s for s in (0, 1) if cries[0] in rules.free_moves(state.rules_state, Seat(s)))
        log.make(str(cries[0]), seat)
        assert not log.state.undo.points

    def test_the_last_eight_moves_can_be_had(self):
        rules, undo = swap().state.rules_state, Undo()
        for version in range(MOST_POINTS + 2):
            undo = undo.moved(version, Seat(version % 2), rules)
        assert [point.version for point in undo.points] == [2, 3, 4, 5, 6, 7, 8, 9]


class TestConsent:
    """Who has to agree, and what voids it."""

    def asked(self) -> Played:
        log = swap()
        to_version = consent.version_to_go_back_to(log.state, Seat(0))
        assert to_version is not None
        log.commit(UndoRequested(seat=Seat(0), to_version=to_version))
        return log

    def test_all_seats_that_play_have_to_agree(self):
        state = self.asked().state
        assert state.undo.consents == (0,)
        assert consent.seats_waited_for(state) == [1, 2]
        assert consent.why_no_undo(state, Seat(0)) is NoUndo.WAITING
        assert consent.why_no_undo(state, Seat(1)) is None
        assert consent.version_to_go_back_to(state, Seat(1)) == state.undo.to_version

    def test_seats_that_are_away_or_gave_up_block_nothing(self):
        log = self.asked()
        log.commit(SeatAway(seat=Seat(1), strategy="normal"))
        assert consent.seats_waited_for(log.state) == [2]
        assert consent.why_no_undo(log.state, Seat(1)) is NoUndo.AWAY
        log.commit(SeatReturned(seat=Seat(1)))
        assert consent.seats_waited_for(log.state) == [1, 2]
        log.commit(SeatAway(seat=Seat(1), strategy="normal"))
        log.commit(SeatResigned(seat=Seat(2), strategy="normal"))
        assert [event.type for event in log.commits[-1][1]] == ["SeatResigned", "MoveUndone"]
        assert consent.why_no_undo(log.state, Seat(2)) is NoUndo.RESIGNED

    def test_a_house_seat_blocks_nothing(self):
        log = Played("farmyard-cries", [SeatKind.PERSON, SeatKind.HOUSE])
        log.make("swap")
        state = log.state
        log.commit(UndoRequested(seat=Seat(0), to_version=state.undo.points[0].version))
        assert [event.type for event in log.commits[-1][1]] == ["UndoRequested", "MoveUndone"]

    def test_a_move_voids_every_consent(self):
        log = self.asked()
        log.commit(UndoConsented(seat=Seat(1)))
        assert list(log.state.undo.consents) == [0, 1]
        sealed(log, 2)
        assert list(log.state.undo.consents) == []
        assert log.state.undo.to_version is None

    def test_what_was_declined_is_not_asked_again_before_another_move(self):
        log = self.asked()
        log.commit(UndoDeclined(seat=Seat(2)))
        assert {consent.why_no_undo(log.state, seat) for seat in (Seat(0), Seat(1))} == {
            NoUndo.DECLINED
        }
        sealed(log, 2)
        assert consent.why_no_undo(log.state, Seat(2)) is None

    def test_seats_and_consents_to_end_the_game_do_not_go_back(self):
        log = swap()
        log.commit(SeatAway(seat=Seat(1), strategy="normal"))
        assert log.undo(0).seats[1].state is SeatState.AWAY

    def test_a_game_goes_back_so_many_times_and_no_more(self):
        log = mow()
        for _ in range(MOST_UNDONE):
            log.make("take")
            assert consent.why_no_undo(log.state, Seat(1)) is None
            log.undo(1)
        log.make("take")
        assert consent.why_no_undo(log.state, Seat(1)) is NoUndo.USED_UP

    def test_a_spectator_and_a_game_that_is_over_have_none(self):
        log = mow()
        log.make("take")
        assert consent.why_no_undo(log.state, None) is NoUndo.NOT_SEATED
        open_game = Log(people(2)).state
        assert consent.why_no_undo(open_game, Seat(0)) is NoUndo.NOT_RUNNING


@given(st.data())
def test_a17_whatever_happens_numbers_are_never_used_again_and_the_log_folds(data):
    """A17, F48: random games with undos; what is owed follows from the log, numbers only rise."""
    slug = data.draw(st.sampled_from(["mow", "farmyard-cries"]))
    kinds = data.draw(
        st.lists(st.sampled_from([SeatKind.PERSON, SeatKind.HOUSE]), min_size=2, max_size=4)
    )
    log = Played(slug, [SeatKind.PERSON, *kinds], seed=data.draw(st.integers(0, 2**32)))
    asked: dict[tuple[int, int], str] = {}
    shuffles = 0
    for _ in range(data.draw(st.integers(1, 60))):
        state = log.state
        if state.status is not Status.RUNNING:
            break
        before = {(owed.seat, owed.opened): owed for owed in state.owed}
        seats = [seat for seat in state.seat_numbers if state.undo.last_of(seat) is not None]
        step = data.draw(st.sampled_from(["move", "move", "quiet", "undo", "away", "back"]))
        if step == "undo" and seats:
            log.undo(data.draw(st.sampled_from(seats)))
        elif step == "away":
            log.commit(SeatAway(seat=Seat(0), strategy="normal"))
        elif step == "back":
            log.commit(SeatReturned(seat=Seat(0)))
        else:
            owed = data.draw(st.sampled_from(state.owed))
            rules = state.game_rules
            moves = rules.legal_moves(state.rules_state, owed.seat)
            quiet = [move for move in moves if str(move) in {"take", "swap"}]
            chosen = quiet if step == "quiet" and quiet else moves
            log.make(str(data.draw(st.sampled_from(chosen))), owed.seat)
        state = log.state
        for owed in state.owed:
            key = owed.seat, owed.opened
            assert key in before or key not in asked, "a number was used twice"
            asked[key] = owed.kind
        assert {(d.seat, d.kind) for d in state.game_rules.decisions(state.rules_state)} == {
            (owed.seat, owed.kind) for owed in state.owed
        }
        assert state.game_rules.shuffles(state.rules_state) >= shuffles
        shuffles = state.game_rules.shuffles(state.rules_state)
        assert len(state.undo.points) <= MOST_POINTS
    assert replay(log.commits) == log.state == decode_state(encode_state(log.state))


def test_versions_that_were_undone_are_those_of_moves_and_what_followed():
    log = swap()
    sealed(log, 1)
    log.commit(SeatAway(seat=Seat(2), strategy="normal"))
    sealed(log, 2)
    log.undo(1)
    sealed(log, 1)
    events = [event for _, events in log.commits for event in events]
    undone = undone_versions(enumerate(events, start=1))
    assert [events[version - 1].type for version in sorted(undone)] == ["CardSealed", "CardSealed"]
    assert len(events) not in undone
