"""What mails say. Accounts do not know games: whoever knows what a mail is about writes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from accounts.mails.models import Mail


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """Why a mail is sent, and to whom."""

    account: UUID
    name: str
    time_zone: str
    data: Mapping[str, Any]
    """What the account was told."""
    now: datetime


@dataclass(frozen=True, kw_only=True)
class Letter:
    """A mail as a person reads it."""

    subject: str
    body: str
    to: str | None = None
    """Where it goes, if that is not where the account has its mails sent."""


Author: TypeAlias = Callable[[Occasion], Letter | None]
"""Writes about things as they are now; None if there is nothing to say any more."""
_authors: dict[Mail.Kind, Author] = {}


def offer(kind: Mail.Kind, author: Author) -> None:
    """Name who writes the mails of a kind."""
    _authors[kind] = author


def write(kind: Mail.Kind, occasion: Occasion) -> Letter | None:
    """Return what a mail says now, or None if nobody has anything to say."""
    author = _authors.get(kind)
    return author(occasion) if author is not None else None
