"""Browsers in which somebody of the staff is logged in."""

from typing import Any

from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY

from accounts.authenticators import Authenticator, new_key
from accounts.models import Account
from accounts.moderation.roles import Role
from tests.canary import dashboard
from tests.moderation import staff


class Browser(Client):
    """Somebody of the staff, past both factors."""

    def __init__(self, account: Account) -> None:
        super().__init__()
        self.account = account
        self.force_login(account)
        device, _ = Authenticator.objects.get_or_create(
            user=account, confirmed=True, defaults={"key": new_key()}
        )
        session = self.session
        session[DEVICE_ID_SESSION_KEY] = device.persistent_id
        session.save()

    def request(self, **asked: Any) -> Any:
        """Ask for a page, and report what its reader may not know."""
        response = super().request(**asked)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            path = response.wsgi_request.path
            dashboard.search(path, account=self.account.id, content=response.content)
        return response

    def page(self, path: str) -> str:
        """Return the text of a page of the dashboard."""
        response = self.get(f"/admin/{path}")
        assert response.status_code == 200, (response.status_code, response.content[:500])
        return response.content.decode()


def browser(role: Role = Role.ADMINISTRATOR) -> Browser:
    """Open the account of somebody with a role, and log them in."""
    return Browser(Account.objects.get(name=staff.open_staff(role).name))
