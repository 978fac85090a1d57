"""The account that asks: what it says of itself, and its end."""

import re
from functools import cache
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import shown_names
from accounts.api.accounts import LONGEST_PASSWORD, check_email
from accounts.api.addresses import client_address
from accounts.api.base import ApiView, account_of, refuse_app
from accounts.api.describing import Operation
from accounts.api.inputs import (
    Nothing,
    StrictFlag,
    StrictInput,
    StrictText,
    StrictWhole,
    read_body,
    refuse,
)
from accounts.api.outputs import account_output
from accounts.api.shapes import Account
from accounts.notifications import CHOICES, DIGEST_HOUR
from accounts.scopes import Scope
from accounts.selectors import whole_account
from accounts.services import erasure
from accounts.services.log_in import prove
from accounts.services.profile import change_profile

_DAY_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)
_DAY = 24 * 60


def check_visible(text: str) -> None:
    """Raise `ValidationError` for a text that would not be seen as it is."""
    if (fault := shown_names.hidden_fault_of(text)) is not None:
        raise ValidationError(fault)


def check_shown_name(text: str) -> None:
    """Raise `ValidationError` for a name that could be taken for another."""
    if (fault := shown_names.fault_of(text)) is not None:
        raise ValidationError(fault)


def check_zone(name: str) -> None:
    """Raise `ValidationError` unless it is the IANA name of a time zone."""
    if name not in _zones():
        raise ValidationError("This is no time zone; one is named like Europe/Vienna.")


@cache
def _zones() -> set[str]:
    return available_timezones()


class NotificationsInput(StrictInput):
    def get_fields(self) -> dict[str, StrictFlag | StrictWhole]:  # type: ignore[override]  # one field a choice
        return {
            **{name: StrictFlag(required=False) for name in CHOICES},
            DIGEST_HOUR: StrictWhole(required=False, min_value=0, max_value=23),
        }


class DayTime(StrictText):
    """A time of the day, as `07:30`."""

    default_error_messages: ClassVar = {"no_time": "This must be a time from 00:00 to 23:59."}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not _DAY_TIME.fullmatch(text):
            self.fail("no_time")
        return text


class QuietHoursInput(StrictInput):
    begin = DayTime()
    end = DayTime()

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        length = (_minutes(attrs["end"]) - _minutes(attrs["begin"])) % _DAY
        if not 0 < length <= _DAY // 2:
            raise ValidationError("Quiet hours take from a minute to twelve hours.")
        return attrs


def _minutes(day_time: str) -> int:
    hours, minutes = day_time.split(":")
    return int(hours) * 60 + int(minutes)


class ProfileInput(StrictInput):
    display_name = StrictText(
        required=False, allow_null=True, max_length=40, validators=[check_shown_name]
    )
    time_zone = StrictText(required=False, validators=[check_zone])
    quiet_hours = QuietHoursInput(required=False, allow_null=True)
    notifications = NotificationsInput(required=False)
    email = StrictText(required=False, allow_null=True, max_length=254, validators=[check_email])
    password = StrictText(
        required=False,
        max_length=LONGEST_PASSWORD,
        help_text="Needed to change the address, with which the password can be reset.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "email" in attrs and "password" not in attrs:
            refuse("password", "Another address needs your password.")
        if "password" in attrs and "email" not in attrs:
            refuse("password", "Only an address needs it; PUT /me/password changes it.")
        return attrs

    def validate_email(self, text: str | None) -> str:
        return text or ""

    def validate_display_name(self, text: str | None) -> str:
        return text or ""


class MeView(ApiView):
    scopes: ClassVar = {
        "GET": Scope.ACCOUNT_READ,
        "PATCH": Scope.ACCOUNT_WRITE,
        "DELETE": Scope.ACCOUNT_WRITE,
    }
    operations: ClassVar = {
        "GET": Operation("get_account", "Your account", answers={200: Account}),
        "PATCH": Operation(
            "change_account",
            "Change your account",
            "Another mail address needs the password, and is to be confirmed before it gets mails.",
            bodies=(ProfileInput,),
            examples={
                "a zone": {"time_zone": "Europe/Vienna"},
                "quiet nights": {"quiet_hours": {"begin": "22:00", "end": "07:00"}},
                "another address": {"email": "a@example.org", "password": "three cows in a row"},
                "mails": {"notifications": {"your_turn": True, "digest": True, "digest_hour": 7}},
            },
            answers={200: Account},
            refusals=("wrong_password", "not_for_apps"),
        ),
        "DELETE": Operation(
            "delete_account",
            "Delete your account",
            "All tokens die at once; an alias stands in its games.",
            answers={204: None},
            refusals=("not_for_apps",),
        ),
    }

    def get(self, request: Request) -> Response:
        return Response(account_output(whole_account(account_of(request))))

    def patch(self, request: Request) -> Response:
        changes = read_body(request, ProfileInput)
        password, proved = changes.pop("password", None), None
        address = client_address(request)
        if "email" in changes:
            refuse_app(request)
            whole = whole_account(account_of(request))
            proved = prove(whole, password=password, address=address)
        account = change_profile(
            account_of(request), changes=changes, proved=proved, asked_from=address
        )
        return Response(account_output(account))

    def delete(self, request: Request) -> Response:
        read_body(request, Nothing)
        refuse_app(request)
        erasure.erase(whole_account(account_of(request)), now=timezone.now())
        return Response(status=204)
