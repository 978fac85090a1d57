"""Accounts, their tokens, and what else is kept about them."""

import uuid
from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from accounts import authenticators as _of_factors  # noqa: F401 - Django finds them here
from accounts.browser_sessions import models as _of_browsers  # noqa: F401 - and these
from accounts.mails import models as _of_mails  # noqa: F401 - and these
from accounts.moderation import case_models as _of_cases  # noqa: F401 - and these
from accounts.moderation import models as _of_moderation  # noqa: F401 - and these
from accounts.moderation.roles import STAFF_ROLES, Role
from accounts.networks import models as _of_networks  # noqa: F401 - and these
from accounts.oauth import models as _of_oauth  # noqa: F401 - and these
from accounts.oauth.ending import revoked_with_it
from accounts.webhooks import models as _of_webhooks  # noqa: F401 - and these


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(name=username)


class Account(AbstractBaseUser, PermissionsMixin):
    """Somebody who may play: a person, or a program."""

    class Kind(models.TextChoices):
        PERSON = "person"
        BOT = "bot"

    class Accepts(models.TextChoices):
        """Whose invitations a bot takes."""

        EVERYBODY = "everybody"
        NOBODY = "nobody"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(
        max_length=32,
        unique=True,
        db_collation="C",
        validators=[RegexValidator(r"\A[a-z0-9_-]{3,32}\Z", "Use 3 to 32 of a-z 0-9 - _.")],
    )
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    sandbox = models.BooleanField(default=False)
    """A throw-away bot that plays casual games until `expires_at`."""
    owner = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="bots"
    )
    """Whose program it is; every bot but a sandbox has one."""
    email = models.EmailField(max_length=254, blank=True)
    email_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When somebody who reads the mails to this address said so; until then it gets no other."""
    display_name = models.CharField(max_length=40, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    """An IANA name."""
    quiet_hours = models.JSONField(null=True, blank=True)
    """`{"begin": "22:00", "end": "07:00"}` in the time zone above: no deadline falls into them."""
    notifications = models.JSONField(default=dict, blank=True)
    """What was chosen; `accounts.notifications` knows the rest."""
    digest_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the next digest is due; null for who wants none."""
    description = models.CharField(max_length=280, blank=True)
    """What a bot says of itself."""
    accepts = models.CharField(max_length=12, choices=Accepts.choices, default=Accepts.EVERYBODY)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    staff_role = models.CharField(
        max_length=16,
        choices=[(str(role), role.capitalize()) for role in STAFF_ROLES],
        blank=True,
        default="",
        db_default="",
    )
    """What it was granted; `role` says it of every account."""
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False)
    unrated_until = models.DateTimeField(null=True, blank=True, editable=False)
    """What sanctions keep it from; written by `accounts.moderation.restrictions` alone."""
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its end was asked for; the row goes as soon as nothing refers to it any more."""

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = AccountManager()

    class Meta:
        db_table = "account"
        constraints = [
            models.CheckConstraint(
                name="account_sandbox_is_a_bot_that_ends",
                condition=Q(sandbox=False) | Q(kind="bot", expires_at__isnull=False),
            ),
            models.CheckConstraint(
                name="account_owner_is_of_a_bot",
                condition=Q(owner__isnull=True) | Q(kind="bot", sandbox=False),
            ),
            models.CheckConstraint(
                name="account_staff_role_is_of_a_person",
                condition=Q(staff_role="") | Q(kind="person", is_staff=True),
            ),
        ]
        indexes = [
            models.Index(
                fields=["erased_at"],
                condition=Q(erased_at__isnull=False),
                name="account_being_erased",
            ),
            models.Index(Lower("email"), condition=~Q(email=""), name="account_by_email"),
            models.Index(
                fields=["digest_at"],
                condition=Q(digest_at__isnull=False),
                name="account_digest_due",
            ),
            models.Index(
                fields=["created_at"], condition=Q(sandbox=False), name="account_by_birth"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def role(self) -> Role:
        """What it is to the server; `accounts.moderation.roles` says what that permits."""
        if self.kind == Account.Kind.BOT:
            return Role.BOT
        return Role(self.staff_role) if self.staff_role else Role.PLAYER


class Token(models.Model):
    """A key to the API. Only a hash of its secret is stored, so a copy of the table opens nothing."""

    id = models.CharField(primary_key=True, max_length=16, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=64)
    secret_hash = models.BinaryField(max_length=32)
    """SHA-256 of the secret part."""
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField()
    """To the minute, so that a busy token is not written with each request; at first its birth."""
    of_app = models.BooleanField(default=False)
    """Whether an app was given it by OAuth, instead of somebody by the account itself."""
    access = models.OneToOneField(
        "oauth2_provider.AccessToken",
        on_delete=revoked_with_it,
        null=True,
        related_name="key",
    )
    """What the toolkit knows of an app's token, as long as it is good."""
    app_rests_until: datetime | None = None
    """Until when the app that holds it may do nothing, since its author may not; `bearers` reads it."""

    class Meta:
        db_table = "token"
        indexes: ClassVar = [
            models.Index(
                fields=["expires_at"], condition=Q(expires_at__isnull=False), name="token_by_end"
            ),
            models.Index(fields=["last_used_at"], include=["account"], name="token_by_use"),
        ]

    def __str__(self) -> str:
        return f"{self.label} ({self.id})"


class Block(models.Model):
    """One account keeps another from its games."""

    blocker = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField()

    class Meta:
        db_table = "block"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_one_a_pair"),
            models.CheckConstraint(name="block_is_of_another", condition=~Q(blocker=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"


class Mute(models.Model):
    """An account whose messages somebody does not want to read."""

    muted = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="mutes_of_it")
    by = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="mutes")
    created_at = models.DateTimeField()

    class Meta:
        db_table = "mute"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["muted", "by"], name="mute_one_a_pair"),
            models.CheckConstraint(name="mute_is_of_another", condition=~Q(muted=F("by"))),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} {self.muted_id}"


class IdempotencyKey(models.Model):
    """A key sent to make something, and the id of what it stands for; kept for a day.

    The id is fixed before the thing is made, so that of two copies of a request, whoever dies in
    between, only one makes it.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    route = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    made = models.UUIDField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "idempotency"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "route", "key"], name="idempotency_one_a_key"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="idempotency_by_age")]

    def __str__(self) -> str:
        return f"{self.route} {self.key}"


class AccountEvent(models.Model):
    """Something an account was told, at a place in its feed that never changes.

    Written by `accounts.services.telling` alone.
    """

    sequence = models.BigAutoField(primary_key=True)
    """Later events have greater ones, for all accounts together, in the order of commits."""
    # No foreign key in the database: it would lock the account's row for whoever tells many
    # accounts something, and an event that is left behind is deleted with its month.
    account = models.ForeignKey(
        Account,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="events",
    )
    type = models.CharField(max_length=40)
    at = models.DateTimeField()
    """When it happened."""
    told_at = models.DateTimeField()
    """When it was written here."""
    data = models.JSONField()
    """Ids, versions and times; no cards, and nothing that somebody wrote."""
    dedupe = models.CharField(max_length=100)

    class Meta:
        db_table = "account_event"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "dedupe"], name="account_event_told_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["account", "sequence"], name="account_event_by_account")
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.sequence}"


class Vacation(models.Model):
    """A time in which an account plays nothing; its clocks stand still where a game allows it.

    `accounts.vacations` says what it costs. A planned one that was called off leaves no row.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    """As it was asked for, also of one that was ended earlier."""
    begun_at = models.DateTimeField(null=True)
    """When it was noticed that it has begun, and everybody concerned was put on the list."""
    ended_at = models.DateTimeField(null=True)
    """When it was over, be it because somebody ended it."""

    class Meta:
        db_table = "vacation"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account"],
                condition=Q(ended_at__isnull=True),
                name="vacation_one_at_a_time",
            ),
            models.CheckConstraint(
                name="vacation_ends_after_its_start", condition=Q(ends_at__gt=F("starts_at"))
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["account", "starts_at"], name="vacation_by_account"),
            models.Index(
                fields=["starts_at"],
                condition=Q(begun_at__isnull=True, ended_at__isnull=True),
                name="vacation_to_begin",
            ),
            models.Index(
                fields=["ends_at"],
                condition=Q(begun_at__isnull=False, ended_at__isnull=True),
                name="vacation_to_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.starts_at:%Y-%m-%d}"


class CalendarAddress(models.Model):
    """The secret address of an account's calendar. Only a hash of it is stored."""

    account = models.OneToOneField(
        Account, on_delete=models.CASCADE, primary_key=True, related_name="calendar"
    )
    secret_hash = models.BinaryField(max_length=32, unique=True)
    """SHA-256 of the secret part."""
    created_at = models.DateTimeField()

    class Meta:
        db_table = "calendar_address"
        verbose_name_plural = "calendar addresses"

    def __str__(self) -> str:
        return str(self.account_id)
