"""How accounts and tokens are shown, field by field."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import QuerySet
from rest_framework.response import Response

from accounts import notifications, pages
from accounts.api.inputs import refuse
from accounts.models import Account, Token, Vacation
from accounts.moderation.case_models import Report
from accounts.moderation.models import Sanction
from accounts.oauth.models import App
from accounts.services.issuing import Issued
from accounts.times import time_text
from accounts.webhooks.models import Webhook, WebhookDelivery

Output = dict[str, Any]
Row = TypeVar("Row", Account, Token, Webhook, WebhookDelivery, Sanction, Report, App)


def account_output(account: Account) -> Output:
    """Return what an account is told about itself."""
    return {
        "name": account.name,
        "kind": account.kind,
        "sandbox": account.sandbox,
        "owner": account.owner.name if account.owner else None,
        "display_name": account.display_name or None,
        "email": account.email or None,
        "email_confirmed": account.email_confirmed_at is not None,
        "time_zone": account.time_zone,
        "quiet_hours": account.quiet_hours,
        "notifications": notifications.chosen(account.notifications),
        "created_at": time_text(account.created_at),
        "expires_at": time_text(account.expires_at),
    }


def player_output(account: Account) -> Output:
    """Return what everybody may know about an account."""
    return {
        "name": account.name,
        "display_name": account.display_name or None,
        "kind": account.kind,
        "owner": account.owner.name if account.owner else None,
        "created_at": time_text(account.created_at),
    }


def vacation_output(vacation: Vacation | None) -> Output | None:
    """Return a vacation that is running or planned, as everybody may see it."""
    if vacation is None:
        return None
    return {
        "starts_at": time_text(vacation.starts_at),
        "ends_at": time_text(vacation.ends_at),
    }


def bot_output(bot: Account) -> Output:
    """Return what a bot's owner is told about it."""
    return {
        **player_output(bot),
        "description": bot.description,
        "accepts": bot.accepts,
        "disabled": not bot.is_active,
    }


def token_output(token: Token) -> Output:
    """Return a token without what opens it."""
    return {
        "id": token.id,
        "account": token.account.name,
        "label": token.label,
        "scopes": token.scopes,
        "created_at": time_text(token.created_at),
        "expires_at": time_text(token.expires_at),
        "last_used_at": time_text(token.last_used_at),
    }


def secret_response(issued: Issued) -> Response:
    """Answer with a new token; its secret is shown here and never again."""
    return Response({"token": issued.text, **token_output(issued.token)}, status=201)


def check_cursor(query: dict[str, Any]) -> None:
    """Refuse a cursor that no list has given, before anything is looked up."""
    cursor = query.get("cursor")
    if cursor is not None and not pages.is_cursor(cursor):
        refuse("cursor", "This is no cursor of this list.")


def page_response(
    rows: "QuerySet[Row]", query: dict[str, Any], *, show: Callable[[Row], Output]
) -> Response:
    """Answer with a page of a list."""
    try:
        page = pages.page_of(rows, limit=query["limit"], cursor=query.get("cursor"))
    except pages.BadCursorError:
        refuse("cursor", "This is no cursor of this list.")
    return Response({"items": [show(row) for row in page.items], "next": page.next})
