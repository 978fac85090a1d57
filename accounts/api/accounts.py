"""Opening accounts, without a token: for people, and throw-away bots."""

from typing import Any, ClassVar

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import names, rulesets
from accounts.api.addresses import client_address
from accounts.api.base import ApiView, refuse_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import StrictInput, StrictText, read_body, refuse
from accounts.api.outputs import account_output
from accounts.api.shapes import OpenedAccount
from accounts.models import Account
from accounts.networks import noting
from accounts.services import opening
from accounts.services.issuing import Issued

LONGEST_PASSWORD = 256
"""Characters; whoever wants more gains nothing, and hashing costs."""


_is_address = EmailValidator(allowlist=[])
"""Django's own lets `localhost` pass as a domain."""


def check_email(address: str) -> None:
    """Raise `ValidationError` for what is no address, or one that no mail can be sent to.

    Nor may it lead to the server's own machine, or to a machine by its number: mails would then
    knock where nobody outside can.
    """
    _is_address(address)
    if address.endswith("]"):
        raise ValidationError("Name a domain, not the number of a machine.")
    try:
        address.rpartition("@")[2].encode("idna")
    except UnicodeError:
        raise ValidationError("There is no such domain.") from None


def check_password(password: str, account: Account, *, field: str = "password") -> None:
    """Refuse a password that is too easy to guess for this account."""
    try:
        validate_password(password, account)
    except ValidationError as fault:
        refuse(field, " ".join(fault.messages))


class NameInput(StrictInput):
    name = StrictText()

    def validate_name(self, name: str) -> str:
        if (fault := names.fault_of(name)) is not None:
            raise ValidationError(fault)
        return name


class AccountInput(NameInput):
    password = StrictText(max_length=LONGEST_PASSWORD)
    email = StrictText(max_length=254, required=False, validators=[check_email])

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_password(attrs["password"], Account(name=attrs["name"]))
        return attrs


class AccountsView(ApiView):
    """Sign up."""

    operations: ClassVar = {
        "POST": Operation(
            "create_account",
            "Open the account of a person",
            bodies=(AccountInput,),
            examples={"somebody": {"name": "alice", "password": "correct horse battery staple"}},
            answers={201: OpenedAccount},
            refusals=("name_taken",),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        body = read_body(request, AccountInput)
        address = client_address(request)
        issued = opening.sign_up(
            name=body["name"],
            password=body["password"],
            email=body.get("email", ""),
            address=address,
            now=timezone.now(),
        )
        noting.note(issued.token.account_id, address, now=timezone.now())
        return _opened(issued)


class SandboxInput(StrictInput):
    ruleset = StrictText(max_length=32, required=False)

    def validate_ruleset(self, slug: str) -> str:
        if not rulesets.is_offered(slug):
            raise ValidationError(
                f"There is no ruleset {slug!r}. GET /api/v1/rulesets lists those there are."
            )
        return slug


class SandboxView(ApiView):
    """Open a throw-away bot account, without sign-up."""

    operations: ClassVar = {
        "POST": Operation(
            "create_sandbox",
            "Open a throw-away bot, without sign-up",
            "It lives for 24 hours and plays casual games. With its token you can play at once. "
            "`ruleset` says what you mean to play, and binds to nothing.",
            bodies=(SandboxInput,),
            examples={"a bot": {}, "a bot for Mow": {"ruleset": "mow"}},
            answers={201: OpenedAccount},
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        read_body(request, SandboxInput)
        return _opened(opening.open_sandbox(now=timezone.now()))


def _opened(issued: Issued) -> Response:
    account = account_output(issued.token.account)
    return Response({"token": issued.text, "account": account}, status=201)
