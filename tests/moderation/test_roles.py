"""Roles: who has which, how they are granted, and that services ask for them."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from accounts import clock
from accounts.models import Account
from accounts.moderation import actors, appeals, sanctions
from accounts.moderation.actors import Actor, must
from accounts.moderation.errors import (
    BadOrderError,
    ConflictOfInterestError,
    NothingToDoError,
    NotPermittedError,
)
from accounts.moderation.granting import grant_role
from accounts.moderation.models import AuditEntry, Sanction
from accounts.moderation.roles import PERMISSIONS, STAFF_ROLES, Permission, Role
from tests.accounts.people import open_bot
from tests.cast import Player
from tests.moderation.staff import audited, impose, lift, open_staff


def account_of(name: str) -> Account:
    return Account.objects.get(name=name)


def test_every_account_has_a_role_by_what_it_is_or_was_granted(ann, alice):
    assert account_of(ann.name).role is Role.PLAYER
    assert account_of(alice.name).role is Role.BOT
    assert account_of(open_bot(ann)).role is Role.BOT
    assert [open_staff(role).role for role in STAFF_ROLES] == list(STAFF_ROLES)


def test_players_and_bots_may_do_nothing_for_staff_and_administrators_everything():
    assert not PERMISSIONS[Role.PLAYER] | PERMISSIONS[Role.BOT]
    assert PERMISSIONS[Role.ADMINISTRATOR] == frozenset(Permission)
    assert Permission.READ_CASES not in PERMISSIONS[Role.OPERATOR]
    assert Permission.GRANT_ROLES not in PERMISSIONS[Role.MODERATOR]


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("permission", list(Permission))
def test_the_table_decides_and_nothing_else(database, role, permission):
    """Also about an account that was made to look like staff."""
    if role in STAFF_ROLES:
        actor = open_staff(role)
    else:
        made = open_staff(Role.MODERATOR)
        actor = Actor(account=made.account, role=role, name=made.name)
    if permission in PERMISSIONS[role]:
        must(actor, permission, now=clock.now())
    else:
        with pytest.raises(NotPermittedError, match=str(permission)):
            must(actor, permission, now=clock.now())


@pytest.mark.parametrize(
    "change",
    [{"staff_role": "operator"}, {"is_active": False}, {"is_staff": False, "staff_role": ""}],
)
def test_a_role_that_was_taken_away_permits_nothing_from_that_moment(moderator, ann, change):
    Account.objects.filter(id=moderator.account).update(**change)
    with pytest.raises(NotPermittedError, match="no moderator any more"):
        impose(ann, by=moderator)
    assert not Sanction.objects.filter(account=ann.account).exists()


def test_a_suspended_moderator_does_nothing(moderator, ann):
    administrator = open_staff(Role.ADMINISTRATOR)
    them = Player(name=moderator.name)
    impose(them, by=administrator)
    with pytest.raises(NotPermittedError):
        impose(ann, by=moderator)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.BOT, Role.OPERATOR])
def test_services_refuse_who_has_not_the_role(moderator, ann, role):
    sanction = impose(ann, by=moderator)
    now = clock.now()
    appeal = appeals.appeal(account=ann.account, sanction=sanction.id, text="no", now=now)
    actor = Actor(account=open_staff(Role.OPERATOR).account, role=role, name="x")
    before = AuditEntry.objects.count()
    for attempt in (
        lambda: impose(ann, by=actor),
        lambda: lift(sanction, by=actor),
        lambda: appeals.answer(actor=actor, appeal=appeal.id, granted=True, text="x", now=now),
        lambda: grant_role(
            actor=actor, account=ann.account, role=Role.MODERATOR, reason="x", now=now
        ),
    ):
        with pytest.raises(NotPermittedError):
            attempt()
    assert AuditEntry.objects.count() == before


def test_only_administrators_sanction_staff(moderator):
    other = Player(name=open_staff().name)
    with pytest.raises(NotPermittedError):
        impose(other, by=moderator)
    with pytest.raises(NotPermittedError):
        lift(impose(other, by=open_staff(Role.ADMINISTRATOR)), by=moderator)


def test_a_role_is_granted_on_the_command_line_with_a_row_in_the_audit_log(ann, capsys):
    call_command("grant_role", ann.name, "moderator", "--reason", "voted in")
    assert capsys.readouterr().out == f"{ann.name} is moderator.\n"
    account = account_of(ann.name)
    assert (account.role, account.is_staff, account.is_superuser) == (Role.MODERATOR, True, False)
    call_command("grant_role", ann.name, "player", "--reason", "her wish")
    assert not account_of(ann.name).is_staff
    first, second = audited("account", ann.account)
    assert (first.actor, first.role, first.action) == (None, "command line", "account.grant_role")
    assert (first.before, first.after, first.reason) == (
        {"role": "player"},
        {"role": "moderator"},
        "voted in",
    )
    assert second.after == {"role": "player"}


def test_the_command_says_what_is_wrong(ann, alice):
    for words, says in (
        (("nobody-at-all", "moderator"), "no such player"),
        ((ann.name, "player"), "player already"),
        ((alice.name, "moderator"), "Only a person"),
    ):
        with pytest.raises(CommandError, match=says):
            call_command("grant_role", *words, "--reason", "x")


def test_nobody_grants_themselves_a_role_and_none_is_granted_without_a_reason(ann):
    administrator = open_staff(Role.ADMINISTRATOR)
    assert administrator.account is not None
    now = clock.now()
    with pytest.raises(ConflictOfInterestError):
        grant_role(
            actor=administrator,
            account=administrator.account,
            role=Role.PLAYER,
            reason="x",
            now=now,
        )
    for role, reason in ((Role.BOT, "x"), (Role.MODERATOR, " ")):
        with pytest.raises(BadOrderError):
            grant_role(actor=administrator, account=ann.account, role=role, reason=reason, now=now)
    with pytest.raises(NothingToDoError):
        grant_role(actor=administrator, account=ann.account, role=Role.PLAYER, reason="x", now=now)


def test_the_database_knows_no_staff_among_bots(alice):
    with pytest.raises(IntegrityError, match="account_staff_role_is_of_a_person"):
        Account.objects.filter(name=alice.name).update(staff_role="moderator", is_staff=True)


def test_a_moderator_decides_nothing_about_themselves_nor_about_their_bots(moderator, ann):
    assert moderator.account is not None
    bot = Account.objects.get(name=open_bot(ann))
    Account.objects.filter(id=bot.id).update(owner=moderator.account)
    for name in (bot.name, moderator.name):
        with pytest.raises((ConflictOfInterestError, NotPermittedError)):
            impose(Player(name=name), by=moderator)
    with pytest.raises(ConflictOfInterestError):
        actors.must_be_impartial(moderator, frozenset({bot.id}))
    assert not Sanction.objects.filter(account__in=[bot.id, moderator.account]).exists()
    assert sanctions.concerning(moderator.account).count() == 0
