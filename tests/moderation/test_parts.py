"""Nobody decides about themselves, about their own games, nor about whom they play with just now."""

from uuid import UUID

import pytest

from accounts import clock
from accounts.models import Account
from accounts.moderation import appeals, cases, sanctions
from accounts.moderation.actors import Actor
from accounts.moderation.errors import ConflictOfInterestError
from accounts.moderation.logging_out import end_sessions
from accounts.moderation.models import Appeal, AuditEntry, Sanction
from games.engine.order_events import OrderKind
from games.services.moderation import glass
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import Player
from tests.moderation.orders.giving import an_order, give
from tests.moderation.reporting import case_of, claim, close, send
from tests.moderation.staff import give_role, impose, lift, open_staff
from tests.services.table import Table
from tests.tables import given_up, seated

KIND = Sanction.Kind


def actor_of(player: Player) -> Actor:
    """Make a player one of the moderators."""
    give_role(player.account)
    return Actor.of(Account.objects.get(id=player.account))


@pytest.fixture
def judge(database) -> Player:
    return open_person()


@pytest.fixture(params=["themselves", "a bot of theirs"])
def sits(request, judge) -> Player:
    """Who of the moderator's sits at the table."""
    return judge if request.param == "themselves" else bot_player(judge, open_bot(judge))


def appealed(sanction: Sanction) -> Appeal:
    return Appeal.objects.create(sanction=sanction, text="no", created_at=clock.now())


def answer(appeal: Appeal, actor: Actor) -> Appeal:
    return appeals.answer(
        actor=actor, appeal=appeal.id, granted=True, text="granted", now=clock.now()
    )


def entries(actor: Actor) -> int:
    return AuditEntry.objects.filter(actor=actor.account).count()


@pytest.mark.parametrize("kind", KIND)
def test_no_sanction_against_whom_one_plays_with(kind, sits, judge, ann):
    seated(ann, sits)
    actor = actor_of(judge)
    bot = bot_player(ann, open_bot(ann))
    for concerned in (ann, bot):
        with pytest.raises(ConflictOfInterestError, match="play with"):
            impose(concerned, kind, by=actor)
    assert not Sanction.objects.filter(account__in=[ann.account, bot.account]).exists()
    assert entries(actor) == 0


def test_what_is_over_keeps_nobody_from_deciding(judge, ann):
    given_up(ann, judge)
    assert impose(ann, by=actor_of(judge)).by_id == judge.account


def test_no_mute_in_ones_own_game_though_it_is_over_and_no_case_names_it(sits, judge, ann):
    game = UUID(given_up(ann, sits))
    actor = actor_of(judge)
    with pytest.raises(ConflictOfInterestError):
        impose(ann, KIND.CHAT_MUTE, by=actor, game=game)
    mute = impose(ann, KIND.CHAT_MUTE, game=game)
    with pytest.raises(ConflictOfInterestError):
        lift(mute, by=actor)
    with pytest.raises(ConflictOfInterestError):
        answer(appealed(mute), actor)
    assert entries(actor) == 0
    assert answer(Appeal.objects.get(sanction=mute), open_staff()).answer == "granted"


def test_nobody_decides_what_came_of_a_case_in_their_game(sits, judge, ann, ben):
    case = case_of(send(ben, "cheating", game=given_up(ann, sits), player=ann.name))
    actor, other = actor_of(judge), open_staff()
    with pytest.raises(ConflictOfInterestError):
        claim(case, by=actor)
    claim(case, by=other)
    sanction = impose(ann, KIND.SUSPENSION, by=other, case=case.id)
    appeal = appealed(sanction)
    for attempt in (lambda: lift(sanction, by=actor), lambda: answer(appeal, actor)):
        with pytest.raises(ConflictOfInterestError):
            attempt()
    assert entries(actor) == 0


def test_whoever_sits_down_after_the_claim_closes_nothing_but_gives_it_back(judge, ann, ben):
    game = ann.create("me", "open", "open")["id"]
    case = case_of(send(ben, "other", game=game))
    actor = actor_of(judge)
    claim(case, by=actor)
    judge.join(game)
    with pytest.raises(ConflictOfInterestError):
        close(case, by=actor)
    cases.release(actor=actor, case=case.id, now=clock.now())


def test_a_case_about_whom_one_plays_with_elsewhere_is_for_others(sits, judge, ann, ben):
    case = case_of(send(ben, "other", player=ann.name))
    seated(ann, sits)
    with pytest.raises(ConflictOfInterestError, match="play with"):
        claim(case, by=actor_of(judge))
    claim(case, by=open_staff())


@pytest.mark.parametrize("kind", OrderKind)
def test_no_order_to_a_game_where_one_sits(kind, sits, judge, ann):
    game = UUID(seated(ann, sits))
    table = Table(game, ())
    with pytest.raises(ConflictOfInterestError):
        give(table, an_order(kind, table), by=actor_of(judge))


def test_no_broken_glass_where_one_sits_or_has_sat(sits, judge, ann):
    games = [seated(ann, sits), given_up(ann, sits)]
    actor = actor_of(judge)
    for game in games:
        with pytest.raises(ConflictOfInterestError):
            glass.break_glass(actor=actor, game=UUID(game), reason="a look", now=clock.now())
    assert entries(actor) == 0


def test_an_opponent_of_yesterday_keeps_nobody_from_looking(judge, ann, ben):
    given_up(judge, ann)
    game, actor = UUID(seated(ann, ben)), actor_of(judge)
    glass.break_glass(actor=actor, game=game, reason="a look", now=clock.now())
    assert entries(actor) == 1


def test_nothing_against_oneself_ones_bots_or_their_sessions(judge):
    bot = bot_player(judge, open_bot(judge))
    actor = actor_of(judge)
    for concerned in (judge, bot):
        for kind in KIND:
            with pytest.raises(ConflictOfInterestError):
                impose(concerned, kind, by=actor)
        with pytest.raises(ConflictOfInterestError):
            end_sessions(actor=actor, account=concerned.account, reason="x", now=clock.now())
    sanction = impose(bot, KIND.CHAT_MUTE)
    for attempt in (lambda: lift(sanction, by=actor), lambda: answer(appealed(sanction), actor)):
        with pytest.raises(ConflictOfInterestError):
            attempt()
    assert not sanctions.concerning(judge.account).filter(lifted_at__isnull=False).exists()
