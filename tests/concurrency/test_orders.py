"""Orders that race: with each other, and with what is played in the same instant (S77)."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from accounts.moderation.errors import StaffRefusalError
from games.engine.game import Status
from games.services import deadlines, lobby, play
from games.services.errors import ServiceError
from games.services.moderation.orders.refusals import StalePreviewError
from games.services.moderation.orders.results import Abort, Adjudicate, Annul
from games.services.moderation.orders.seats import ReplaceByHouse
from tests.concurrency.racing import answers, crew, errors
from tests.moderation.orders.giving import DAY, give, pause
from tests.moderation.staff import audited, open_staff
from tests.services.table import bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound

ENDS = {"GameFinished", "GameAborted", "GameExpired"}


def test_of_two_moderators_with_one_preview_one_is_obeyed(database):
    first, second = open_staff(), open_staff()
    with crew(2) as threads:
        for _ in range(15):
            table = new_game(bot(), bot())
            version = table.state.version
            finishes = threads.race(
                [
                    partial(give, table, Abort(), by=first, previewed=version),
                    partial(give, table, Adjudicate(winners=[1]), by=second, previewed=version),
                ]
            )
            assert len(answers(finishes)) == 1
            assert [type(error) for error in errors(finishes)] == [StalePreviewError]
            assert len(audited("game", table.game)) == 1
            assert_log_is_sound(table.game)


def test_the_same_order_many_times_at_once_is_carried_out_once(database):
    moderators = [open_staff() for _ in range(4)]
    table = new_game(bot(), bot())
    lobby.resign(game=table.game, asker=table.asker(0))
    with crew(8) as threads:
        finishes = threads.race(
            [partial(give, table, Annul(), by=moderators[place % 4]) for place in range(8)]
        )
    assert len(answers(finishes)) == 1
    assert all(isinstance(error, StaffRefusalError) for error in errors(finishes))
    assert Counter(table.types)["ResultAnnulled"] == 1
    assert len(audited("game", table.game)) == 1


def test_moves_expiries_and_orders_in_the_same_instant(database, clock):
    """Whoever is first, a game ends once, and each order has its row or changed nothing."""
    with crew(5) as threads:
        for turn in range(20):
            table = new_game(bot(), bot(), bot(), time_control=per_move(DAY, "forfeit"))
            owed = table.owed()
            mover = table.asker(owed.seat)
            if turn % 2:
                clock.advance(DAY + 1)
            orders = [pause(table), ReplaceByHouse(seat=owed.seat), Abort()]
            acts: list[Callable[[], object]] = [
                partial(
                    play.play_move,
                    game=table.game,
                    account=mover.account,
                    is_bot=True,
                    move=table.legal()[0],
                    decision=table.decision(),
                ),
                partial(deadlines.expire_game, table.game),
                *(partial(give, table, order) for order in orders),
            ]
            refused = errors(threads.race(acts))
            assert all(isinstance(one, ServiceError | StaffRefusalError) for one in refused)
            given = sum(one == "OrderGiven" for one in table.types)
            assert len(audited("game", table.game)) == given
            assert table.state.status is Status.ABORTED
            assert sum(one in ENDS for one in table.types) == 1
            assert_log_is_sound(table.game)
