"""What workers do beside answering: they expire, read the feed, send messages and mails."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from django.conf import settings

from accounts.backlog import Backlog
from accounts.mails import backlog as mails
from accounts.mails.rates import MAILS
from accounts.rates import WINDOW, Channel
from accounts.webhooks import backlog as webhooks
from accounts.webhooks.rates import WEBHOOKS
from config.doctor.findings import Finding, State, ok, wrong
from games.store import decisions, feed_lags

_MINUTES = int(WINDOW.total_seconds() // 60)
_START = "Start the unit herdbook-worker, or look at what its log says of failures."
DUE, HOUSE = timedelta(minutes=5), timedelta(seconds=30)
"""As `manage.py overdue`: how late an expiry and an answer of the house may be."""


def sweeps() -> Finding:
    """Look for what should have expired, or been answered by the house."""
    late = decisions.overdue(DUE, house_by=HOUSE)
    if not late:
        return ok("sweeps", "Nothing is overdue.")
    house = sum(one.house for one in late)
    more = " or more" if len(late) == decisions.PAGE else ""
    return wrong(
        "sweeps",
        f"{len(late)}{more} decisions are overdue, {house} of them of house bots.",
        f"{_START} `manage.py overdue` lists the games.",
    )


def feeds() -> Iterator[Finding]:
    """Look where each consumer of the feed stands."""
    lags = feed_lags.feed_lags()
    for lag in lags:
        check = f"feed {lag.consumer}"
        match lag.state():
            case "ok":
                yield ok(check, f"{lag.behind} events behind.")
            case "failing":
                yield wrong(
                    check,
                    f"It has failed {lag.failures} times, last with {lag.error}.",
                    "The log of the workers says where. It is tried again by itself.",
                )
            case "stopped":
                yield wrong(check, "No worker looks after it.", _START)
            case _:
                yield wrong(
                    check,
                    f"It is {lag.seconds:.0f} s behind, {lag.behind} events.",
                    "It catches up by itself; if it does not, look for a transaction that stays"
                    " open: `manage.py feeds` names it.",
                )
    if not lags:
        yield wrong("feeds", "No consumer has ever run.", _START)


def messages() -> Iterator[Finding]:
    """Look whether webhooks and mails get through."""
    unit = "Start the unit herdbook-hooks, or look at what its log says."
    yield _channel(WEBHOOKS, webhooks.backlog, unit)
    if settings.HERDBOOK_MAIL:
        yield _channel(MAILS, mails.backlog, f"{unit} `manage.py mails --test ADDRESS` tries one.")
    else:
        yield Finding(
            "mails",
            State.NOTE,
            "There are none: no mail server is set.",
            "Set HERDBOOK_MAIL_HOST for mails.",
        )


def _channel(channel: Channel, backlog: Callable[[], Backlog], remedy: str) -> Finding:
    rate, waits = channel.rate(), backlog()
    if waits.is_stuck:
        text = f"{waits.waiting} wait, one of them for {waits.seconds:.0f} s, and nobody sends."
        return wrong(channel.name, text, remedy)
    got = f"{rate.delivered} of {rate.tried} got through in the last {_MINUTES} minutes"
    if rate.is_alarming:
        return wrong(channel.name, f"Only {got}.", remedy)
    return ok(channel.name, f"{got}; {waits.waiting} wait.")
