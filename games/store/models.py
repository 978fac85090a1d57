"""Tables of the log.

`herdbook.append_events` is the only writer of `game`, `event`, `command` and of which decisions
are open; the application role could not write them otherwise. These models are for reading.

What that function alone writes carries few constraints that say twice what it does: PostgreSQL
parses a check of a number anew with every insert, and looks a game up for every foreign key.
"""

import uuid
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q

_ASKED_FOR = ("ruleset", "rated", "private", "seat_count", "free_seats", "time_control_kind")
"""What lists are asked for: in their indexes, so that games which do not fit are passed unread.

None of it changes with a move. A move writes one index for lists, `game_by_creation`: the others
hold no game that is played.
"""


class HistoryIsReadOnlyError(Exception):
    """Somebody tried to write history through a model."""


class HistoryQuerySet(models.QuerySet[Any]):
    """A query set that reads only."""

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise HistoryIsReadOnlyError("Only herdbook.append_events writes history.")

    create = update = delete = bulk_create = bulk_update = _refuse
    get_or_create = update_or_create = _refuse


class History(models.Model):
    """Base of the tables that are written by `append_events` alone."""

    objects = HistoryQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise HistoryIsReadOnlyError("Only herdbook.append_events writes history.")

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise HistoryIsReadOnlyError("Only herdbook.append_events writes history.")


class Game(History):
    """One game: its row is its lock, and holds the latest state as a snapshot."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        PAUSED = "paused"
        FINISHED = "finished"
        ABORTED = "aborted"
        EXPIRED = "expired"

    ENDED: ClassVar = (Status.FINISHED, Status.ABORTED, Status.EXPIRED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=32)
    rules_version = models.SmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices)
    version = models.IntegerField()
    head_hash = models.BinaryField(max_length=32)
    state = models.TextField()
    """The folded state as JSON; hidden cards included, so it never leaves the server."""
    secret = models.BinaryField(max_length=32)
    """What all shuffles of this game are drawn from."""
    rated = models.BooleanField()
    private = models.BooleanField()
    seat_count = models.SmallIntegerField()
    free_seats = models.SmallIntegerField()
    """How many seats anybody may sit down on now."""
    time_control_kind = models.CharField(max_length=12)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    last_at = models.DateTimeField()
    resume_at = models.DateTimeField(null=True)
    """When a paused game goes on by itself."""

    class Meta:
        db_table = "game"
        indexes: ClassVar = [
            models.Index(
                fields=["-created_at", "-id"],
                include=("status", *_ASKED_FOR),
                name="game_by_creation",
            ),
            models.Index(
                fields=["status", "-created_at", "-id"],
                include=_ASKED_FOR,
                condition=Q(status__in=["open", "paused"]),
                name="game_by_status",
            ),
            # Not by `last_at`: with a column that every move changes in any index, PostgreSQL could
            # not write the row in place, and would write an entry into every index.
            models.Index(
                fields=["started_at"],
                condition=Q(status="running", time_control_kind="none"),
                name="game_without_deadlines",
            ),
            models.Index(
                fields=["status", "-finished_at", "-id"],
                include=_ASKED_FOR,
                condition=Q(status__in=["finished", "aborted", "expired"]),
                name="game_by_end",
            ),
            models.Index(
                fields=["-created_at", "-id"],
                condition=Q(status="running", free_seats__gt=0),
                name="game_with_a_seat_on_offer",
            ),
            models.Index(
                fields=["resume_at"],
                condition=Q(resume_at__isnull=False),
                name="game_to_resume",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"


class Event(History):
    """One recorded fact. `hash` covers every column but itself and `transaction_id`.

    Its key is what keeps a game's row: there is none without an event.
    """

    pk = models.CompositePrimaryKey("game_id", "version")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, db_index=False, related_name="events")
    version = models.IntegerField()
    type = models.CharField(max_length=40)
    schema_version = models.SmallIntegerField()
    seat = models.SmallIntegerField(null=True)
    cause = models.CharField(max_length=12)
    command = models.UUIDField()
    """Equal for all events of one commit."""
    payload = models.TextField()
    """Canonical JSON (RFC 8785)."""
    salt = models.BinaryField(max_length=32)
    prev_hash = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)
    recorded_at = models.DateTimeField()
    transaction_id = models.BigIntegerField()
    """The feed's epoch above, 48 bits of the cluster's transaction id below (`sql/feed.sql`)."""

    class Meta:
        db_table = "event"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(type__in=["GameFinished", "GameAborted", "GameExpired"]),
                name="event_one_end_a_game",
            )
        ]
        # One column: the feed sorts within a transaction, and an append writes half as much.
        indexes: ClassVar = [models.Index(fields=["transaction_id"], name="event_by_transaction")]

    def __str__(self) -> str:
        return f"{self.type} {self.version}"


class CommandRecord(History):
    """What a command did: a row per idempotency key, and a row per closed decision."""

    class How(models.TextChoices):
        MOVE = "move"
        EXPIRY = "expiry"
        OTHER = "other"

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, db_index=False, db_constraint=False, related_name="commands"
    )
    command = models.UUIDField()
    actor = models.UUIDField(null=True)
    """The account that sent an idempotency key."""
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null: the row is of a decision
    seat = models.SmallIntegerField(null=True)
    opened = models.IntegerField(null=True)
    how = models.CharField(max_length=8, choices=How.choices, null=True)  # noqa: DJ001 - see key
    fingerprint = models.CharField(max_length=64)
    """What the command asked: equal for two copies of it."""
    first_version = models.IntegerField()
    last_version = models.IntegerField()

    class Meta:
        db_table = "command"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "actor", "key"],
                condition=Q(key__isnull=False),
                name="command_one_a_key",
            ),
            models.UniqueConstraint(
                fields=["game", "seat", "opened"],
                name="command_one_closing_a_decision",
            ),
        ]

    def __str__(self) -> str:
        return str(self.command)


class OpenDecision(models.Model):
    """A decision that somebody owes now. The application may update its last four columns only."""

    class Answerer(models.TextChoices):
        PERSON = "person"
        BOT = "bot"
        HOUSE = "house"

    pk = models.CompositePrimaryKey("game_id", "seat")
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        db_index=False,
        db_constraint=False,
        related_name="decisions",
    )
    seat = models.SmallIntegerField()
    opened = models.IntegerField()
    kind = models.CharField(max_length=16)
    answerer = models.CharField(max_length=8, choices=Answerer.choices)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True)
    """The pace of the house: no answer before this time."""
    lease_until = models.DateTimeField(null=True)
    """Until then one worker thinks about it."""
    attempts = models.SmallIntegerField(default=0)
    refusals = models.SmallIntegerField(default=0)

    class Meta:
        db_table = "decision"
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="decision_by_due_time"),
            models.Index(
                fields=["not_before"],
                condition=Q(answerer="house"),
                name="decision_of_the_house",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat} {self.opened}"


class Holder(models.Model):
    """Which account an opaque id in the log stands for, and since when it holds its seat."""

    id = models.UUIDField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, db_index=False, related_name="holders")
    seat = models.SmallIntegerField(null=True)
    """None: the account made the game and only watches it."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="holders"
    )
    since_version = models.IntegerField()
    until_version = models.IntegerField(null=True)

    class Meta:
        db_table = "holder"
        indexes: ClassVar = [
            models.Index(
                fields=["account", "game"],
                condition=Q(until_version__isnull=True),
                name="holder_by_account",
            ),
            models.Index(fields=["game", "seat"], name="holder_by_seat"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class FeedEpoch(models.Model):
    """The one row that says in which cluster transactions count, since when, and how often before.

    `herdbook.begin_epoch` writes it; the application reads it.
    """

    number = models.IntegerField(primary_key=True)
    """The upper bits of each `transaction_id` that is given out now."""
    cluster = models.BigIntegerField()
    """PostgreSQL's `system_identifier`."""
    begun_at = models.DateTimeField()

    class Meta:
        db_table = "feed_epoch"

    def __str__(self) -> str:
        return str(self.number)


class FeedCheckpoint(models.Model):
    """How far a consumer of the feed has come; it moves in the transaction of what it writes."""

    consumer = models.CharField(primary_key=True, max_length=40)
    transaction_id = models.BigIntegerField(default=0)
    """With `game` and `version`, the last event that was handled."""
    game = models.UUIDField(default=uuid.UUID(int=0))
    version = models.IntegerField(default=0)
    handled = models.BigIntegerField(default=0)
    """Events since the beginning or the last reset."""
    ran_at = models.DateTimeField(null=True)
    """The last time it was looked after, to ten seconds."""
    failures = models.SmallIntegerField(default=0)
    """In a row, at this place."""
    retry_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=80, blank=True, default="")
    """The kind of the last failure; its text may hold hidden cards and is not kept."""

    class Meta:
        db_table = "feed_checkpoint"

    def __str__(self) -> str:
        return self.consumer
