"""`herdbook login`: get a token and keep it."""

import argparse
import getpass
import json
import re
import socket
import sys

from rich.console import Console

from herdbook.client import Client
from herdbook.errors import ForbiddenError, NotFoundError
from herdbook.granting import AppTokens, DeviceCode, device_login
from herdbook.login import Login
from herdbook.terminal import tokens
from herdbook.terminal.commands.command import Command, ComplaintError
from herdbook.terminal.writing import plain

SCOPES = (
    "games:read",
    "games:play",
    "games:create",
    "account:read",
    "account:write",
    "bots:manage",
    "webhooks:manage",
    "chat:write",
    "reports:write",
)
"""All that a person may want to do from a command line."""

_NAME = re.compile("[a-z0-9_-]{3,24}")


def _arguments(parser: argparse.ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--new", action="store_true", help="sign up: make a new account")
    way.add_argument(
        "--password",
        action="store_true",
        help="ask for name and password here, where there is no browser at hand",
    )
    way.add_argument(
        "--with-token", action="store_true", help="read a token from the standard input"
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> int | None:
    kept: str | AppTokens
    if arguments.with_token or arguments.password or arguments.new:
        kept = _pasted() if arguments.with_token else _by_password(client, new=arguments.new)
        client.log_in(None)
        try:
            client.token = kept
        except ValueError as error:
            Console(stderr=True).print(f"That is no token. {error}", markup=False)
            return 1
    else:
        kept = device_login(client.url, _show, scopes=SCOPES)
        client.log_in(Login(client.url, kept))
    name = _owner(client)
    file = tokens.keep(client.url, kept)
    if arguments.json:
        console.out(json.dumps({"name": name, "server": client.url, "file": str(file)}))
    else:
        console.print(f"You are {plain(name)} on {client.url}.", highlight=False, markup=False)
        console.print(f"The token is kept in {file}", highlight=False, markup=False, soft_wrap=True)
        console.print("`herdbook inbox` shows what waits for you.", highlight=False, markup=False)
    return None


def _show(code: DeviceCode) -> None:
    console = Console(stderr=True)
    console.print(f"Open {plain(code.page)} in any browser", highlight=False, soft_wrap=True)
    console.print(f"and type the code  {plain(code.user_code)}", highlight=False, markup=False)
    console.print(f"or follow {plain(code.link)}", highlight=False, soft_wrap=True)
    console.print(
        "It goes on here once you have allowed it there. No account yet? Press Ctrl-C, and"
        " `herdbook login --new` makes one.",
        style="dim",
        highlight=False,
        soft_wrap=True,
    )


def _pasted() -> str:
    if sys.stdin.isatty():
        return getpass.getpass("Token: ").strip()
    return sys.stdin.readline().strip()


def _by_password(client: Client, *, new: bool) -> str:
    if not sys.stdin.isatty():
        raise ComplaintError("Name and password are asked for in a terminal; see --with-token.")
    name = _free_name(client) if new else _asked("Name: ")
    password = getpass.getpass("Password (12 characters or more): " if new else "Password: ")
    if new:
        if getpass.getpass("The same once more: ") != password:
            raise ComplaintError("The two passwords differ; nothing was done.")
        return client.register(name, password).token
    label = f"herdbook on {socket.gethostname()}"
    return client.sign_in(name, password, label=label, scopes=SCOPES).token or ""


def _asked(words: str) -> str:
    print(words, end="", file=sys.stderr, flush=True)  # noqa: T201 - as getpass does
    return sys.stdin.readline().strip()


def _free_name(client: Client) -> str:
    """Ask for a name until it is one that nobody has, before two passwords are typed for it."""
    client.log_in(None)
    words = "Name: "
    while name := _asked(words):
        if not _NAME.fullmatch(name):
            words = "A name has 3 to 24 of a-z 0-9 - _. Another name: "
        elif _is_taken(client, name):
            words = "This name is taken. Another name: "
        else:
            return name
    raise ComplaintError("No name was typed; nothing was done.")


def _is_taken(client: Client, name: str) -> bool:
    try:
        client.player(name)
    except NotFoundError:
        return False  # as far as everybody may know: the server has the last word
    return True


def _owner(client: Client) -> str | None:
    """Ask whose the token is; one that may not know is good all the same."""
    try:
        return client.me().name
    except ForbiddenError:
        return None


COMMAND = Command(
    name="login",
    help="get a token and keep it for this server",
    description="Show a code, to be typed on a page of the server in any browser, on any machine; "
    "keep what the server gives then in a file which only you can read. Each server has its own. "
    "It lasts as long as it is used once in 30 days.",
    epilog="A token is never an argument: everybody can read those in the list of processes.\n"
    "HERDBOOK_TOKEN, where it is set, goes before the one that is kept.",
    arguments=_arguments,
    run=_run,
)
