"""The one table of limits: what is enforced, told in header fields and listed at `/me/limits`."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.conf import settings

MINUTE, HOUR = 60, 3600


class Per(StrEnum):
    """Whose calls are counted together."""

    ADDRESS = "address"
    TOKEN = "token"  # noqa: S105 - the word, not one of them
    ACCOUNT = "account"


@dataclass(frozen=True)
class Caller:
    """Who calls. Without a good token there is only an address."""

    address: str
    token: str | None = None
    account: UUID | None = None

    def named(self, per: Per) -> str:
        """Return the name under which calls of this caller are counted together."""
        names = {Per.ADDRESS: self.address, Per.TOKEN: self.token, Per.ACCOUNT: self.account}
        assert names[per] is not None
        return f"{per}:{names[per]}"


@dataclass(frozen=True)
class Policy:
    """So many in a window, which begins with the first one that is counted."""

    key: str
    setting: str
    """The setting that holds the quota."""
    window: int
    """Seconds."""
    per: Per
    counts: str
    """What is counted, for people."""

    @property
    def quota(self) -> int:
        """How many there may be in a window."""
        return int(getattr(settings, self.setting))


ANONYMOUS = Policy(
    "anonymous",
    "HERDBOOK_LIMIT_ANONYMOUS",
    MINUTE,
    Per.ADDRESS,
    "Requests without a token, or with one that is not good.",
)
READS = Policy("reads", "HERDBOOK_LIMIT_READS", MINUTE, Per.TOKEN, "GET requests with a token.")
WRITES = Policy(
    "writes",
    "HERDBOOK_LIMIT_WRITES",
    MINUTE,
    Per.TOKEN,
    "All other requests with a token. A move counts only if it is refused, and is always tried.",
)
SANDBOXES = Policy(
    "sandboxes", "HERDBOOK_LIMIT_SANDBOXES", HOUR, Per.ADDRESS, "Sandbox accounts opened."
)
GAMES = Policy(
    "games",
    "HERDBOOK_LIMIT_GAMES",
    HOUR,
    Per.ACCOUNT,
    "Games made, rematches and quick matches too.",
)
IMPORTS = Policy(
    "imports", "HERDBOOK_LIMIT_IMPORTS", HOUR, Per.ACCOUNT, "Replay files sent, good or bad."
)
JOIN_CODES = Policy(
    "join-codes", "HERDBOOK_LIMIT_JOIN_CODES", HOUR, Per.ACCOUNT, "Wrong join codes sent."
)
CHAT = Policy("chat", "HERDBOOK_LIMIT_CHAT", MINUTE, Per.ACCOUNT, "Messages written in chats.")
REPORTS = Policy(
    "reports", "HERDBOOK_LIMIT_REPORTS", HOUR, Per.ACCOUNT, "Reports sent, good or bad."
)
EXPORTS = Policy(
    "exports", "HERDBOOK_LIMIT_EXPORTS", HOUR, Per.ACCOUNT, "Exports of all that is stored."
)
APPEALS = Policy("appeals", "HERDBOOK_LIMIT_APPEALS", HOUR, Per.ACCOUNT, "Appeals made.")

OAUTH_TOKENS = Policy(
    "oauth-tokens",
    "HERDBOOK_LIMIT_OAUTH_TOKENS",
    MINUTE,
    Per.ADDRESS,
    "Requests of apps for tokens, at /oauth/.",
)
OAUTH_PAGES = Policy(
    "oauth-pages",
    "HERDBOOK_LIMIT_OAUTH_PAGES",
    MINUTE,
    Per.ADDRESS,
    "Requests for the pages of /oauth/ on which people answer apps.",
)

POLICIES = (
    ANONYMOUS,
    READS,
    WRITES,
    SANDBOXES,
    GAMES,
    IMPORTS,
    JOIN_CODES,
    CHAT,
    REPORTS,
    APPEALS,
    EXPORTS,
    OAUTH_TOKENS,
    OAUTH_PAGES,
)
