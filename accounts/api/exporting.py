"""What is stored about an account itself, for the account: all of it, and no secret."""

from collections.abc import Collection
from typing import Any

from accounts import feed
from accounts.api.app_shapes import app_output, let_in_output
from accounts.api.outputs import Output, account_output, bot_output, token_output
from accounts.api.sanctions import sanction_output
from accounts.api.webhook_shapes import webhook_output
from accounts.mails.models import Mail
from accounts.models import (
    Account,
    Block,
    CalendarAddress,
    Mute,
    Token,
    Vacation,
)
from accounts.moderation import sanctions
from accounts.networks.models import NetworkUse
from accounts.oauth.selectors import apps_of, let_in_by
from accounts.scopes import Scope
from accounts.times import time_text
from accounts.webhooks.selectors import webhooks_of


def export_of(account: Account, *, scopes: Collection[str]) -> Output:
    """Return it, list by list, the oldest first; of what needs other scopes than these, nothing."""
    calendar = CalendarAddress.objects.filter(account=account).first()
    tokens = Token.objects.select_related("account").filter(account=account)
    hooks = webhooks_of(account).order_by("created_at", "id")
    return {
        "account": account_output(account) | {"role": account.role},
        "bots": [bot_output(bot) for bot in account.bots.order_by("created_at", "id")],
        "tokens": [
            token_output(token)
            | {"of_app": token.of_app, "revoked_at": time_text(token.revoked_at)}
            for token in tokens.order_by("created_at", "id")
        ],
        "apps": [app_output(app) for app in apps_of(account).order_by("created_at", "id")],
        "let_in_apps": [let_in_output(one) for one in let_in_by(account.id)],
        # Their addresses may hold secrets of the receivers.
        "webhooks": [webhook_output(hook) for hook in hooks if Scope.WEBHOOKS_MANAGE in scopes],
        "calendar_since": time_text(calendar.created_at) if calendar else None,
        "blocks": [
            {"name": one.blocked.name, "since": time_text(one.created_at)}
            for one in Block.objects.select_related("blocked").filter(blocker=account)
        ],
        "mutes": [
            {"name": one.muted.name, "since": time_text(one.created_at)}
            for one in Mute.objects.select_related("muted").filter(by=account)
        ],
        "vacations": [_vacation(one) for one in _oldest_first(Vacation, account, "starts_at")],
        "sanctions": [sanction_output(one) for one in sanctions.concerning(account.id)],
        "mails": [
            {"kind": one.kind, "state": one.state, "sent_at": time_text(one.sent_at)}
            for one in _oldest_first(Mail, account, "created_at")
        ],
        "networks": [
            {
                "days": one.days,
                "first_on": one.first_on.isoformat(),
                "last_on": one.last_on.isoformat(),
            }
            for one in _oldest_first(NetworkUse, account, "id")
        ],
        "told": feed.all_of(account.id, scopes=scopes),
    }


def _oldest_first(model: Any, account: Account, by: str) -> Any:
    return model.objects.filter(account=account).order_by(by).iterator()


def _vacation(one: Vacation) -> Output:
    return {
        "starts_at": time_text(one.starts_at),
        "ends_at": time_text(one.ends_at),
        "begun_at": time_text(one.begun_at),
        "ended_at": time_text(one.ended_at),
    }
