"""Tables beside the log that are no history."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class JoinCode(models.Model):
    """What opens a private game to a newcomer; only a hash of it is stored."""

    game = models.UUIDField(primary_key=True)
    code_hash = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()

    class Meta:
        db_table = "join_code"

    def __str__(self) -> str:
        return str(self.game)


class QuickGame(models.Model):
    """A game made, or to be made, for whoever asks for a quick match of one kind.

    Its number is taken before it is made, so that of any number who ask at once one makes it and
    the others sit down in it.
    """

    key = models.CharField(max_length=64)
    """Equal for all that ask for the same: ruleset, seats, options, time control, rated."""
    number = models.IntegerField()
    """From 1, without a hole for each key."""
    game = models.UUIDField(unique=True)

    class Meta:
        db_table = "quick_game"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key", "number"], name="quick_game_one_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.key[:8]} {self.number}"


class DayOfPlay(models.Model):
    """How much was played on one day, in UTC, by one ruleset; counted from the feed."""

    day = models.DateField()
    ruleset = models.CharField(max_length=32)
    created = models.IntegerField(default=0)
    started = models.IntegerField(default=0)
    finished = models.IntegerField(default=0)
    aborted = models.IntegerField(default=0)
    never_started = models.IntegerField(default=0)
    moves_of_people = models.IntegerField(default=0)
    moves_of_bots = models.IntegerField(default=0)
    moves_of_house_bots = models.IntegerField(default=0)
    decisions_expired = models.IntegerField(default=0)
    results_adjudicated = models.IntegerField(default=0)
    """Of games that were over; as those below, on the day of the order."""
    results_annulled = models.IntegerField(default=0)
    results_restored = models.IntegerField(default=0)

    class Meta:
        db_table = "day_of_play"
        verbose_name_plural = "days of play"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "ruleset"], name="day_of_play_one_a_ruleset")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.ruleset}"


class DayOfThought(models.Model):
    """How long the house bots of one strategy have thought on one day, in UTC."""

    day = models.DateField()
    ruleset = models.CharField(max_length=32)
    strategy = models.CharField(max_length=32)
    decisions = models.IntegerField(default=0)
    """That were thought about; one that failed and was tried again counts twice."""
    seconds = models.FloatField(default=0)
    """Of a processor, for all of them together."""
    longest = models.FloatField(default=0)
    """Seconds of a processor that one choice took at most."""

    class Meta:
        db_table = "day_of_thought"
        verbose_name_plural = "days of thought"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "ruleset", "strategy"], name="day_of_thought_one_a_strategy"
            )
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.ruleset} {self.strategy}"


class Outage(models.Model):
    """A time in which the server was away, as the operator has recorded it."""

    began_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField()
    """Every deadline from the one time to the other moves by what lies between them."""
    grace = models.DurationField()
    """And by this, so that people can hear that the server is back."""
    recorded_at = models.DateTimeField()

    class Meta:
        db_table = "outage"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="outage_ends_after_it_began", condition=Q(ended_at__gt=F("began_at"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"


class StandingPlan(models.Model):
    """The standing orders of a seat: private, and no part of the game's log.

    A row is one giving of orders: whoever gives new ones gets another `id`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.UUIDField()
    holder = models.UUIDField()
    """The opaque id of the account that gave them."""
    seat = models.SmallIntegerField()
    orders = models.TextField()
    """As they were sent, as JSON; they name cards of the hand, so they never leave for others."""
    fates = models.TextField()
    """What became of each order, as JSON."""
    since_version = models.IntegerField()
    """The game's version when they were given."""
    given_at = models.DateTimeField()
    ended = models.CharField(max_length=16, blank=True, default="")
    """Why all of it is void; empty while it is not."""
    told_version = models.IntegerField()
    """The newest version of the game that the feed has told of."""
    wake_at = models.DateTimeField(null=True)
    """When it is to be looked at next; null until the game changes."""
    ready_at = models.DateTimeField(null=True)
    """When the free move may be made that was found first at the last looks."""
    lease_until = models.DateTimeField(null=True)
    """Until then one worker follows it, and nobody replaces it."""
    trying = models.TextField(blank=True, default="")
    """The move a worker is about to make, as JSON: so that it is counted, whoever dies."""

    class Meta:
        db_table = "standing_plan"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "holder"], name="standing_plan_one_a_holder")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["wake_at"], condition=Q(wake_at__isnull=False), name="standing_plan_to_wake"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}"


class VacationNews(models.Model):
    """A game that may have to learn of the vacation of an account that sits in it.

    Says only where to look: what holds is looked up when the row is worked off, so that one row
    too many changes nothing.
    """

    game = models.UUIDField()
    account = models.UUIDField()

    class Meta:
        db_table = "vacation_news"
        verbose_name_plural = "vacation news"

    def __str__(self) -> str:
        return f"{self.account} in {self.game}"


class ChatMessage(models.Model):
    """Something that was said about a game. It never changes; only its author can be forgotten."""

    class Room(models.TextChoices):
        PLAYERS = "players"
        SPECTATORS = "spectators"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(
        "store.Game", on_delete=models.PROTECT, db_index=False, related_name="+"
    )
    number = models.IntegerField()
    """In its room, from 1, in the order in which messages can be read."""
    room = models.CharField(max_length=10, choices=Room.choices)
    seat = models.SmallIntegerField(null=True)
    """From which it was said; None: by a spectator."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    """None: the account is no more."""
    alias = models.CharField(max_length=16, blank=True)
    """Under which it is shown then."""
    text = models.CharField(max_length=500)
    at = models.DateTimeField()
    closing = models.BooleanField()
    """Whether it is the one word of a seat behind the end of the game."""
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null: sent without a key

    class Meta:
        db_table = "chat_message"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "room", "number"], name="chat_message_one_a_number"
            ),
            models.UniqueConstraint(
                fields=["game", "author", "key"],
                condition=Q(key__isnull=False),
                name="chat_message_one_a_key",
            ),
            models.UniqueConstraint(
                fields=["game", "seat"],
                condition=Q(closing=True),
                name="chat_message_one_closing_word",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class RefusedMove(models.Model):
    """A move that the rules refused to somebody's bot, whose owner may ask why it lost a decision.

    It is the bot's own text, and may name cards of its hand: only its owner and itself are shown it.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    """The bot."""
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    opened = models.IntegerField()
    """With game and seat it names the decision."""
    number = models.SmallIntegerField()
    """From 1 on; of one decision no more are kept than it takes to lose it."""
    move = models.CharField(max_length=200)
    """As it was sent, cut off where it is longer."""
    code = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        db_table = "refused_move"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "seat", "opened", "number"], name="refused_move_one_a_number"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["at"], name="refused_move_by_age")]

    def __str__(self) -> str:
        return f"{self.game} {self.seat} {self.opened} {self.number}"


class EndedGame(models.Model):
    """A game that is over, and whether it was looked through for signs of playing together."""

    game = models.UUIDField(primary_key=True)
    looked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "ended_game"
        indexes: ClassVar = [
            models.Index(
                fields=["game"], condition=Q(looked_at__isnull=True), name="ended_game_to_look_at"
            )
        ]

    def __str__(self) -> str:
        return str(self.game)


class SignSum(models.Model):
    """Signs of one kind, summed up: of one account towards another, towards all, or of everybody."""

    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """Whose moves they are; None: everybody's."""
    receiver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    """Whom they are about; None: whoever it was."""
    scope = models.CharField(max_length=48)
    """What they can be compared with: ruleset and seats, or the pace of the games."""
    kind = models.CharField(max_length=16)
    count = models.BigIntegerField()
    total = models.FloatField()
    squares = models.FloatField()

    class Meta:
        db_table = "sign_sum"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["giver", "receiver", "scope", "kind"],
                nulls_distinct=False,
                name="sign_sum_one_of_each",
            )
        ]

    def __str__(self) -> str:
        return f"{self.giver_id} {self.receiver_id} {self.scope} {self.kind}"


class Suspicion(models.Model):
    """Two accounts that have played at one table, with how unusual what they did there is.

    It can be worked out anew from the sums; it is kept so that the most unusual come first.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    """The one whose id is the lower."""
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    score = models.FloatField()
    games = models.IntegerField()
    """How many they have played together and to the end."""
    telling = models.JSONField()
    """The moves with the strongest signs, the strongest first; where they stand."""
    scored_at = models.DateTimeField()

    class Meta:
        db_table = "suspicion"
        verbose_name = "signal"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second"], name="suspicion_one_a_pair"),
            models.CheckConstraint(name="suspicion_in_order", condition=Q(first__lt=F("second"))),
        ]
        indexes: ClassVar = [models.Index(fields=["-score", "-id"], name="suspicion_by_score")]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"
