"""Entropy of seats: committed to, waited for, revealed or passed over; and what follows from it."""

import pytest

from games.engine.chance import SecretChance
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.seals import Seed
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired
from games.services import deadlines, lobby
from games.services.entropy import reveal
from games.services.errors import GameOverError, GameStartedError, ServiceError
from games.services.play_errors import DecisionExpiredError
from games.services.seat_errors import (
    CommitmentsClosedError,
    NoCommitmentError,
    RevealTooEarlyError,
    WrongEntropyError,
)
from games.store.models import OpenDecision
from tests.entropy import commitment_of, committed, entropy_of, join, reveals
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound


def waited_for(table) -> list[int]:
    assert_log_is_sound(table.game)
    return [owed.seat for owed in table.state.owed if owed.kind == "reveal"]


def dealt_from(table, entropy):
    """Answer whether the first deal is the one that the secret and this entropy give."""
    seed = Seed(secret=table.loaded.secret, game=table.game.bytes, entropy=entropy)
    pack = table.state.game_rules.pack
    (deal,) = [one.event for one in table.log if one.event.type == "RoundDealt"]
    return deal.shuffle() == ("deal", SecretChance(seed, 0).shuffle(pack.cards(), "deal"))


def test_the_game_waits_until_the_last_seat_has_revealed(database):
    table = committed(True, False, True)
    assert (table.state.status, waited_for(table)) == (Status.OPEN, [0, 2])
    assert table.types[-1] == "RevealsAwaited"
    reveals(table, 2)()
    assert (table.state.status, waited_for(table)) == (Status.OPEN, [0])
    reveals(table, 0)()
    assert (table.state.status, waited_for(table)) == (Status.RUNNING, [])
    assert table.types[-4:] == ["EntropyRevealed", "GameStarted", "RoundDealt", "DealSealed"]
    both = [(seat, bytes.fromhex(entropy_of(seat))) for seat in (0, 2)]
    assert dealt_from(table, both)
    assert not dealt_from(table, both[:1])
    table.play(2_000)
    assert_log_is_sound(table.game)


def test_without_a_commitment_nothing_is_waited_for(database):
    table = committed(False, False)
    assert table.state.status is Status.RUNNING
    assert "RevealsAwaited" not in table.types
    assert dealt_from(table, [])


def test_the_sweep_starts_the_game_without_what_is_missing_and_not_early(database, clock, settings):
    """F02: the deadline stands in the database, and no message is needed."""
    settings.HERDBOOK_REVEAL_SECONDS = 3_600
    table = committed(True, True, True)
    reveals(table, 1)()
    clock.advance(3_000)
    deadlines.sweep()
    assert waited_for(table) == [0, 2]
    clock.advance(601)
    deadlines.sweep()
    assert table.state.status is Status.RUNNING
    assert dealt_from(table, [(1, bytes.fromhex(entropy_of(1)))])
    causes = {one.event.seat: one.cause for one in table.log if one.event.type == "DecisionExpired"}
    assert causes == {0: Cause.EXPIRY, 2: Cause.EXPIRY}
    kinds = [one.event.kind for one in table.log if isinstance(one.event, DecisionExpired)]
    assert kinds == ["reveal", "reveal"]
    assert_log_is_sound(table.game)
    with pytest.raises(GameStartedError):
        reveals(table, 0)()


def test_a_reveal_behind_the_deadline_is_late_although_no_sweep_has_run(database, clock, settings):
    table = committed(True, True)
    clock.advance(settings.HERDBOOK_REVEAL_SECONDS + 1)
    with pytest.raises(DecisionExpiredError):
        reveals(table, 0)()
    assert waited_for(table) == [0, 1]


def test_nobody_reveals_before_every_seat_is_held(database):
    table = new_game(bot(), None)
    asker = bot()
    join(table.game, asker, 1, commits=True)
    early = new_game(bot(), None, None)
    join(early.game, asker, 1, commits=True)
    with pytest.raises(RevealTooEarlyError):
        reveal(game=early.game, asker=asker, entropy=entropy_of(1))
    assert "EntropyRevealed" not in early.types


def test_once_something_was_revealed_nobody_commits(database):
    """Who knows the entropy of others may not choose theirs, whatever seat was left meanwhile."""
    table = committed(True, True)
    reveals(table, 0)()
    lobby.leave_seat(game=table.game, asker=table.asker(1))
    assert waited_for(table) == []
    newcomer = bot()
    with pytest.raises(CommitmentsClosedError):
        join(table.game, newcomer, 1, commits=True)
    join(table.game, newcomer, 1, commits=False)
    assert table.state.status is Status.RUNNING
    assert dealt_from(table, [(0, bytes.fromhex(entropy_of(0)))])


def test_leaving_takes_the_commitment_away_and_the_waiting_begins_anew(database):
    table = committed(True, True)
    lobby.leave_seat(game=table.game, asker=table.asker(1))
    assert (waited_for(table), table.state.contributions.of(Seat(1))) == ([], None)
    assert not OpenDecision.objects.filter(game=table.game).exists()
    with pytest.raises(RevealTooEarlyError):
        reveals(table, 0)()
    join(table.game, bot(), 1, commits=False)
    assert waited_for(table) == [0]
    assert table.types.count("RevealsAwaited") == 2
    reveals(table, 0)()
    assert table.state.status is Status.RUNNING
    assert_log_is_sound(table.game)


def test_nobody_holds_a_game_up_by_committing_and_leaving(database):
    """A fault: who left just before the time was over could make the game wait for ever."""
    table, again = committed(False, True), bot()
    lobby.leave_seat(game=table.game, asker=table.asker(1))
    for _ in range(2):
        join(table.game, again, 1, commits=True)
        lobby.leave_seat(game=table.game, asker=again)
    with pytest.raises(CommitmentsClosedError):
        join(table.game, again, 1, commits=True)
    join(table.game, again, 1, commits=False)
    assert table.state.status is Status.RUNNING


def test_refused_reveals_change_nothing(database):
    table = committed(True, False)
    version = table.state.version
    for asker, entropy, error in (
        (table.asker(0), entropy_of(1), WrongEntropyError),
        (table.asker(1), entropy_of(1), NoCommitmentError),
        (bot(), entropy_of(0), ServiceError),
    ):
        with pytest.raises(error):
            reveal(game=table.game, asker=asker, entropy=entropy)
    assert table.state.version == version


def test_the_same_reveal_once_more_is_answered_as_done(database):
    table = committed(True, True)
    first, second = reveals(table, 0)(), reveals(table, 0)()
    assert (first.replayed, second.replayed) == (False, True)
    reveals(table, 1)()
    assert reveals(table, 0)().replayed
    assert table.types.count("EntropyRevealed") == 2


def test_a_game_that_is_called_off_waits_for_nothing(database):
    table = committed(True, True)
    lobby.abort_game(game=table.game, asker=table.asker(0))
    assert waited_for(table) == []
    with pytest.raises(GameOverError):
        reveals(table, 1)()


def test_an_account_that_ends_takes_its_commitment_along(database):
    from games.services.erasure import forget_account

    table = committed(True, True)
    forget_account(table.asker(1).account)
    state = table.state
    assert (state.contributions.of(Seat(1)), state.owed) == (None, [])
    assert [one.commitment for one in state.contributions.of_seats] == [commitment_of(0)]
