"""`herdbook report`: tell the moderators of a breach, and see what came of it."""

import argparse
import json
from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdbook.accounts import Report
from herdbook.answers import Page
from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, count, game_id
from herdbook.terminal.writing import plain

KINDS = {
    "chat_abuse": "what somebody wrote in a game",
    "stalling": "somebody who lets others wait on purpose",
    "cheating": "somebody who knew or did what the rules forbid",
    "multiple_accounts": "one person with several accounts",
    "offensive_name": "a name that others should not have to read",
    "other": "anything else",
}
OUTCOMES = {
    "action_taken": "something was done about it",
    "no_breach": "no breach of the rules",
    "not_proven": "not proven",
}
MOST_AT_ONCE = 100


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kind", metavar="KIND", nargs="?", type=_kind, help=", ".join(KINDS).replace("_", "-")
    )
    parser.add_argument("text", metavar="TEXT", nargs="?", help="what happened, in your words")
    parser.add_argument("--game", metavar="GAME", type=game_id, help="in which: id or address")
    parser.add_argument("--player", metavar="NAME", help="whom it is about")
    parser.add_argument(
        "--from", dest="first", type=count, metavar="VERSION", help="the first event to look at"
    )
    parser.add_argument(
        "--to", dest="last", type=count, metavar="VERSION", help="the last (default: the newest)"
    )
    parser.add_argument(
        "--limit",
        type=count,
        default=20,
        metavar="N",
        help="without KIND: how many to list, latest first (default: %(default)s)",
    )


def _kind(text: str) -> str:
    kind = text.replace("-", "_")
    if kind in KINDS:
        return kind
    listed = ", ".join(KINDS).replace("_", "-")
    raise argparse.ArgumentTypeError(f"not a kind of report: {text} (there are {listed})")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("Reports are for who has an account: `herdbook login` first.")
    if arguments.kind is None:
        if any((arguments.game, arguments.player, arguments.first, arguments.last)):
            raise ComplaintError("To report something, name its KIND and say what happened.")
        _list(client, arguments, console)
        return
    if not (arguments.text or "").strip():
        raise ComplaintError("Say what happened, in quotes behind the kind.")
    made = client.report(
        arguments.kind,
        arguments.text,
        game=arguments.game,
        player=arguments.player,
        from_version=arguments.first,
        to_version=arguments.last,
    )
    if arguments.json:
        console.out(json.dumps(as_json(made)), highlight=False)
        return
    looked_at = ""
    if made.from_version is not None:
        looked_at = f" Events {made.from_version} to {made.to_version} are kept as evidence."
    console.print(
        f"The moderators have your report.{looked_at} `herdbook report` tells what came of it.",
        highlight=False,
        soft_wrap=True,
    )


def _list(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    reports = _reports(client, arguments.limit)
    if arguments.json:
        for report in reports:
            console.out(json.dumps(as_json(report)), highlight=False)
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    listed = list(reports)
    widest = max((len(report.game or "") for report in listed), default=0)
    table.add_column("reported")
    table.add_column("kind")
    # Whole, however narrow the terminal: an id is there to be copied.
    table.add_column("about", no_wrap=True, min_width=widest)
    table.add_column("what came of it")
    for report in listed:
        table.add_row(
            _when(report), report.kind.replace("_", " "), _about(report), _outcome(report)
        )
    if table.row_count:
        console.print(table)
    else:
        console.print("You have reported nothing.")


def _reports(client: Client, most: int) -> Iterator[Report]:
    page: Page[Report] | None = None
    while most > 0 and (page is None or page.next):
        page = client.reports(limit=min(most, MOST_AT_ONCE), cursor=page.next if page else None)
        yield from page.items[:most]
        most -= len(page.items)


def _when(report: Report) -> str:
    return "" if report.made_at is None else f"{report.made_at.astimezone():%d %b %H:%M}"


def _about(report: Report) -> Text:
    lines = [Text(plain(report.player), "bold")] if report.player else []
    if report.game:
        lines.append(Text(plain(report.game), "cyan"))
    return Text("\n").join(lines)


def _outcome(report: Report) -> Text:
    if report.outcome is None:
        return Text("a moderator will look at it", "dim")
    return Text(OUTCOMES.get(report.outcome, plain(report.outcome)))


COMMAND = Command(
    name="report",
    help="tell the moderators of a breach, and see what came of it",
    description="Tell the moderators of a breach. What happened in a game, and what was said "
    "there where you can read it, is kept as evidence. Without KIND: list what you have reported.",
    epilog="kinds:\n"
    + "".join(f"  {kind.replace('_', '-'):<19}{text}\n" for kind, text in KINDS.items())
    + "\nexamples:\n"
    '  herdbook report chat-abuse "Insults me." --game GAME --player NAME\n'
    '  herdbook report stalling "Waits for ever." --game GAME --player NAME --from 40\n'
    "  herdbook report                         what came of what you have reported?",
    arguments=_arguments,
    run=_run,
)
