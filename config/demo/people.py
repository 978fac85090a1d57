"""Who is in the demo: staff of every role, players, and the bots of some of them."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accounts import clock
from accounts.dashboard import factors
from accounts.models import Account, Token
from accounts.moderation.actors import COMMAND_LINE, Actor
from accounts.moderation.granting import grant_role
from accounts.moderation.roles import Role
from accounts.services import bots, issuing, opening, profile
from games.services.askers import Asker

REASON = "a demo"


@dataclass(frozen=True)
class Wanted:
    """An account to be opened."""

    name: str
    role: Role = Role.PLAYER
    shown_as: str = ""
    owner: str = ""
    """Of a bot."""


STAFF: Sequence[Wanted] = (
    Wanted("ada", Role.ADMINISTRATOR),
    Wanted("mira", Role.MODERATOR),
    Wanted("marek", Role.MODERATOR),
    Wanted("olga", Role.OPERATOR),
)
PLAYERS: Sequence[Wanted] = tuple(
    Wanted(name, shown_as=shown_as)
    for name, shown_as in {
        "anna": "Anna of the Hill",
        "ben": "",
        "clara": "",
        "david": "David 🐄",
        "emil": "",
        "frida": "Frída",
        "goran": "",
        "hanna": "",
        "ivo": "",
        "julia": "",
        "karl": "You Are All Sheep",
        "lena": "",
        "milo": "Μήλο",
        "nora": "",
    }.items()
)
BOTS: Sequence[Wanted] = (
    Wanted("meadow-bot", Role.BOT, owner="david"),
    Wanted("harvest-bot", Role.BOT, owner="nora"),
    Wanted("goran-bot", Role.BOT, owner="goran"),
)


@dataclass(frozen=True)
class Person:
    """Somebody who is there, with what is shown once."""

    account: Account
    role: Role
    token: Token | None = None
    password: str = field(default="", repr=False)
    factor: str = field(default="", repr=False)
    """What an authenticator reads; of staff only."""
    recovery: str = field(default="", repr=False)
    """A code that opens the dashboard once."""

    @property
    def name(self) -> str:
        """What they log in with."""
        return self.account.name

    @property
    def asker(self) -> Asker:
        """As the services of games know them."""
        return Asker(
            account=self.account.id,
            name=self.account.name,
            is_bot=self.account.kind == Account.Kind.BOT,
        )

    @property
    def actor(self) -> Actor:
        """As the services for staff know them."""
        return Actor.of(self.account)

    def was_here(self) -> None:
        """Let the token have been used just now."""
        if self.token is not None:
            issuing.note_use(self.token, now=clock.now())


def open_staff() -> Mapping[str, Person]:
    """Open the accounts of the staff, each with its second factor."""
    password, found = _password(), {}
    for wanted in STAFF:
        account = _sign_up(wanted.name, password).account
        grant_role(
            actor=COMMAND_LINE,
            account=account.id,
            role=wanted.role,
            reason=REASON,
            now=clock.now(),
        )
        factor = factors.renew(account.id, reason=REASON, now=clock.now())
        found[wanted.name] = Person(
            account=Account.objects.get(id=account.id),
            role=wanted.role,
            password=password,
            factor=factor.url,
            recovery=factor.codes[0],
        )
    return found


def open_player(wanted: Wanted, *, password: str) -> Person:
    """Open the account of somebody who plays."""
    token = _sign_up(wanted.name, password)
    account = token.account
    if wanted.shown_as:
        account = profile.change_profile(account, changes={"display_name": wanted.shown_as})
    return Person(account=account, role=Role.PLAYER, token=token, password=password)


def open_bot(wanted: Wanted, *, owner: Person) -> Person:
    """Open the account of a bot, with a token for it."""
    made = bots.create_bot(
        owner=owner.account,
        name=wanted.name,
        description=f"Plays for {owner.name}, day and night.",
        accepts=Account.Accepts.EVERYBODY,
        now=clock.now(),
    ).bot
    token = issuing.grant_token(
        made,
        label="its program",
        scopes=["games:read", "games:play"],
        now=clock.now(),
        asked_with=owner.token,
    ).token
    return Person(account=made, role=Role.BOT, token=token)


def players_password() -> str:
    """Return the password that all players of one demo have."""
    return _password()


def _sign_up(name: str, password: str) -> Token:
    opened = opening.sign_up(
        name=name, password=password, email="", address="127.0.0.1", now=clock.now()
    )
    return opened.token


def _password() -> str:
    return "-".join(secrets.token_hex(3) for _ in range(3))
