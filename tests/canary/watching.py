"""The plug-in of the canary search: a test in which something hidden was told has failed (F41).

Answers are handed to it where they are held against the OpenAPI document, messages and mails where
the tests receive them; lines of the log and messages to the broker it listens to by itself.
"""

import logging
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery.signals import before_task_publish
from django.core import mail

from tests.canary import findings
from tests.canary.channels import search_keys, search_text, search_value

_NOT_OF_A_SERVER = ("django.db.backends", "asyncio", "faker", "hypothesis", "tests")
"""Loggers that the settings keep silent, and those of the tests."""


_ASKED = re.compile(r"[A-Z][A-Za-z ]+: /.*$")
"""An address that was refused: whoever sent it knew what stands in it, but it may hold a secret."""
_FRAME = re.compile(r'\s*File ".+", line \d+')
"""A frame of a traceback; the deeper lines after it are text of a program, and hold no value."""


class _Lines(logging.Handler):
    """Searches every line of the log, whatever its level."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(_NOT_OF_A_SERVER):
            return
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f" {record.exc_info[1]}"
        search_text("log", record.name, text)
        if isinstance(record.args, dict):
            search_value("log", record.name, record.args)


def search_message(sender: str, body: Any, **kwargs: Any) -> None:
    """Search a message to the broker before it is sent."""
    arguments, named, _ = body
    search_value("task", sender, [*arguments, dict(named)])


def search_log_files(folder: Path) -> None:
    """Fail for what the files of a stack's logs should not hold."""
    findings.taken()
    for file in sorted(folder.iterdir()):
        for line in _without_source(file.read_text(errors="replace").splitlines()):
            where = f"{file.name}: {line[:200]!r}"
            search_keys("log file", where, line)
            search_text("log file", where, _ASKED.sub("", line))
    fail_for(findings.taken())


def _without_source(lines: list[str]) -> Iterator[str]:
    """Leave out the lines of programs that tracebacks quote: a number in them is no card."""
    frame = ""
    for line in lines:
        if not (frame and line.startswith(f"{frame}  ")):
            yield line
            found = _FRAME.match(line)
            frame = line[: len(line) - len(line.lstrip())] if found else ""


def fail_for(found: list[str]) -> None:
    """Fail if something was found."""
    if found:
        pytest.fail("Somebody was told what he may not know:\n" + "\n".join(found[:20]))


def pytest_configure(config: pytest.Config) -> None:
    before_task_publish.connect(search_message)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    lines, root = _Lines(), logging.getLogger()
    findings.taken()
    root.addHandler(lines)
    try:
        result = yield
    finally:
        root.removeHandler(lines)
    for letter in getattr(mail, "outbox", ()):
        search_text("mail", letter.subject, f"{letter.subject}\n{letter.body}")
    fail_for(findings.taken())
    return result


def pytest_runtest_teardown(item: pytest.Item) -> None:
    findings.taken()
