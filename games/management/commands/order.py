"""`manage.py order`: give a game an order from the command line, or see what it would do."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.moderation.actors import COMMAND_LINE
from accounts.moderation.errors import StaffRefusalError
from games.engine.order_events import OrderKind
from games.services.errors import ServiceError
from games.services.moderation.orders import giving, previewing
from games.services.moderation.orders.clocks import Extend, Pause, Resume
from games.services.moderation.orders.order import Order
from games.services.moderation.orders.previewing import Preview, Seen
from games.services.moderation.orders.results import Abort, Adjudicate, Annul, Restore
from games.services.moderation.orders.seats import ReplaceByHouse, ReplaceByPlayer


class Command(BaseCommand):
    help = (
        "Gives a game an order: it is recorded in the game for all to see, with the reason, and in"
        " the audit log, with the note. With --dry-run it only tells what each seat would see; give"
        " the version that it names back with --at, and the order is given to that version only."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=UUID, help="its id")
        parser.add_argument("kind", choices=[str(kind) for kind in OrderKind])
        parser.add_argument("--reason", required=True, help="public; it names nobody")
        parser.add_argument("--note", default="", help="for staff, in the audit log")
        parser.add_argument("--case", type=UUID, help="that it belongs to")
        parser.add_argument("--until", type=_moment, help="ISO 8601; of pause and extend")
        parser.add_argument("--seat", type=int, help="of extend and replace")
        parser.add_argument("--account", help="who gets the seat; else a house bot does")
        parser.add_argument("--strategy", help="of the house bot; default: that of stand-ins")
        parser.add_argument(
            "--winner", type=int, action="append", help="a seat, of adjudicate; may stand often"
        )
        parser.add_argument("--at", type=int, metavar="VERSION", help="of the game, as previewed")
        parser.add_argument("--dry-run", action="store_true", help="tell, and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        given = {name: options[name] for name in ("game", "reason", "note", "case")}
        order = _order(options)
        try:
            if options["dry_run"]:
                found = previewing.preview(actor=COMMAND_LINE, order=order, **given)
                self.stdout.write(_told(found))
                return
            committed = giving.give(
                actor=COMMAND_LINE, order=order, previewed=options["at"], **given
            )
        except (StaffRefusalError, ServiceError) as refusal:
            raise CommandError(str(refusal)) from None
        types = ", ".join(recorded.event.type for recorded in committed.events)
        self.stdout.write(f"Version {committed.events[-1].version}: {types}.")


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _order(options: dict[str, Any]) -> Order:
    """Return the order that is asked for; raise `CommandError` if something of it is missing."""

    def needed(name: str) -> Any:
        if options[name] is None:
            raise CommandError(f"This order needs --{name}.")
        return options[name]

    match OrderKind(options["kind"]):
        case OrderKind.PAUSE:
            return Pause(resume_at=needed("until"))
        case OrderKind.EXTEND:
            return Extend(seat=needed("seat"), due_at=needed("until"))
        case OrderKind.REPLACE if options["account"] is not None:
            return ReplaceByPlayer(seat=needed("seat"), account=options["account"])
        case OrderKind.REPLACE:
            return ReplaceByHouse(seat=needed("seat"), strategy=options["strategy"])
        case OrderKind.ADJUDICATE:
            return Adjudicate(winners=needed("winner"))
        case plain:
            return _PLAIN[plain]()


_PLAIN: dict[OrderKind, type[Order]] = {
    OrderKind.RESUME: Resume,
    OrderKind.ABORT: Abort,
    OrderKind.ANNUL: Annul,
    OrderKind.RESTORE: Restore,
}


def _told(preview: Preview) -> str:
    head = f"At version {preview.version} this would record {', '.join(preview.events)}."
    return "\n".join([head, *(line for seen in preview.seen for line in _seen(seen))])


def _seen(seen: Seen) -> list[str]:
    who = "A spectator" if seen.seat is None else f"Seat {seen.seat}"
    return [
        f"{who} would see:",
        *(f"  {event['type']} {json.dumps(event['data'])}" for event in seen.events),
        *(
            f"  {name}: {json.dumps(seen.before[name])} -> {json.dumps(seen.after[name])}"
            for name in seen.after
        ),
    ]
