"""Typed readers for environment variables; the only place that reads `os.environ` for settings."""

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import unquote, urlsplit

_PATH = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)*")


class BadEnvironmentError(Exception):
    """A variable has a value that cannot be used; the message names it and says what to do."""


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def words(name: str, default: str = "") -> list[str]:
    """Read a list separated by commas or blanks."""
    return text(name, default).replace(",", " ").split()


def networks(name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Read ranges of addresses, such as `127.0.0.0/8 fd00::/8`."""
    try:
        return tuple(ip_network(one) for one in words(name))
    except ValueError as error:
        raise BadEnvironmentError(f"{name} must be ranges such as 127.0.0.0/8: {error}.") from None


def whole(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    raw = text(name)
    if not raw:
        return default
    if not raw.isascii() or not raw.isdigit() or not least <= int(raw) <= most:
        raise BadEnvironmentError(
            f"{name} must be a whole number from {least} to {most}, not {raw!r}."
        )
    return int(raw)


def one_of(name: str, choices: Collection[str], default: str) -> str:
    raw = text(name, default)
    if raw not in choices:
        raise BadEnvironmentError(f"{name} must be one of {', '.join(choices)}, not {raw!r}.")
    return raw


def address(name: str, default: str = "") -> str:
    """Read a URL, which may hold a password: the message does not show it."""
    raw = text(name, default)
    if raw and "://" not in raw:
        raise BadEnvironmentError(f"{name} must look like redis://:password@host:6379/0.")
    return raw


def path(name: str, default: str) -> str:
    """Read a path below the root, without slashes around it, such as `office/dashboard`."""
    raw = text(name, default).strip("/")
    first = raw.partition("/")[0]
    if not _PATH.fullmatch(raw) or first in {"api", "oauth", "mails", "static"}:
        raise BadEnvironmentError(
            f"{name} must be a path such as office/dashboard, not one that is taken: {raw!r}."
        )
    return raw


def flag(name: str, *, default: bool = False) -> bool:
    raw = text(name).lower()
    if raw in {"1", "true", "yes", "on"}:
        return True
    if raw in {"0", "false", "no", "off"}:
        return False
    if raw:
        raise BadEnvironmentError(f"{name} must be 1 or 0, not {raw!r}.")
    return default


def span(name: str, default: tuple[int, int]) -> tuple[int, int]:
    """Read `800-2500` as (800, 2500) and `0` as (0, 0)."""
    raw = text(name)
    if not raw:
        return default
    low, _, high = raw.partition("-")
    high = high or low
    if not (low.isdigit() and high.isdigit() and int(low) <= int(high)):
        raise BadEnvironmentError(
            f"{name} must be a number or a span such as 800-2500, not {raw!r}."
        )
    return int(low), int(high)


@dataclass(frozen=True, kw_only=True)
class DatabaseUrl:
    """The parts of `postgresql://user:password@host:port/name`."""

    user: str
    password: str
    host: str
    port: str
    name: str

    @classmethod
    def parse(cls, name: str, raw: str) -> "DatabaseUrl":
        """Read the value of variable `name`; raise `BadEnvironmentError` without showing it."""
        bad = BadEnvironmentError(
            f"{name} must look like postgresql://user:password@host:5432/herdbook."
        )
        try:
            parts = urlsplit(raw)
            port = parts.port
        except ValueError:  # a bracket without its other half, or a port that is no number
            raise bad from None
        if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
            raise bad
        return cls(
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            host=parts.hostname or "",
            port=str(port or ""),
            name=unquote(parts.path.strip("/")),
        )

    def as_django(self, *, options: Mapping[str, object]) -> dict[str, object]:
        return {
            "ENGINE": "config.postgresql",
            "NAME": self.name,
            "USER": self.user,
            "PASSWORD": self.password,
            "HOST": self.host,
            "PORT": self.port,
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": dict(options),
        }


def database_options(*, prepare_after: int | None) -> dict[str, object]:
    """Return how to connect to PostgreSQL; a statement is prepared after so many uses, or never."""
    return {
        # Server-side binding and early preparation: the move path repeats a handful of statements.
        # "off" is for PgBouncer before 1.21, which cannot carry prepared statements.
        "server_side_binding": True,
        "prepare_threshold": prepare_after,
        "connect_timeout": 5,
        # A network that swallows what is sent says nothing: after half a minute that is an error.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 4,
        "tcp_user_timeout": 30_000,
        "application_name": text("HERDBOOK_PROCESS", "herdbook"),
    }
