"""Channels that never name a card, whoever reads them, nor hold a secret of the server."""

import re
from typing import Any

from tests.canary.cards import codes_in_prose
from tests.canary.findings import report
from tests.canary.told import codes_of

SECRETS = {
    "a token": re.compile(r"hb_[0-9a-f]{16}_[0-9a-f]{64}"),
    "a secret of a webhook": re.compile(r"whsec_[A-Za-z0-9+/]{16,}"),
    "a seed, a salt or a hash": re.compile(r"(?<![0-9a-f_])[0-9a-f]{64}(?![0-9a-f])"),
}

_KEYS = ("a token", "a secret of a webhook")
"""What has a form of its own: no client sends one by chance, as it may send 64 digits."""


def search_text(channel: str, where: str, text: str) -> None:
    """Search a text for people: a line of a log, a mail, a calendar, metrics."""
    if codes := codes_in_prose(text):
        report(channel, where, sorted(codes))
    search_secrets(channel, where, text)


def search_value(channel: str, where: str, value: Any) -> None:
    """Search a JSON value: a message of a webhook, the arguments of a task."""
    if codes := codes_of(value):
        report(channel, where, sorted(codes))
    search_secrets(channel, where, str(value))


def search_metrics(text: str) -> None:
    """Search figures for Prometheus: names and labels, for a number in them is a measure."""
    for line in text.splitlines():
        name = line if line.startswith("#") else line.rpartition(" ")[0]
        search_text("metrics", name.partition("{")[0], name)


def search_secrets(channel: str, where: str, text: str) -> None:
    """Search a text for what opens something."""
    for what, form in SECRETS.items():
        if form.search(text):
            report(channel, where, what)


def search_keys(channel: str, where: str, text: str) -> None:
    """Search what a client sent for what our log never repeats, though the client knew it."""
    for what in _KEYS:
        if SECRETS[what].search(text):
            report(channel, where, what)
