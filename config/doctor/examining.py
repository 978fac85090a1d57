"""One look at everything."""

from collections.abc import Callable, Iterable, Iterator

from django.conf import settings
from django.db import Error

from config.doctor import database, machine, messages, work
from config.doctor.findings import Finding, unknown, wrong

_OF_THE_DATABASE: tuple[tuple[str, Callable[[], Finding | Iterable[Finding]]], ...] = (
    ("migrations", database.migrations),
    ("safety", database.safety),
    ("clock", database.clock),
    ("feed epoch", database.epoch),
    ("sweeps", work.sweeps),
    ("feeds", work.feeds),
    ("messages", work.messages),
)


def examine() -> Iterator[Finding]:
    """Yield what is found; nothing that is wrong keeps the rest from being looked at."""
    try:
        yield database.reach()
    except Error as error:
        yield wrong(
            "database",
            f"PostgreSQL does not answer: {str(error).strip()}",
            "Start it, or mend DATABASE_URL. Until then every call is answered with 503.",
        )
        yield from (unknown(name, "Needs the database.") for name, _ in _OF_THE_DATABASE)
    else:
        for name, look in _OF_THE_DATABASE:
            yield from _guarded(name, look)
    yield from messages.broker()
    yield messages.shared_cache()
    yield machine.disk()
    yield machine.figures()
    yield machine.certificate(settings.HERDBOOK_PUBLIC_URL)


def _guarded(name: str, look: Callable[[], Finding | Iterable[Finding]]) -> Iterator[Finding]:
    try:
        found = look()
        yield from [found] if isinstance(found, Finding) else list(found)
    except Error as error:
        yield unknown(name, f"The database refused to tell: {type(error).__name__}.")
