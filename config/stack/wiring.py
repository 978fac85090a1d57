"""The addresses of the servers, and what our processes are told about them.

DATABASE_URL (with HERDBOOK_OWNER_DATABASE_URL) and CELERY_BROKER_URL (with HERDBOOK_CACHE_URL)
each replace one embedded server.
"""

import os
from dataclasses import dataclass

from config import env
from config.stack import credentials, ports, postgres, valkey
from config.stack.state import State

# What the stack decides. A value of the person's own reaches a process only through `Wiring`.
_OURS = (
    "DATABASE_URL",
    "HERDBOOK_OWNER_DATABASE_URL",
    "HERDBOOK_CONNECT_AS",
    "CELERY_BROKER_URL",
    "HERDBOOK_CACHE_URL",
)


def given_database() -> str:
    """Return the address of a database of the person's own, or nothing."""
    return env.text("DATABASE_URL") or env.text("HERDBOOK_OWNER_DATABASE_URL")


def given_broker() -> str:
    """Return the address of a broker of the person's own, or nothing."""
    return env.text("CELERY_BROKER_URL")


@dataclass(frozen=True, kw_only=True)
class Wiring:
    """Where everything is, passwords included."""

    app_url: str
    owner_url: str
    broker_url: str
    cache_url: str
    secret_key: str
    web_port: int
    """Where the web process listens, with which links in mails begin; 0 while nobody knows."""

    def addresses(self) -> dict[str, str]:
        """Return the addresses alone, under the names of their settings."""
        return {
            "DATABASE_URL": self.app_url,
            "HERDBOOK_OWNER_DATABASE_URL": self.owner_url,
            "CELERY_BROKER_URL": self.broker_url,
            "HERDBOOK_CACHE_URL": self.cache_url,
        }

    def for_app(self, process: str) -> dict[str, str]:
        """Return the environment of a process of ours, which never learns the owner's password."""
        return {
            **{name: value for name, value in os.environ.items() if name not in _OURS},
            "DATABASE_URL": self.app_url,
            "CELERY_BROKER_URL": self.broker_url,
            "HERDBOOK_CACHE_URL": self.cache_url,
            "HERDBOOK_SECRET_KEY": self.secret_key,
            "HERDBOOK_DEBUG": env.text("HERDBOOK_DEBUG", "1"),
            "HERDBOOK_PROCESS": f"herdbook-{process}",
            "PYTHONUNBUFFERED": "1",
            "HERDBOOK_PORT": str(self.web_port or ""),
        }

    def for_owner(self, process: str) -> dict[str, str]:
        """Return the environment of what changes the schema: migrations and tests."""
        return {
            **self.for_app(process),
            "HERDBOOK_OWNER_DATABASE_URL": self.owner_url,
            "HERDBOOK_CONNECT_AS": "owner",
        }


def of(state: State) -> Wiring:
    """Put the addresses together; the embedded servers have chosen their ports already."""
    secrets, port = credentials.of(state), ports.recorded(state)
    app_url, broker_url = given_database(), given_broker()
    owner_url = env.text("HERDBOOK_OWNER_DATABASE_URL", app_url)
    cache_url = env.text("HERDBOOK_CACHE_URL")
    if not app_url:
        app_url = postgres.url(postgres.APP, secrets.app, port["postgres"])
        owner_url = postgres.url(postgres.OWNER, secrets.owner, port["postgres"])
    if not broker_url:
        broker_url = valkey.url(secrets.broker, port["broker"], database=0)
        cache_url = cache_url or valkey.url(secrets.broker, port["broker"], database=1)
    return Wiring(
        app_url=app_url,
        owner_url=owner_url,
        broker_url=broker_url,
        cache_url=cache_url,
        secret_key=env.text("HERDBOOK_SECRET_KEY", secrets.secret_key),
        web_port=env.whole("HERDBOOK_PORT", 8000, most=65_535) or port.get("web", 0),
    )
