"""Where lines of the log go, in which form, and of what there must be none."""

from typing import Any

from config.metrics import counting


def to_stderr(*, level: str, form: str) -> dict[str, Any]:
    """Return `LOGGING`: all from `level` on goes to standard error, as `text` or as `json`."""
    configuration: dict[str, Any] = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {
                "()": "config.log_lines.TextLines",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
            },
            "json": {"()": "config.log_lines.JsonLines"},
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "level": level, "formatter": form}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # With debugging Django adds a handler of its own, which would write all again as it is.
            "django": {"handlers": []},
            # Below INFO it shows statements with their values: mail addresses, hashes of secrets.
            "django.db.backends": {"level": "INFO"},
            # Celery tells of every sweep, some megabytes a day, and nothing we do not log better.
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            # Below INFO they show where webhooks lead, and what signs them.
            "httpcore": {"level": "INFO"},
            # Below INFO they show codes and tokens.
            "oauthlib": {"level": "INFO"},
            "oauth2_provider": {"level": "INFO"},
        },
    }
    if counting.FOLDER:
        # Whatever the level of the log: the line of a command is what it is counted by.
        configuration["handlers"]["counter"] = {"class": "config.metrics.counting.CommandCounter"}
        configuration["loggers"]["herdbook.commands"] = {"level": "INFO", "handlers": ["counter"]}
    return configuration
