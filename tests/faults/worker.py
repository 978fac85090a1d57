"""The product's Celery application, with fail-points in its workers."""

from typing import Any

from celery.signals import worker_init

from config import env
from config.celery import app
from tests.faults.orders import VISIBILITY

__all__ = ["app"]

if env.text(VISIBILITY):
    app.conf.broker_transport_options = {
        **app.conf.broker_transport_options,
        "visibility_timeout": env.whole(VISIBILITY, 120),
    }


@worker_init.connect
def _install(**kwargs: Any) -> None:
    from tests.faults import failpoints

    failpoints.install()
