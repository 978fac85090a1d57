"""The calls about apps: `client.apps`, those registered by this account and those it has let in."""

from collections.abc import Mapping, Sequence
from functools import partial

from herdbook.answers import Page
from herdbook.apps import App, LetInApp
from herdbook.bodies import items_of, nothing_of, page_of, value_of
from herdbook.call import Call, Repeat, given, path
from herdbook.endpoint import endpoint


class AppCalls:
    """Apps that ask people to let them act for them."""

    @endpoint
    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Call[Page[App]]:
        """List those that this account has registered, without their secrets."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", "/apps", partial(page_of, App), params=params)

    @endpoint
    def create(
        self,
        name: str,
        *,
        redirect_uris: Sequence[str] = (),
        device_flow: bool = False,
        confidential: bool = False,
        homepage: str | None = None,
    ) -> Call[App]:
        """Register one; the secret of a confidential one is shown this once."""
        body = given(
            name=name,
            redirect_uris=[*redirect_uris],
            device_flow=device_flow,
            confidential=confidential,
            homepage=homepage,
        )
        return Call("POST", "/apps", partial(value_of, App), body=body, repeat=Repeat.NO)

    @endpoint
    def view(self, client_id: str) -> Call[App]:
        """Tell all about one but its secret."""
        return Call("GET", path("apps", client_id), partial(value_of, App))

    @endpoint
    def change(self, client_id: str, changes: Mapping[str, object]) -> Call[App]:
        """Change the members that are named."""
        return Call("PATCH", path("apps", client_id), partial(value_of, App), body=changes)

    @endpoint
    def delete(self, client_id: str) -> Call[None]:
        """Remove one; all its tokens die at once."""
        return Call("DELETE", path("apps", client_id), nothing_of)

    @endpoint
    def rotate_secret(self, client_id: str) -> Call[App]:
        """Give one a new secret, shown this once."""
        return Call(
            "POST",
            path("apps", client_id, "rotate-secret"),
            partial(value_of, App),
            repeat=Repeat.NO,
        )

    @endpoint
    def let_in(self) -> Call[tuple[LetInApp, ...]]:
        """List those that can act for this account."""
        return Call("GET", "/me/apps", partial(items_of, LetInApp))

    @endpoint
    def take_back(self, client_id: str) -> Call[None]:
        """Let one act for this account no longer."""
        return Call("DELETE", path("me", "apps", client_id), nothing_of)
