"""`herdbook webhooks`: where your events are sent, and what became of them."""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, count
from herdbook.terminal.listening import Listener
from herdbook.terminal.writing import plain
from herdbook.webhooks import Webhook, WebhookAttempt, WebhookDelivery

PATIENCE = 20.0
"""Seconds until a test has been sent, if the server's workers are there."""
LOOK_AGAIN = 0.3
TURNS = ("game.decision_requested", "game.finished")
MOST = 100

Do = Callable[[Client, argparse.Namespace, Console], int | None]


def _arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")

    def action(name: str, run: Do, text: str, *, one: bool = True) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        # Also behind the action, where one would write them.
        made.add_argument("--url", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        made.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        if one:
            made.add_argument("webhook", metavar="WEBHOOK", help="its id")
        made.set_defaults(do=run)
        return made

    action("list", _list, "list your webhooks", one=False)
    add = action("add", _add, "make a webhook, and show its secret this once", one=False)
    add.add_argument("address", metavar="URL", help="where messages are sent")
    add.add_argument(
        "types",
        metavar="TYPE",
        nargs="+",
        help="an event type, as game.finished; docs/inbox.md lists them",
    )
    add.add_argument("--description", metavar="TEXT", help="what it is for")
    action("show", _show, "show one")
    action("test", _test, "send a test message, and show status and latency")
    action("rotate", _rotate, "make a new secret; the one before is good for another day")
    action("enable", _enable, "send messages again")
    action("disable", _disable, "send no more messages")
    deliveries = action("deliveries", _deliveries, "list what was sent")
    deliveries.add_argument("--state", choices=("waiting", "delivered", "failed"))
    deliveries.add_argument("--limit", type=count, default=20, metavar="N", help="at most so many")
    again = action("redeliver", _redeliver, "send again what failed, or one message")
    again.add_argument("delivery", metavar="DELIVERY", nargs="?", help="the id of a delivery")
    action("remove", _remove, "remove one")
    listen = action("listen", _listen, "receive messages here and print them", one=False)
    listen.add_argument(
        "types", metavar="TYPE", nargs="*", help=f"event types (default: {' '.join(TURNS)})"
    )
    listen.add_argument("--port", type=int, default=0, help="where to listen (default: any)")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> int | None:
    if client.token is None:
        raise ComplaintError("Webhooks belong to an account: `herdbook login` first.")
    do: Do = arguments.do
    return do(client, arguments, console)


def _list(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    webhooks = client.webhooks.list(limit=MOST).items
    if arguments.json:
        _print_lines(console, webhooks)
        return
    if not webhooks:
        console.print("You have no webhooks.")
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("webhook", no_wrap=True, min_width=36)
    for name in ("state", "leads to", "types"):
        table.add_column(name, overflow="fold")
    for one in webhooks:
        table.add_row(one.id, _state(one), plain(one.url), plain(one.types))
    console.print(table)


def _add(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    made = client.webhooks.create(
        arguments.address, arguments.types, description=arguments.description
    )
    _print_secret(made, arguments, console)


def _show(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    _print_webhook(client.webhooks.view(arguments.webhook), arguments, console)


def _enable(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    changed = client.webhooks.change(arguments.webhook, {"enabled": True})
    _print_webhook(changed, arguments, console)


def _disable(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    changed = client.webhooks.change(arguments.webhook, {"enabled": False})
    _print_webhook(changed, arguments, console)


def _rotate(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    _print_secret(client.webhooks.rotate_secret(arguments.webhook), arguments, console)


def _test(client: Client, arguments: argparse.Namespace, console: Console) -> int:
    sent, until = client.webhooks.test(arguments.webhook), time.monotonic() + PATIENCE
    while sent.state == "waiting" and time.monotonic() < until:
        time.sleep(LOOK_AGAIN)
        sent = client.webhooks.delivery(arguments.webhook, sent.id)
    if arguments.json:
        _print_lines(console, (sent,))
    elif sent.attempts:
        _say(console, _attempt(sent.attempts[-1]))
    else:
        _say(console, "It has not been sent yet; `herdbook webhooks deliveries` will show it.")
    return 0 if sent.state == "delivered" else 1


def _deliveries(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    found = client.webhooks.deliveries(
        arguments.webhook, state=arguments.state, limit=min(arguments.limit, MOST)
    ).items
    if arguments.json:
        _print_lines(console, found)
        return
    if not found:
        console.print("Nothing was sent.")
        return
    # Two lines for each: the id alone, which nobody can do without, takes half of a narrow terminal.
    for one in found:
        _say(console, f"{plain(one.id)}  {_when(one)}  {plain(one.state)}")
        _say(console, f"    {plain(one.type)}: {_last(one)}")


def _redeliver(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    number = client.webhooks.redeliver(arguments.webhook, delivery=arguments.delivery)
    if arguments.json:
        console.out(json.dumps({"count": number}))
    else:
        _say(console, f"{number} will be sent again.")


def _remove(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    client.webhooks.delete(arguments.webhook)
    if not arguments.json:
        _say(console, "It is removed.")


def _listen(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    def show(message: dict[str, Any]) -> None:
        if arguments.json:
            console.out(json.dumps(message), highlight=False)
        else:
            at, kind, told = (message.get(name) for name in ("timestamp", "type", "data"))
            _say(console, f"{plain(at)}  {plain(kind)}  {plain(told)}")

    with Listener(arguments.port, show) as listener:
        made = client.webhooks.create(
            listener.url, arguments.types or TURNS, description="herdbook webhooks listen"
        )
        listener.secret = made.secret or ""
        _say(Console(stderr=True), f"Listening at {listener.url}; Ctrl-C removes the webhook.")
        try:
            listener.serve_forever(poll_interval=0.1)
        finally:
            client.webhooks.delete(made.id)


def _print_secret(made: Webhook, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.json:
        # The one place where the secret is meant to be written.
        console.out(json.dumps({**as_json(made), "secret": made.secret}), highlight=False)
        return
    _print_webhook(made, arguments, console)
    _say(console, f"secret       {made.secret}")
    _say(Console(stderr=True), "Keep the secret: it is shown only here.")


def _print_webhook(webhook: Webhook, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.json:
        _print_lines(console, (webhook,))
        return
    rows = (
        ("webhook", webhook.id),
        ("leads to", webhook.url),
        ("types", webhook.types),
        ("state", _state(webhook)),
        ("description", webhook.description or None),
    )
    for name, value in rows:
        _say(console, f"{name:<12} {plain(value)}")


def _print_lines(console: Console, values: tuple[object, ...]) -> None:
    for value in values:
        console.out(json.dumps(as_json(value)), highlight=False)


def _say(console: Console, words: str) -> None:
    console.print(words, highlight=False, markup=False, soft_wrap=True)


def _state(webhook: Webhook) -> str:
    if webhook.disabled is not None:
        return f"disabled ({plain(webhook.disabled.reason)})"
    return f"failing ({webhook.failures})" if webhook.failures else "enabled"


def _when(delivery: WebhookDelivery) -> str:
    return f"{delivery.at.astimezone():%d %b %H:%M:%S}" if delivery.at else plain(None)


def _last(delivery: WebhookDelivery) -> str:
    return _attempt(delivery.attempts[-1]) if delivery.attempts else plain(None)


def _attempt(attempt: WebhookAttempt) -> str:
    what = "delivered" if attempt.failure is None else plain(attempt.failure)
    status = "" if attempt.status is None else f", status {attempt.status}"
    return f"{what}{status}, {attempt.latency_ms} ms"


COMMAND = Command(
    name="webhooks",
    help="have your events sent somewhere",
    description="Webhooks send what happens in your games to an address of yours, signed, as it "
    "happens.",
    epilog="examples:\n"
    "  herdbook webhooks add https://example.org/hook game.decision_requested\n"
    "  herdbook webhooks test WEBHOOK\n"
    "  herdbook webhooks listen          on a server that may send to this machine",
    arguments=_arguments,
    run=_run,
)
