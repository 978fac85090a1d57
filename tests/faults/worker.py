"""The product's Celery application, with fail-points in its workers."""

from typing import Any

from celery.signals import worker_init

from config.celery import app

__all__ = ["app"]


@worker_init.connect
def _install(**kwargs: Any) -> None:
    from tests.faults import failpoints

    failpoints.install()
