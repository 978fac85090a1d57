"""The process that shows all figures: of every process that counts, and of this moment."""

from pathlib import Path
from socket import AF_INET, AF_INET6
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.multiprocess import MultiProcessCollector

from config.metrics.collecting import Present
from config.metrics.counting import FOLDER, REFUSALS

ALARMING = ("internal_error", "game_incident", "busy", "unavailable")
"""Codes that are shown before anybody was answered with one: Prometheus sees no rise from nothing."""


class _Files(MultiProcessCollector):
    """Leaves out a file in which nothing stands yet, as a process that starts has for a moment."""

    def collect(self) -> Any:
        begun = [str(one) for one in Path(FOLDER).glob("*.db") if one.stat().st_size]
        return self.merge(begun, accumulate=True)  # type: ignore[no-untyped-call]


def registry() -> CollectorRegistry:
    """Return everything there is to show."""
    shown = CollectorRegistry()
    if FOLDER:
        for code in ALARMING:
            REFUSALS.labels(code)
        _Files(shown, path=FOLDER)  # type: ignore[no-untyped-call]
    shown.register(Present())
    return shown


def server(host: str, port: int) -> WSGIServer:
    """Return what answers with the figures at an address; 0 is any free port."""
    shown = make_wsgi_app(registry())

    def answer(asked: dict[str, Any], start: Any) -> Any:
        # One form for everybody: the library breaks on versions of others that are none.
        return shown({name: one for name, one in asked.items() if name != "HTTP_ACCEPT"}, start)

    class Server(ThreadingWSGIServer):
        address_family = AF_INET6 if ":" in host else AF_INET

    return make_server(host, port, answer, Server, _Silent)


def serve() -> None:
    """Answer at `HERDBOOK_METRICS_HOST` and `HERDBOOK_METRICS_PORT`; does not return."""
    server(settings.HERDBOOK_METRICS_HOST, settings.HERDBOOK_METRICS_PORT).serve_forever()


class _Silent(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's names
        """Say nothing of requests: somebody asks every few seconds."""
