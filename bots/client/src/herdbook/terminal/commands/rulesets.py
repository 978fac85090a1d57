"""`herdbook rulesets`: what the server can play."""

import argparse
import json
from typing import Any, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.answers import Ruleset
from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command
from herdbook.terminal.writing import plain


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    # Anybody may know, and a token that is over would only be refused.
    client.token = None
    known = [client.ruleset(ruleset.slug) for ruleset in client.rulesets()]
    if arguments.json:
        for ruleset in known:
            console.out(json.dumps(as_json(ruleset.details)), highlight=False)
        return
    table = Table("ruleset", "title", "seats", "strategies of house bots")
    for ruleset in known:
        table.add_row(
            Text(plain(ruleset.slug), style="bold"),
            Text(plain(ruleset.title)),
            Text(_seats(ruleset)),
            Text(_strategies(ruleset)),
        )
    console.print(table)


def _seats(ruleset: Ruleset) -> str:
    match ruleset.details.get("seats"):
        case {"min": least, "max": most}:
            return f"{plain(least)}-{plain(most)}"
        case [first, *_, last]:
            return f"{plain(first)}-{plain(last)}"
        case other:
            return plain(other)


def _strategies(ruleset: Ruleset) -> str:
    strategies: list[Any] = ruleset.details.get("strategies") or []
    return ", ".join(plain(_name(strategy)) for strategy in strategies)


def _name(strategy: Any) -> object:
    match strategy:
        case {"name": name}:
            return cast("object", name)
        case _:
            return strategy


COMMAND = Command(
    name="rulesets",
    help="list what the server can play",
    description="List the rulesets of the server with their seats and house bots. With --json "
    "each line is all that the server tells about one: options, cards, the grammar of moves.",
    arguments=lambda _: None,
    run=_run,
)
