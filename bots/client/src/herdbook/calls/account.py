"""The calls about accounts: one's own, its tokens, its bots, and other players."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from herdbook.accounts import (
    Account,
    Limit,
    Player,
    RefusedMove,
    Registered,
    Report,
    Sanction,
    Token,
)
from herdbook.answers import Page
from herdbook.bodies import items_of, members_of, nothing_of, page_of, value_of
from herdbook.call import Call, Repeat, given, path
from herdbook.endpoint import endpoint
from herdbook.views import Game


class AccountCalls:
    """Signing up, signing in, and what an account may know and change about itself."""

    @endpoint
    def register(self, name: str, password: str, *, email: str | None = None) -> Call[Registered]:
        """Sign up. Like `sandbox` it remembers nothing: set `client.token` to go on."""
        return Call(
            "POST",
            "/accounts",
            partial(value_of, Registered),
            body=given(name=name, password=password, email=email),
            repeat=Repeat.NO,
            anonymous=True,
        )

    @endpoint
    def sign_in(
        self,
        name: str,
        password: str,
        *,
        label: str,
        scopes: Sequence[str],
        expires_in: int | None = None,
    ) -> Call[Token]:
        """Get a token for an account by its password; it is shown this once."""
        return Call(
            "POST",
            "/tokens",
            partial(value_of, Token),
            body=given(
                name=name,
                password=password,
                label=label,
                scopes=list(scopes),
                expires_in=expires_in,
            ),
            repeat=Repeat.NO,
            anonymous=True,
        )

    @endpoint
    def new_token(
        self, label: str, scopes: Sequence[str], *, expires_in: int | None = None
    ) -> Call[Token]:
        """Make another token for this account, with no more scopes than the present one has."""
        return Call(
            "POST",
            "/tokens",
            partial(value_of, Token),
            body=given(label=label, scopes=list(scopes), expires_in=expires_in),
            repeat=Repeat.NO,
        )

    @endpoint
    def tokens(self, *, limit: int | None = None, cursor: str | None = None) -> Call[Page[Token]]:
        """List the tokens of this account, without their secrets."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", "/tokens", partial(page_of, Token), params=params)

    @endpoint
    def this_token(self) -> Call[Token]:
        """Tell about the token that the calls are made with."""
        return Call("GET", "/token", partial(value_of, Token))

    @endpoint
    def revoke_token(self, id: str) -> Call[None]:  # noqa: A002 - the name in the contract
        """Take a token back, from this moment on."""
        return Call("DELETE", path("tokens", id), nothing_of)

    @endpoint
    def report_leaked_tokens(self, tokens: Sequence[str]) -> Call[int]:
        """Report tokens found in a public place: those that are good are revoked."""
        return Call(
            "POST",
            "/tokens/leaked",
            partial(value_of, int, member="received"),
            body={"tokens": [*tokens]},
            repeat=Repeat.NO,
            anonymous=True,
        )

    @endpoint
    def me(self) -> Call[Account]:
        """Tell who the token belongs to."""
        return Call("GET", "/me", partial(value_of, Account))

    @endpoint
    def change_me(self, changes: Mapping[str, object]) -> Call[Account]:
        """Change the members of `me` that are named: display name, zone, quiet hours, notifications."""
        return Call("PATCH", "/me", partial(value_of, Account), body=changes)

    @endpoint
    def change_password(
        self, password: str, new_password: str, *, end_tokens: bool | None = None
    ) -> Call[None]:
        """Change the password; `end_tokens` revokes all tokens but the present one."""
        body = given(password=password, new_password=new_password, end_tokens=end_tokens)
        return Call("PUT", "/me/password", nothing_of, body=body, repeat=Repeat.NO)

    @endpoint
    def ask_for_password_reset(
        self, *, name: str | None = None, email: str | None = None
    ) -> Call[int]:
        """Have a code sent by mail; return for how many seconds it would be good."""
        return Call(
            "POST",
            "/password-resets",
            partial(value_of, int, member="expires_in"),
            body=given(name=name, email=email),
            repeat=Repeat.NO,
            anonymous=True,
        )

    @endpoint
    def reset_password(self, code: str, password: str) -> Call[None]:
        """Choose another password with the code of a mail; all tokens die."""
        return Call(
            "POST",
            "/password-resets/use",
            nothing_of,
            body={"code": code, "password": password},
            repeat=Repeat.NO,
            anonymous=True,
        )

    @endpoint
    def send_email_confirmation(self) -> Call[None]:
        """Have the mail sent again with which the address of this account is confirmed."""
        return Call("POST", "/me/email-confirmation", nothing_of, body={}, repeat=Repeat.NO)

    @endpoint
    def confirm_email(self, code: str) -> Call[None]:
        """Confirm a mail address with the code that was sent to it."""
        return Call(
            "POST",
            "/email-confirmations",
            nothing_of,
            body={"code": code},
            anonymous=True,
        )

    @endpoint
    def delete_me(self) -> Call[None]:
        """Give the account up: an alias takes its place in every game, its tokens die at once."""
        return Call("DELETE", "/me", nothing_of)

    @endpoint
    def export(self) -> Call[dict[str, Any]]:
        """Return all that the server keeps about this account, as JSON, without secrets."""
        return Call("GET", "/me/export", members_of)

    @endpoint
    def limits(self) -> Call[tuple[Limit, ...]]:
        """List what is counted, and how much of it is left."""
        return Call("GET", "/me/limits", partial(items_of, Limit))

    @endpoint
    def sanctions(self) -> Call[tuple[Sanction, ...]]:
        """List what the moderators have decided about this account; also while it is suspended."""
        return Call("GET", "/me/sanctions", partial(items_of, Sanction))

    @endpoint
    def appeal(self, sanction_id: str, text: str) -> Call[Sanction]:
        """Object to a sanction; one appeal against each is open at a time."""
        parts = path("me", "sanctions", sanction_id, "appeal")
        return Call("POST", parts, partial(value_of, Sanction), body={"text": text})

    @endpoint
    def acknowledge(self, sanction_id: str) -> Call[Sanction]:
        """Say that you have read a warning."""
        parts = path("me", "sanctions", sanction_id, "acknowledge")
        return Call("POST", parts, partial(value_of, Sanction), body={})

    @endpoint
    def report(
        self,
        kind: str,
        text: str,
        *,
        game: str | None = None,
        player: str | None = None,
        from_version: int | None = None,
        to_version: int | None = None,
    ) -> Call[Report]:
        """Tell the moderators of a breach; the versions say which events of the game to look at."""
        body = given(
            kind=kind,
            text=text,
            game=game,
            player=player,
            from_version=from_version,
            to_version=to_version,
        )
        return Call("POST", "/reports", partial(value_of, Report), body=body, repeat=Repeat.KEY)

    @endpoint
    def reports(self, *, limit: int | None = None, cursor: str | None = None) -> Call[Page[Report]]:
        """List what you have reported, and its outcome."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", "/reports", partial(page_of, Report), params=params)

    @endpoint
    def block(self, name: str) -> Call[None]:
        """Never sit at a table with this player."""
        return Call("PUT", path("me", "blocks", name), nothing_of)

    @endpoint
    def unblock(self, name: str) -> Call[None]:
        """Sit at a table with this player again."""
        return Call("DELETE", path("me", "blocks", name), nothing_of)

    @endpoint
    def mute(self, name: str) -> Call[None]:
        """Read no messages of this player any more; you play together as before."""
        return Call("PUT", path("me", "mutes", name), nothing_of)

    @endpoint
    def unmute(self, name: str) -> Call[None]:
        """Read the messages of this player again."""
        return Call("DELETE", path("me", "mutes", name), nothing_of)

    @endpoint
    def player(self, name: str) -> Call[Player]:
        """Tell what everybody may know about a player."""
        return Call("GET", path("players", name), partial(value_of, Player))

    @endpoint
    def player_games(
        self, name: str, *, limit: int | None = None, cursor: str | None = None
    ) -> Call[Page[Game]]:
        """List the public games of a player."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", path("players", name, "games"), partial(page_of, Game), params=params)


class BotCalls:
    """`client.bots`: the bots of this account, each an account of its own below it."""

    @endpoint
    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Call[Page[Account]]:
        """List them."""
        params = {"limit": limit, "cursor": cursor}
        return Call("GET", "/bots", partial(page_of, Account), params=params)

    @endpoint
    def create(
        self, name: str, *, description: str | None = None, accepts: str | None = None
    ) -> Call[Account]:
        """Make a bot; `accepts` says what invitations it takes, in the words of the contract."""
        body = given(name=name, description=description, accepts=accepts)
        return Call("POST", "/bots", partial(value_of, Account), body=body, repeat=Repeat.KEY)

    @endpoint
    def view(self, name: str) -> Call[Account]:
        """Tell all about one."""
        return Call("GET", path("bots", name), partial(value_of, Account))

    @endpoint
    def change(self, name: str, changes: Mapping[str, object]) -> Call[Account]:
        """Change the members that are named."""
        return Call("PATCH", path("bots", name), partial(value_of, Account), body=changes)

    @endpoint
    def delete(self, name: str) -> Call[None]:
        """Give a bot up, as `delete_me` does an account."""
        return Call("DELETE", path("bots", name), nothing_of)

    @endpoint
    def refusals(self, name: str, decision: str) -> Call[tuple[RefusedMove, ...]]:
        """List the moves by which a bot has lost a decision, which `bot.moves_refused` names."""
        parts = path("bots", name, "refusals", decision)
        return Call("GET", parts, partial(items_of, RefusedMove))

    @endpoint
    def new_token(
        self,
        name: str,
        label: str,
        scopes: Sequence[str],
        *,
        expires_in: int | None = None,
    ) -> Call[Token]:
        """Make a token for a bot; it is shown this once."""
        return Call(
            "POST",
            path("bots", name, "tokens"),
            partial(value_of, Token),
            body=given(
                label=label,
                scopes=[*scopes],
                expires_in=expires_in,
            ),
            repeat=Repeat.NO,
        )
