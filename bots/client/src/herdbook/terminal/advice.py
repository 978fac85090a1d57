"""What somebody at a command line can do about an error."""

from herdbook.errors import (
    BadCredentialsError,
    ConnectionFailedError,
    HerdbookError,
    NotFoundError,
    RateLimitedError,
    ServerError,
    TokenRefusedError,
    UnavailableError,
    UnexpectedAnswerError,
)
from herdbook.refusals import BadSeatsError

# The first class that fits speaks.
ADVICE: tuple[tuple[type[HerdbookError], str], ...] = (
    (
        ConnectionFailedError,
        "Is the server running? `make run` starts one; --url or HERDBOOK_URL names another.",
    ),
    (
        UnexpectedAnswerError,
        "Check --url or HERDBOOK_URL: it should be the address of a Herdbook server.",
    ),
    (
        RateLimitedError,
        "Try again {when}. With an account (`herdbook login --new`) `play --me` needs no new bot.",
    ),
    (UnavailableError, "Try again {when}."),
    (BadCredentialsError, "`herdbook login --new` makes a new account."),
    (
        TokenRefusedError,
        "`herdbook login` gets a token; HERDBOOK_TOKEN, where it is set, goes before it.",
    ),
    (
        NotFoundError,
        "Check the name or id: `herdbook games`, `herdbook rulesets`. Private games ask for a token.",
    ),
    (
        BadSeatsError,
        "`herdbook rulesets` lists the rulesets, their seats and the strategies.",
    ),
    (ServerError, "The server's log knows more about request {request}."),
)

BY_CODE = {
    "not_for_apps": "`herdbook login` made this an app of yours; `herdbook login --password` gets a"
    " token of your own.",
}
"""What says more than the family of an error."""


def advice(error: HerdbookError) -> str:
    """Say what to do next, in a sentence or two; nothing if nothing is known to help."""
    when = f"in {round(error.retry_after)} seconds" if error.retry_after else "in a while"
    if error.code in BY_CODE:
        return BY_CODE[error.code]
    for kind, sentence in ADVICE:
        if isinstance(error, kind):
            return sentence.format(when=when, request=error.request_id)
    return ""
