"""A52: what staff did stays on record, a row for each thing, whoever would change it."""

import pytest
from django.db import DatabaseError, connection, transaction
from psycopg import errors

from accounts import clock
from accounts.moderation import audit
from accounts.moderation.actors import COMMAND_LINE
from accounts.moderation.audit import Target
from accounts.moderation.models import AuditEntry, AuditIsReadOnlyError
from tests.moderation.staff import audited, impose, lift

CHANGES = [
    "UPDATE audit_entry SET reason = 'x' WHERE id = {}",
    "UPDATE audit_entry SET actor = NULL WHERE id = {}",
    "DELETE FROM audit_entry WHERE id = {}",
    "TRUNCATE audit_entry",
]


@pytest.fixture
def entry(database: None) -> AuditEntry:
    with transaction.atomic():
        return audit.record(
            COMMAND_LINE, "test.act", Target("case", "1"), now=clock.now(), reason="a test"
        )


@pytest.mark.parametrize("statement", CHANGES)
def test_not_even_the_owner_changes_what_was_done(entry, statement):
    with (
        connection.cursor() as cursor,
        pytest.raises(DatabaseError, match=r"audit_entry is history: .* is refused, for everybody"),
    ):
        cursor.execute(statement.format(entry.id))
    assert AuditEntry.objects.get(id=entry.id).reason == "a test"


@pytest.mark.parametrize("statement", CHANGES)
def test_the_application_has_no_right_to(entry, as_app, statement):
    with pytest.raises(errors.InsufficientPrivilege, match="permission denied"):
        as_app.execute(statement.format(entry.id))


def test_the_application_adds_and_reads(entry, as_app):
    found = as_app.execute("SELECT reason FROM audit_entry WHERE id = %s", [entry.id])
    assert found.fetchall() == [("a test",)]
    as_app.execute(
        "INSERT INTO audit_entry (at, role, action, target_kind, target, reason, note, request_id)"
        " VALUES (now(), 'x', 'test.act', 'test', '2', 'as the application', '', '')"
    )


def test_the_model_only_adds(entry):
    with pytest.raises(AuditIsReadOnlyError):
        entry.save()
    with pytest.raises(AuditIsReadOnlyError):
        entry.delete()


def test_nothing_is_recorded_outside_of_the_transaction_that_does_it(database):
    with pytest.raises(AssertionError):
        audit.record(COMMAND_LINE, "test.act", Target("case", "1"), now=clock.now(), reason="x")


def test_each_sanction_and_each_lifting_has_its_row(moderator, ann, ben):
    made = [impose(one, by=moderator, private_note="seen twice") for one in (ann, ben)]
    for player, sanction in zip((ann, ben), made, strict=True):
        (row,) = audited("account", player.account)
        assert (row.actor, row.role) == (moderator.account, "moderator")
        assert (row.action, row.note, row.request_id) == (
            "sanction.impose",
            "seen twice",
            "of-a-test",
        )
        assert row.before is None
        assert (row.after or {})["sanction"] == str(sanction.id)
    lift(made[0], by=moderator)
    (row,) = audited("sanction", made[0].id)
    assert (row.action, row.reason) == ("sanction.lift", "It was a mistake.")
    assert (row.before or {})["lifted_at"] is None
    assert (row.after or {})["lifted_at"] is not None
    assert not audited("sanction", made[1].id)
