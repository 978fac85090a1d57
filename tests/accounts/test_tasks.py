"""The periodic jobs about accounts."""

from datetime import timedelta

from django.utils import timezone

from accounts import tasks
from accounts.models import Account, IdempotencyKey
from tests.accounts.people import fresh_name, open_person


def test_old_keys_are_forgotten(database):
    ann = open_person()
    for key in ("old", "new"):
        ann.post("/bots", {"name": fresh_name("bot")}, Idempotency_Key=key)
    mine = IdempotencyKey.objects.filter(account=ann.account)
    mine.filter(key="old").update(created_at=timezone.now() - timedelta(hours=25))
    assert tasks.forget_old_keys() >= 1
    assert list(mine.values_list("key", flat=True)) == ["new"]


def test_an_end_that_was_begun_is_finished(database):
    ann = open_person()
    id_ = ann.account
    Account.objects.filter(id=id_).update(erased_at=timezone.now(), is_active=False)
    assert tasks.finish_erasures() >= 1
    assert not Account.objects.filter(id=id_).exists()
