"""The deadlines of an account as a calendar, and the secret address of it.

Programs for calendars send no token, so the address itself is what opens it. It is taken out of the
request before anything could log it (`config.middleware.SecretAddressMiddleware`).
"""

from typing import ClassVar

from django.http import Http404, HttpResponse
from icalendar import Calendar, Event
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import secret_addresses
from accounts.api.base import ApiView, account_of, refuse_app, refuse_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, read_body
from accounts.scopes import Scope
from accounts.services import calendars
from accounts.times import time_text
from games.api.inbox_shapes import CalendarAddress, CalendarState
from games.selectors.calendars import deadlines_of
from games.store import clock

MEDIA_TYPE = "text/calendar"
SECONDS = 300
"""For how long a reader may keep a calendar; programs ask every quarter of an hour or less."""


class MyCalendarView(ApiView):
    scopes: ClassVar = {
        "GET": Scope.ACCOUNT_READ,
        "POST": Scope.ACCOUNT_WRITE,
        "DELETE": Scope.ACCOUNT_WRITE,
    }
    operations: ClassVar = {
        "GET": Operation(
            "get_calendar_state",
            "Whether your calendar can be read, and since when",
            answers={200: CalendarState},
        ),
        "POST": Operation(
            "create_calendar_address",
            "Make a secret address of your calendar, for a program that shows calendars",
            "Whoever knows it can read your deadlines, and nothing else. It is shown once; the one "
            "before opens nothing any more.",
            answers={201: CalendarAddress},
            refusals=("not_for_apps",),
            key=Key.REFUSED,
        ),
        "DELETE": Operation(
            "delete_calendar_address",
            "Let no address open your calendar any more",
            answers={204: None},
        ),
    }

    def get(self, request: Request) -> Response:
        since = calendars.address_since(account_of(request).id)
        return Response({"active": since is not None, "created_at": time_text(since)})

    def post(self, request: Request) -> Response:
        refuse_key(request)
        read_body(request, Nothing)
        refuse_app(request)
        secret = calendars.renew(account_of(request).id, now=clock.now())
        address = request.build_absolute_uri(f"/api/v1/calendar/{secret}.ics")
        return Response({"address": address}, status=201)

    def delete(self, request: Request) -> Response:
        read_body(request, Nothing)
        calendars.take_back(account_of(request).id)
        return Response(status=204)


class CalendarView(ApiView):
    """The calendar itself; an address that was never made is like one that was taken back."""

    operations: ClassVar = {
        "GET": Operation(
            "get_calendar",
            "The deadlines of what an account owes, as iCalendar",
            "Names of games and deadlines only. It is to be had under the secret address that "
            "`POST /me/calendar` gives.",
            answers={200: MEDIA_TYPE},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, address: str) -> HttpResponse:
        secret = secret_addresses.secret_of(request)
        account = calendars.opened_by(secret, now=clock.now())
        if account is None:
            raise Http404
        calendar = Calendar()
        calendar.add("version", "2.0")
        calendar.add("prodid", "-//Herdbook//Deadlines//EN")
        calendar.add("x-wr-calname", "Herdbook")
        for deadline in deadlines_of(account):
            event = Event()
            event.add("uid", deadline.uid)
            event.add("summary", f"{deadline.title}: your move is due")
            event.add("dtstamp", deadline.opened_at)
            event.add("dtstart", deadline.due_at)
            event.add("dtend", deadline.due_at)
            event.add("transp", "TRANSPARENT")
            calendar.add_component(event)
        return HttpResponse(
            calendar.to_ical(),
            content_type=f"{MEDIA_TYPE}; charset=utf-8",
            headers={"Cache-Control": f"private, max-age={SECONDS}"},
        )
