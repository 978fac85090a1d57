"""What the subcommands do, once their arguments are known."""

import argparse
import json
from typing import Any, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.answers import Ruleset
from herdbook.client import Client
from herdbook.playing import play_game, random_choice, sit_down, watch_game
from herdbook.reading import as_json
from herdbook.terminal.onlooker import Onlooker
from herdbook.terminal.screen import screen_on
from herdbook.terminal.writing import plain


def play(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    """Play a whole game as a throw-away bot."""
    game = sit_down(client, arguments.ruleset, seats=arguments.seats, strategy=arguments.strategy)
    with screen_on(console, as_lines_of_json=arguments.json) as screen:
        onlooker = Onlooker(client, screen, pace=arguments.pace)
        game = play_game(client, game, random_choice(arguments.seed), follow=onlooker)
        screen.conclude(game)


def watch(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    """Follow a game from its beginning to its end."""
    game = client.games.view(arguments.game.rstrip("/").rpartition("/")[2])
    with screen_on(console, as_lines_of_json=arguments.json) as screen:
        game = watch_game(client, game, Onlooker(client, screen, pace=arguments.pace))
        screen.conclude(game)


def rulesets(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    """List what the server can play."""
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
