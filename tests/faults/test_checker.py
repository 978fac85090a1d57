"""The checks find what is wrong with a history, each by its own name, and nothing in a right one."""

import copy
from dataclasses import replace
from datetime import timedelta

import pytest

from games.engine.events import Cause
from games.engine.seats import Seat
from tests.faults import checking, timing
from tests.faults.history import Told
from tests.faults.logs import GameLog, Span
from tests.faults.played import BEGIN, GAME, Played
from tests.faults.windows import Window

MOVES = 40


@pytest.fixture(scope="module", params=[1, 2, 3])
def played(request) -> Played:
    game = Played(seed=request.param)
    game.begin()
    game.play(MOVES)
    assert len(game.commits) > 20
    return game


@pytest.fixture
def wrong(played: Played) -> Played:
    """A copy to be tampered with."""
    return copy.deepcopy(played)


def kinds(
    game: Played, *, windows: tuple[Window, ...] = (), log: GameLog | None = None
) -> set[str]:
    logs = {str(GAME): log or game.log}
    timed = timing.check(
        logs,
        windows,
        until=game.now,
        clock_offset=BEGIN.timestamp(),
        slowest=timing.Slowest(),
    )
    found = [*checking.check(game.history, logs, windows), *timed]
    return {finding.kind for finding in found}


def moves(game: Played, status: int) -> list[Told]:
    return [told for told in game.history if told.asked == "move" and told.status == status]


def of_asked(game: Played, asked: str) -> list[Told]:
    return [told for told in game.history if told.asked == asked]


def closed_by_house(game: Played) -> int:
    """The place of a commit of the house in the middle of the game."""
    places = [n for n, one in enumerate(game.commits) if one.cause is Cause.HOUSE_BOT]
    return places[len(places) // 2]


def delayed(game: Played, place: int, seconds: float) -> None:
    """Let a commit, and so all after it, come later than it did."""
    delay = timedelta(seconds=seconds)
    for number, one in enumerate(game.commits[place:], start=place):
        committed = one.committed
        assert committed is not None
        game.commits[number] = replace(one, at=one.at + delay, committed=committed + delay)
    game.seconds += seconds


def test_a_right_history_is_found_right(played):
    assert kinds(played) == set()


def test_what_was_acknowledged_and_is_not_in_the_log_is_lost(wrong):
    """As after a crash of a database that did not write it down."""
    acknowledged = moves(wrong, 201)[-1]
    cut = acknowledged.events[0]["version"]
    wrong.commits = [one for one in wrong.commits if one.first < cut]
    wrong.closings = {name: one for name, one in wrong.closings.items() if one.first < cut}
    assert "lost" in kinds(wrong)


def test_an_acknowledged_move_in_whose_place_is_another_is_lost(wrong):
    told = moves(wrong, 201)[3]
    told.move = moves(wrong, 201)[5].move
    assert "lost" in kinds(wrong)


def test_a_game_that_is_not_there_is_lost(wrong):
    found = checking.check(wrong.history, {}, ())
    assert [finding.kind for finding in found] == ["lost"]


def test_a_command_that_was_applied_twice_is_doubled(wrong):
    first, second = moves(wrong, 201)[2], copy.deepcopy(moves(wrong, 201)[4])
    second.decision, second.move, second.seat = first.decision, first.move, first.seat
    wrong.history.append(second)
    assert "doubled" in kinds(wrong)


def test_a_keyed_command_that_is_not_in_the_log_is_lost(wrong):
    told = replaced(moves(wrong, 201)[0], asked="resign", decision=None, key="k")
    wrong.history.append(told)
    assert kinds(wrong) == {"lost"}


def test_a_keyed_command_that_was_refused_and_is_in_the_log(wrong):
    told = replaced(moves(wrong, 201)[0], asked="resign", decision=None, key="k", status=409)
    told.body = {"code": "game_over", "detail": "It is over."}
    wrong.history.append(told)
    log = wrong.log
    keyed = GameLog(
        id=log.id,
        ruleset="mow",
        commits=log.commits,
        closings=log.closings,
        keys={"k": Span(None, 2, 2)},
    )
    assert kinds(wrong, log=keyed) == {"refused-but-applied"}


def replaced(told: Told, **fields: object) -> Told:
    copied = copy.deepcopy(told)
    for name, value in fields.items():
        setattr(copied, name, value)
    return copied


def test_a_copy_that_is_answered_with_other_events(wrong):
    copied = moves(wrong, 200)[2]
    assert copied.body is not None
    copied.body["events"] = moves(wrong, 201)[4].events
    assert "other-answer" in kinds(wrong)


def test_what_was_refused_and_is_in_the_log(wrong):
    told = moves(wrong, 201)[2]
    told.status, told.body = 409, {"code": "decision_expired", "detail": "Too late."}
    assert kinds(wrong) == {"refused-but-applied"}


def test_events_that_are_told_in_another_order_are_swapped(wrong):
    items = of_asked(wrong, "events")[5].events
    items[0]["version"], items[1]["version"] = items[1]["version"], items[0]["version"]
    assert kinds(wrong) == {"swapped"}


def test_a_read_that_goes_back_is_stale(wrong):
    views = of_asked(wrong, "view")
    views[6].body = copy.deepcopy(views[3].body)
    views[6].seat = views[3].seat
    assert kinds(wrong) == {"stale"}


def test_a_read_that_began_before_may_show_less(wrong):
    views = of_asked(wrong, "view")
    views[6].body, views[6].seat = copy.deepcopy(views[3].body), views[3].seat
    views[6].sent = views[3].sent
    assert kinds(wrong) == set()


def test_an_event_that_was_shown_and_never_was_is_a_phantom(wrong):
    shown = of_asked(wrong, "events")[-1].events
    shown.append({**shown[-1], "version": wrong.log.last + 1, "cause": "moderator"})
    assert kinds(wrong) == {"phantom"}


def test_a_view_of_a_version_that_never_was_is_a_phantom(wrong):
    view = of_asked(wrong, "view")[-1].body
    assert view is not None
    view["version"] = wrong.log.last + 3
    assert "phantom" in kinds(wrong)


def test_a_move_in_the_log_that_nobody_sent_is_a_phantom(wrong):
    decision = moves(wrong, 201)[4].decision
    wrong.history = [told for told in wrong.history if told.decision != decision]
    assert kinds(wrong) == {"phantom"}


def test_a_game_of_which_nobody_was_told_is_a_phantom(wrong):
    wrong.history = []
    assert "phantom" in kinds(wrong)


def test_a_view_that_differs_from_the_log(wrong):
    view = of_asked(wrong, "view")[4].body
    assert view is not None
    view["table"]["deck_size"] += 1
    assert kinds(wrong) == {"wrong-view"}


def test_a_view_in_the_middle_of_a_commit(wrong):
    inside = next(one for one in wrong.commits[5:] if one.last > one.first)
    told = of_asked(wrong, "view")[-1]
    assert told.body is not None
    told.body["version"] = inside.first
    assert "wrong-view" in kinds(wrong)


def other_hand(game: Played, told: Told) -> str:
    """A card that another seat holds at the time of a view, and the viewer does not see."""
    assert told.view is not None
    state = game.log.states[told.view["version"]]
    seat = told.seat
    assert seat is not None
    rules = state.game_rules
    hidden = rules.to_position(state.rules_state)["hands"][1 - seat]
    return next(str(code) for code in hidden if code not in told.view["table"]["hand"])


def test_a_card_of_another_hand_in_a_view_is_a_leak(wrong):
    told = of_asked(wrong, "view")[4]
    assert told.body is not None
    told.body["table"]["hand"][0] = other_hand(wrong, told)
    assert kinds(wrong) == {"leak"}


def test_a_card_of_another_hand_in_a_refusal_is_a_leak(wrong):
    card = other_hand(wrong, of_asked(wrong, "view")[4])
    refused = next(told for told in moves(wrong, 409) if card not in (told.move or ""))
    assert refused.body is not None
    refused.body["detail"] = f"Seat 1 holds {card}."
    assert kinds(wrong) == {"leak"}


def test_a_card_that_was_drawn_in_secret_is_a_leak(wrong):
    for told in of_asked(wrong, "events"):
        for event in told.events:
            if event["type"] == "RoundDealt":
                state = wrong.log.states[wrong.commits[0].last]
                seat = told.seat
                assert seat is not None
                hands = state.game_rules.to_position(state.rules_state)["hands"]
                event["data"]["hand"] = hands[1 - seat]
                assert kinds(wrong) == {"leak"}
                return
    pytest.fail("no deal was shown")


@pytest.mark.parametrize(
    ("status", "kind"), [(500, "failed"), (502, "failed"), (None, "unexplained")]
)
def test_failures(wrong, status, kind):
    of_asked(wrong, "view")[4].status = status
    assert kinds(wrong) == {kind}


def test_a_503_needs_a_reason_and_says_when_to_come_back(wrong):
    told = of_asked(wrong, "view")[4]
    told.status = 503
    assert kinds(wrong) == {"unexplained", "no-retry-after"}
    told.retry_after = True
    assert kinds(wrong) == {"unexplained"}
    assert kinds(wrong, windows=(Window("any", told.sent - 2, told.sent - 1),)) == set()
    assert kinds(wrong, windows=(Window("any", told.got + 1, told.got + 2),)) == {"unexplained"}


def test_a_move_after_its_deadline_is_late(wrong):
    place = next(n for n, one in enumerate(wrong.commits) if n > 5 and one.cause is Cause.BOT)
    one = wrong.commits[place]
    # Its event says a time at which it was allowed, as the time of its load is; the database knows.
    wrong.commits[place] = replace(one, committed=one.at + timedelta(seconds=7))
    assert "late" in kinds(wrong)


def test_an_expiry_before_the_deadline_is_early(wrong):
    place = next(n for n, one in enumerate(wrong.commits) if one.cause is Cause.EXPIRY)
    one = wrong.commits[place]
    wrong.commits[place] = replace(one, committed=one.at - timedelta(seconds=3))
    assert "early" in kinds(wrong)


def test_an_expiry_that_does_not_come_is_overdue_unless_something_is_broken(wrong):
    place = next(n for n, one in enumerate(wrong.commits) if one.cause is Cause.EXPIRY)
    delayed(wrong, place, 15)
    at = (wrong.commits[place].at - BEGIN).total_seconds()
    assert "overdue" in kinds(wrong)
    assert "overdue" not in kinds(wrong, windows=(Window("any", at - 16, at - 12),))
    delayed(wrong, place, 40)
    assert "overdue" in kinds(wrong, windows=(Window("any", at - 16, at - 12),))


def test_a_decision_that_expired_twice(wrong):
    place = next(n for n, one in enumerate(wrong.commits) if one.cause is Cause.EXPIRY)
    one = wrong.commits[place]
    wrong.commits[place] = replace(one, events=(one.events[0], *one.events))
    # The second says the same of a decision that the first has closed.
    wrong.commits.insert(place, replace(one, events=one.events[:1], command="again"))
    assert {"version-with-a-hole"} <= kinds(wrong)


def test_a_seat_of_the_house_that_takes_its_time_is_slow(wrong):
    delayed(wrong, closed_by_house(wrong), 12)
    assert "house-slow" in kinds(wrong)


def test_a_hole_in_the_versions(wrong):
    wrong.commits = [
        replace(one, first=one.first + (number > 10)) for number, one in enumerate(wrong.commits)
    ]
    assert "version-with-a-hole" in kinds(wrong)


def test_play_after_the_end(wrong):
    while wrong.state.owed:
        wrong.play(MOVES)
    house = wrong.commits[closed_by_house(wrong)]
    last = wrong.log.last
    wrong.commits.append(replace(house, first=last + 1, command="late"))
    assert "after-the-end" in kinds(wrong)


def test_a_decision_that_went_without_a_record(wrong):
    del wrong.closings[next(iter(wrong.closings))]
    assert "unsound" in kinds(wrong)


def test_seats_are_told_apart(wrong):
    told = of_asked(wrong, "view")[4]
    assert told.body is not None
    assert told.seat is not None
    told.body["you"] = {"seat": Seat(1 - told.seat)}
    assert kinds(wrong) == {"wrong-view"}
