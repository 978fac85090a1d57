"""Lines of the log: as text, or as JSON with the id of the request that they belong to.

Libraries quote what a client sent, an address or a header field, and some clients send their token
in the wrong place. So no line of either form holds one.
"""

import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from celery import current_app
from pythonjsonlogger.json import JsonFormatter

from config import env

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is being answered, empty outside of one."""


_SECRETS = re.compile(r"(hb_[0-9a-f]{16}_)[0-9a-f]{64}|(whsec_)[A-Za-z0-9+/]{16,}=*")


def without_secrets(line: str) -> str:
    """Return a line without what opens something: of a token its id stays."""
    return _SECRETS.sub(lambda found: f"{found[1] or found[2]}...", line)


class TextLines(logging.Formatter):
    """Writes a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLines(JsonFormatter):
    """Writes what every line has, and by name what a line was given by name.

    `request_id` is there while a request is answered, `task` and `task_id` while a task runs.
    """

    def add_fields(
        self,
        log_data: dict[str, Any],
        record: logging.LogRecord,
        message_dict: dict[str, Any],
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        log_data |= {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": env.text("HERDBOOK_PROCESS", "herdbook"),
            "pid": record.process,
        }
        if known := request_id.get():
            log_data["request_id"] = known
        if (task := current_app.current_task) is not None:
            log_data |= {"task": task.name, "task_id": task.request.id}
        if isinstance(record.args, dict):
            log_data |= record.args

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))
