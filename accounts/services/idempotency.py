"""Keys of requests that make something: a copy of such a request makes nothing new."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import connection

from accounts.errors import KeyReusedError
from accounts.models import IdempotencyKey

KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True, kw_only=True)
class Aim:
    """A key whose request finds out on its way what it stands for.

    What it is about to do is written down before it is done, so that of two copies, whoever dies
    in between, the later one looks at the same first.
    """

    account: UUID
    route: str
    key: str
    fingerprint: str

    def take(self) -> UUID:
        """Return what copies of this request aim at; an id of nothing, if it is the first."""
        return reserve(
            account=self.account, route=self.route, key=self.key, fingerprint=self.fingerprint
        )

    def move(self, before: UUID, after: UUID) -> UUID:
        """Aim at something else; return what is aimed at then, which a copy may have chosen."""
        key = {"account": self.account, "route": self.route, "key": self.key}
        rows = IdempotencyKey.objects.filter(**key)
        if rows.filter(made=before).update(made=after):
            return after
        return rows.values_list("made", flat=True).first() or after


def reserve(*, account: UUID, route: str, key: str, fingerprint: str) -> UUID:
    """Return the id of what this key stands for, the same for every copy of the request.

    Raises `KeyReusedError` if the key came with another request within a day.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO idempotency AS known"
            " (account_id, route, key, fingerprint, made, created_at)"
            " VALUES (%(account)s, %(route)s, %(key)s, %(fingerprint)s, %(made)s,"
            "  herdbook.clock())"
            " ON CONFLICT (account_id, route, key) DO UPDATE SET"
            "  (fingerprint, made, created_at) ="
            "   (SELECT excluded.fingerprint, excluded.made, excluded.created_at"
            "     WHERE known.created_at < excluded.created_at - make_interval(secs => %(kept)s)"
            "    UNION ALL"
            "    SELECT known.fingerprint, known.made, known.created_at"
            "     WHERE known.created_at >= excluded.created_at - make_interval(secs => %(kept)s))"
            " RETURNING fingerprint, made",
            {
                "account": account,
                "route": route,
                "key": key,
                "fingerprint": fingerprint,
                "made": uuid4(),
                "kept": KEPT_SECONDS,
            },
        )
        stored, made = cursor.fetchone()
    if stored != fingerprint:
        raise KeyReusedError("This Idempotency-Key was used for another request. Use a new one.")
    assert isinstance(made, UUID)
    return made


def forget_old() -> int:
    """Delete the keys that no copy may use any more; return how many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM idempotency WHERE created_at < herdbook.clock() - make_interval(secs => %s)",
            [KEPT_SECONDS],
        )
        return int(cursor.rowcount)
