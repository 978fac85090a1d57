"""The Celery application. Workers and beat start with `celery -A config`."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("herdbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def _start_timer(**kwargs: Any) -> None:
    from config.sweeping import timer

    timer.start()


@worker_shutting_down.connect
def _stop_timer(**kwargs: Any) -> None:
    from config.sweeping import timer

    timer.stop()
