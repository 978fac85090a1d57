"""`herdbook rulesets`: what the server can play."""

import argparse
import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.client import Client
from herdbook.errors import NotFoundError
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError
from herdbook.terminal.rulebook import rulebook, seats_of, strategies_of
from herdbook.terminal.writing import plain


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "slug", nargs="?", metavar="RULESET", help="tell all about this one (default: list all)"
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    # Anybody may know, and a token that is over would only be refused.
    client.token = None
    slugs = [arguments.slug] if arguments.slug else [one.slug for one in client.rulesets()]
    try:
        known = [client.ruleset(slug) for slug in slugs]
    except NotFoundError as error:
        raise ComplaintError(f"{error.detail} `herdbook rulesets` lists them.") from None
    if arguments.json:
        for ruleset in known:
            console.out(json.dumps(as_json(ruleset.details)), highlight=False)
        return
    if arguments.slug:
        console.print(rulebook(known[0]))
        return
    table = Table("ruleset", "title", "seats", "strategies of house bots")
    for ruleset in known:
        table.add_row(
            Text(plain(ruleset.slug), style="bold"),
            Text(plain(ruleset.title)),
            Text(seats_of(ruleset)),
            Text(", ".join(strategies_of(ruleset))),
        )
    console.print(table)


COMMAND = Command(
    name="rulesets",
    help="list what the server can play, or tell all about one",
    description="List the rulesets of the server with their seats and house bots. With RULESET, "
    "tell the options, moves and house bots of that one. With --json each line is all that the "
    "server tells about one: options, cards, the grammar of moves.",
    arguments=_arguments,
    run=_run,
)
