"""A mail server of the tests, which keeps what it is handed, and people with addresses."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any
from uuid import UUID

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone

from accounts.mails.models import Mail
from accounts.models import Account
from accounts.notifications import CHOICES
from games.services.askers import Asker
from tests.canary.channels import search_text
from tests.services.table import person
from tests.stack.stacks import free_port


@dataclass
class Postbox:
    """What a mail server has got, and how it answers."""

    port: int
    answer: str = "250 Taken"
    got: list[tuple[str, EmailMessage]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    hangs: bool = False
    """Whether it keeps what it is handed and says nothing to that."""

    async def handle_RCPT(  # noqa: N802 - the library's names
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if "nobody" in address:
            return "550 No such person"
        if "later" in address:
            return "450 Not now"
        envelope.rcpt_tos.append(address)
        return "250 Fine"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            message = message_from_bytes(envelope.content, policy=policy.default)
            search_text("mail", message["Subject"], f"{message['Subject']}\n{text_of(message)}")
            with self.lock:
                self.got.extend((address, message) for address in envelope.rcpt_tos)
        while self.hangs:  # noqa: ASYNC110 - which a test in another thread ends
            await asyncio.sleep(0.02)
        return self.answer

    def to(self, address: str) -> list[EmailMessage]:
        """Return what came for an address."""
        with self.lock:
            return [message for to, message in self.got if to == address]

    def of(self, account: UUID) -> list[EmailMessage]:
        """Return what came for an account."""
        return self.to(Account.objects.get(id=account).email)


@contextmanager
def postbox(port: int | None = None) -> Iterator[Postbox]:
    """Open a mail server on this machine."""
    box = Postbox(port=port or free_port())
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        box.hangs = False
        controller.stop()


def reader(*choices: str, **fields: Any) -> Asker:
    """Open the account of a person who wants these mails, or all but the digest."""
    asker = person()
    wanted = choices or [name for name in CHOICES if name != "digest"]
    changes: dict[str, Any] = {
        "email": f"{asker.name}@example.org",
        "email_confirmed_at": timezone.now() if fields.get("email", "mine") else None,
        "notifications": dict.fromkeys(wanted, True),
        **fields,
    }
    Account.objects.filter(id=asker.account).update(**changes)
    return asker


def mails_of(asker: Asker) -> list[Mail]:
    return list(Mail.objects.filter(account=asker.account).order_by("created_at", "id"))


def text_of(message: EmailMessage) -> str:
    content: str = message.get_content()
    return content.replace("\r\n", "\n")
