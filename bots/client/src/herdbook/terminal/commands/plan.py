"""`herdbook plan`: standing orders, what the server is to play for you."""

import argparse
import json
import sys
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.text import Text

from herdbook.client import Client
from herdbook.errors import NotFoundError
from herdbook.plans import Order, Plan
from herdbook.reading import as_json
from herdbook.refusals import BadPlanError
from herdbook.terminal.commands.command import Command, ComplaintError, game_id
from herdbook.terminal.writing import plain

EXAMPLES = """\
examples:
  herdbook plan set GAME --template take-a-light-herd
  herdbook plan set GAME --file orders.json
  echo '[{"move": "take"}]' | herdbook plan set GAME --file -

The grammar stands in docs/standing-orders.md, and for each ruleset in `plan` of
`herdbook rulesets RULESET --json`.
"""
STDIN = "-"
STATE_STYLES = {"standing": "green", "waiting": "yellow", "void": "red"}


def _arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")

    def part(name: str, text: str, epilog: str = "") -> argparse.ArgumentParser:
        made = what.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        # Also behind the word, where one would write them.
        made.add_argument("--url", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        made.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        return made

    show = part("show", "your orders in a game, and what became of each")
    give = part("set", "give orders, in place of those before", EXAMPLES)
    clear = part("clear", "take your orders back")
    for one in (show, give, clear):
        one.add_argument("game", type=game_id, metavar="GAME", help="its id, or its address")
    given = give.add_mutually_exclusive_group(required=True)
    given.add_argument(
        "--template",
        action="append",
        metavar="NAME",
        help="orders ready-made; several are tried in the order in which they are named",
    )
    given.add_argument(
        "--file", metavar="FILE", help=f"a list of orders as JSON ({STDIN}: from standard input)"
    )
    listed = part("templates", "list orders ready-made")
    listed.add_argument("ruleset", metavar="RULESET", help="of which: `herdbook rulesets`")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.what == "templates":
        return _list_templates(client, arguments, console)
    if client.token is None:
        raise ComplaintError("Orders are somebody's own: `herdbook login` first.")
    game: str = arguments.game
    if arguments.what == "show":
        plan = client.plans.view(game)
    elif arguments.what == "clear":
        plan = client.plans.end(game)
    else:
        plan = _give(client, arguments)
    _show(plan, arguments, console)
    return None


def _give(client: Client, arguments: argparse.Namespace) -> Plan:
    try:
        return client.plans.give(arguments.game, _orders(client, arguments))
    except BadPlanError as error:
        places = "; ".join(f"{one.pointer}: {one.detail}" for one in error.problem.errors)
        raise ComplaintError(f"These orders cannot be followed. {places}") from None


def _orders(client: Client, arguments: argparse.Namespace) -> list[Order]:
    """Return the orders that were named, or that a file holds."""
    if arguments.template:
        known = {
            one.name: one
            for one in client.ruleset(client.games.view(arguments.game).ruleset).plan_templates
        }
        for name in arguments.template:
            if name not in known:
                raise ComplaintError(f"No orders are called {name}. There are: {', '.join(known)}.")
        return [order for name in arguments.template for order in known[name].orders]
    try:
        text = sys.stdin.read() if arguments.file == STDIN else Path(arguments.file).read_text()
        orders: object = json.loads(text)
    except (OSError, RecursionError, ValueError) as error:
        raise ComplaintError(f"{arguments.file} cannot be read: {error}") from None
    if not isinstance(orders, list):
        raise ComplaintError(f"{arguments.file} is not a list of orders.")
    return cast("list[Order]", orders)


def _show(plan: Plan, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.json:
        console.out(json.dumps(as_json(plan)), highlight=False)
        return
    if not plan.orders:
        console.print("You have given no orders in this game.")
        return
    for number, (order, fate) in enumerate(zip(plan.orders, plan.fates, strict=True)):
        line = Text(f"{number} ", style="bold")
        line.append(plain(fate.state), STATE_STYLES.get(fate.state, "dim"))
        if fate.void:
            line.append(f" ({plain(fate.void)})")
        if fate.played:
            line.append(f", played {fate.played} times" if fate.played > 1 else ", played once")
            moves = [f"{plain(play.move)} at version {play.version}" for play in fate.plays]
            line.append(f": {', '.join(moves)}")
        console.print(line)
        console.print(Text(f"  {plain(json.dumps(order))}", style="dim"))
    if plan.ended:
        console.print(Text(f"Nothing of it stands any more: {plain(plan.ended)}."))


def _list_templates(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    # Anybody may know, and a token that is over would only be refused.
    client.token = None
    try:
        templates = client.ruleset(arguments.ruleset).plan_templates
    except NotFoundError as error:
        raise ComplaintError(f"{error.detail} `herdbook rulesets` lists them.") from None
    for one in templates:
        if arguments.json:
            console.out(json.dumps(as_json(one)), highlight=False)
            continue
        console.print(Text(plain(one.name), style="bold") + Text(f"  {plain(one.title)}"))
        console.print(Text(f"  {plain(one.text)}"))


COMMAND = Command(
    name="plan",
    help="give standing orders: what is to be played for you",
    description="Say what the server is to play for your seat when you are not there. Orders are "
    "known to you alone. `herdbook plan templates RULESET` lists some ready-made, and "
    "`herdbook plan set GAME --template NAME` gives them.",
    arguments=_arguments,
    run=_run,
)
