"""What requests about games may say."""

import re
from datetime import date
from typing import Any, ClassVar

from rest_framework import serializers

from accounts.api.inputs import (
    PageQuery,
    QueryWhole,
    StrictChoice,
    StrictFlag,
    StrictInput,
    StrictObject,
    StrictText,
    StrictWhole,
    how_many,
)
from accounts.api.streaming import StreamQuery, after_field
from games.engine.game import Status
from games.engine.replay_file import FORMAT
from games.selectors.turn_lists import TurnOrder

_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
STATUSES = [str(status) for status in Status]
OF_STATUS = "Only games that stand so."
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class HexText(StrictText):
    """32 bytes as 64 hex digits; capitals are none, so that each value has one text."""

    default_error_messages: ClassVar = {"no_hex": "This must be 64 hex digits (0-9, a-f)."}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not _HEX.fullmatch(text):
            self.fail("no_hex")
        return text


class SeatInput(StrictInput):
    kind = StrictChoice(choices=["me", "open", "house", "invite"])
    strategy = StrictText(max_length=32, required=False)
    account = StrictText(max_length=32, required=False)
    commitment = HexText(required=False)


class GameInput(StrictInput):
    ruleset = StrictText(max_length=32)
    seats = serializers.ListField(child=SeatInput(), min_length=1, max_length=10)
    options = StrictObject(required=False)
    time_control = StrictObject(required=False)
    rated = StrictFlag(required=False, default=False)
    private = StrictFlag(required=False, default=False)


class QuickMatchInput(StrictInput):
    ruleset = StrictText(max_length=32)
    seats = StrictWhole(min_value=1, max_value=10)
    options = StrictObject(required=False)
    time_control = StrictObject(required=False)
    rated = StrictFlag(required=False, default=False)


class JoinInput(StrictInput):
    seat = StrictWhole(required=False, min_value=0, max_value=9)
    code = StrictText(max_length=64, required=False)
    commitment = HexText(required=False)


class StrictRows(serializers.ListField):
    """A list of objects, read further by whoever owns its meaning: a field each took too long."""

    child = StrictObject()

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        return data


class ReplayInput(StrictInput):
    format = StrictChoice(choices=[FORMAT])
    ruleset = StrictText(max_length=32)
    rules_version = StrictWhole(min_value=1, max_value=2**15 - 1)
    seats = StrictWhole(min_value=1, max_value=10)
    options = StrictObject()
    shuffles = StrictRows()
    moves = StrictRows()
    events = StrictRows()
    result = StrictObject()
    position_hash = StrictText(max_length=64, required=False, allow_null=True)
    # What a replay also says, and nobody believes.
    holders = serializers.ListField(required=False, max_length=1000)
    id = StrictText(max_length=64, required=False)
    names = serializers.ListField(required=False, max_length=10)
    pack = serializers.ListField(required=False, max_length=1000)
    proof = StrictObject(required=False)


class OfferInput(StrictInput):
    account = StrictText(max_length=32, required=False)


class InvitationInput(StrictInput):
    accept = StrictFlag()
    commitment = HexText(required=False)


class UndoInput(StrictInput):
    consent = StrictFlag(required=False, default=True)
    to_version = StrictWhole(required=False, min_value=1, max_value=2**31 - 1)


class EntropyInput(StrictInput):
    entropy = HexText()


class MoveInput(StrictInput):
    # Any text: what is no move or no decision of the game is refused by the game.
    move = StrictText(allow_blank=True)
    decision = StrictText(allow_blank=True, required=False)


class PlanInput(StrictInput):
    # What an order may say depends on the ruleset, so it is read by the engine.
    orders = StrictRows(help_text="Tried in their order; the first that fits is followed.")
    decision = StrictText(
        required=False, allow_blank=True, help_text="The decision that you owe, if they are for it."
    )
    version = StrictWhole(
        required=False, min_value=1, max_value=2**31 - 1, help_text="Of the game as you see it."
    )


class QueryFlag(serializers.Field[bool, str, bool, Any]):
    """`true` or `false` in a query."""

    default_error_messages: ClassVar = {"invalid": "This must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if data not in {"true", "false"}:
            self.fail("invalid")
        return bool(data == "true")


class PlayerGamesQuery(PageQuery):
    status = StrictChoice(choices=STATUSES, required=False, help_text=OF_STATUS)
    ruleset = serializers.CharField(
        required=False, max_length=32, help_text="Only games of this ruleset."
    )
    open = QueryFlag(required=False, help_text="Only games with a free seat, or with none.")
    rated = QueryFlag(required=False, help_text="Only rated games, or only others.")
    seats = QueryWhole(
        required=False, min_value=1, max_value=10, help_text="Only games for so many."
    )
    free = QueryWhole(
        required=False,
        min_value=1,
        max_value=10,
        help_text="Only games that have not started, with at least so many free seats.",
    )
    offered = QueryFlag(
        required=False,
        help_text="Only games in play with a seat that anybody may take over, or without one.",
    )
    time_control = serializers.CharField(
        required=False, max_length=12, help_text="Only games of this kind of clock: `per_move`."
    )


class GamesQuery(PlayerGamesQuery):
    player = serializers.CharField(
        required=False, max_length=32, help_text="Only games in which this account holds a seat."
    )
    mine = QueryFlag(
        required=False, help_text="Only games in which you have a part, or only others."
    )


class TurnsQuery(PageQuery):
    # More than other lists: who has lost everything gets all they owe with one request.
    limit = how_many("items", most=500)
    sort = StrictChoice(
        choices=[str(one) for one in TurnOrder],
        required=False,
        default=str(TurnOrder.DEADLINE),
        help_text="The nearest deadline first, or what has been waiting longest.",
    )


class MyGamesQuery(PageQuery):
    status = StrictChoice(choices=STATUSES, required=False, help_text=OF_STATUS)


class NextTurnQuery(StrictInput):
    after = serializers.CharField(
        required=False, max_length=64, help_text="The id of a decision: the next one behind it."
    )


class QueryDay(serializers.DateField):
    """A day in a query, as `2026-11-30` and in no other form of ISO 8601."""

    default_error_messages: ClassVar = {"invalid": "This must be a day, such as 2026-11-30."}

    def to_internal_value(self, value: Any) -> date:
        if not _DAY.fullmatch(value):
            self.fail("invalid")
        return super().to_internal_value(value)


class HeadsQuery(PageQuery):
    day = QueryDay(help_text="The day (UTC) on which the games ended.")


def _behind(help_text: str) -> QueryWhole:
    """Return the parameter that says behind which number a list begins: by default at its start."""
    return QueryWhole(
        required=False, default=0, min_value=0, max_value=2**31 - 1, help_text=help_text
    )


class EventsQuery(StrictInput):
    after = _behind("The version behind which to begin.")
    limit = how_many("events")


class ChatInput(StrictInput):
    text = StrictText(max_length=500)


class ChatQuery(StrictInput):
    room = StrictChoice(
        choices=["players", "spectators"],
        required=False,
        help_text="Yours, unless you say another.",
    )
    after = _behind("The number of a message, behind which to begin.")
    limit = how_many("messages")


class GameStreamQuery(StreamQuery):
    cursor_form = "^[0-9]{1,9}$"
    after = after_field(cursor_form)


class MyStreamQuery(StreamQuery):
    cursor_form = "^[0-9a-f]{12}-[0-9a-f]{8}$"
    after = after_field(cursor_form)


class ReplayQuery(StrictInput):
    seat = QueryWhole(
        required=False, min_value=0, max_value=9, help_text="Show only what this seat was shown."
    )
