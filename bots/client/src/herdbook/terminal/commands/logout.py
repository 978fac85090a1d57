"""`herdbook logout`: take the kept token back and forget it."""

import argparse
import contextlib
import json

from rich.console import Console

from herdbook.client import Client
from herdbook.errors import ForbiddenError, NotFoundError, TokenRefusedError
from herdbook.granting import AppTokens, give_back
from herdbook.terminal import tokens
from herdbook.terminal.commands.command import Command


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    kept = tokens.kept_for(client.url)
    if isinstance(kept, AppTokens):
        give_back(client.url, kept)
    elif kept:
        client.log_in(None)
        client.token = kept
        # A token that is over, or may not do this, is forgotten all the same.
        with contextlib.suppress(TokenRefusedError, ForbiddenError, NotFoundError):
            client.revoke_token(client.this_token().id)
    forgotten = tokens.forget(client.url)
    if arguments.json:
        console.out(json.dumps({"server": client.url, "forgotten": forgotten}))
    else:
        words = "The token is taken back." if forgotten else "There was no token for this server."
        console.print(words)


COMMAND = Command(
    name="logout",
    help="take the kept token back",
    description="Have the server take back the token that `herdbook login` has kept for it, "
    "and forget it.",
    arguments=lambda _: None,
    run=_run,
)
