"""The vacation of the account that asks."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of
from accounts.api.describing import Operation
from accounts.api.inputs import Nothing, StrictInput, StrictMoment, read_body, refuse
from accounts.api.outputs import vacation_output
from accounts.api.shapes import OwnVacation
from accounts.errors import BadVacationError
from accounts.scopes import Scope
from accounts.selectors import whole_account
from accounts.services.vacations import balance, unfinished
from games.services import vacations
from games.store import clock


class VacationInput(StrictInput):
    starts_at = StrictMoment(required=False, allow_null=True)
    ends_at = StrictMoment()


class VacationView(ApiView):
    scopes: ClassVar = {
        "GET": Scope.ACCOUNT_READ,
        "PUT": Scope.ACCOUNT_WRITE,
        "DELETE": Scope.ACCOUNT_WRITE,
    }
    operations: ClassVar = {
        "GET": Operation(
            "get_vacation",
            "Your vacation, and how much of it you have left",
            answers={200: OwnVacation},
        ),
        "PUT": Operation(
            "take_vacation",
            "Go on vacation, or plan to",
            "Without `starts_at` it begins now. It lasts 24 hours at least and your balance at "
            "most, and stops your clocks in the games whose time control allows that. It takes "
            "the place of one that you had planned.",
            bodies=(VacationInput,),
            examples={
                "from now on": {"ends_at": "2026-12-24T08:00:00Z"},
                "planned": {"starts_at": "2026-12-20T18:00:00Z", "ends_at": "2027-01-06T08:00:00Z"},
            },
            answers={200: OwnVacation},
            refusals=("vacation_running", "vacation_balance_exhausted"),
        ),
        "DELETE": Operation(
            "end_vacation",
            "End your vacation, or call a planned one off",
            "What is left of it goes back to your balance, but for the first 24 hours. Your clocks "
            "run on where they stopped.",
            answers={204: None},
        ),
    }

    def get(self, request: Request) -> Response:
        return Response(_own_vacation(request))

    def put(self, request: Request) -> Response:
        body = read_body(request, VacationInput)
        try:
            vacations.go_on_vacation(
                account=account_of(request).id,
                starts_at=body.get("starts_at"),
                ends_at=body["ends_at"],
            )
        except BadVacationError as refusal:
            refuse(refusal.field, str(refusal))
        return Response(_own_vacation(request))

    def delete(self, request: Request) -> Response:
        read_body(request, Nothing)
        vacations.end_vacation(account=account_of(request).id)
        return Response(status=204)


def _own_vacation(request: Request) -> dict[str, Any]:
    account, now = whole_account(account_of(request)), clock.now()
    vacation = unfinished(account.id)
    return {
        "balance": int(balance(account, at=now).total_seconds()),
        "vacation": vacation_output(vacation),
    }
