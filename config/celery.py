"""The Celery application. Workers and beat start with `celery -A config`."""

import gc
import os
import sys
from pathlib import Path
from typing import Any

from celery import Celery, Task, states
from celery.signals import (
    beat_init,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)

from config import env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("herdbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def _refuse_unsafe(**kwargs: Any) -> None:
    from config.starting import refuse_unsafe

    try:
        refuse_unsafe()
    except Exception as error:  # noqa: BLE001 - whatever it is, this process must not start
        # Celery logs the errors of a signal's receiver and goes on; an exit it lets through.
        sys.exit(str(error))


@worker_process_init.connect
@worker_ready.connect
def _set_aside_what_is_loaded(**kwargs: Any) -> None:
    # What a failed task leaves behind is a cycle of few objects with 140 kB, and a full collection
    # waits for a quarter of all objects there are. Without the code in that sum it comes soon.
    gc.freeze()
    gc.collect()  # of next to nothing, after which that sum is next to nothing


@task_prerun.connect
def _look_at_connections(task: Task[..., Any], **kwargs: Any) -> None:
    """Close a connection whose server has gone, as before each request."""
    from django.db import close_old_connections

    if not task.request.is_eager:
        close_old_connections()


@task_postrun.connect
def _let_go_of_connections(task: Task[..., Any], state: str, **kwargs: Any) -> None:
    """Close connections after a failure: a time limit may have cut a statement short."""
    from django.db import connections

    if state != states.SUCCESS and not task.request.is_eager:
        connections.close_all()


@worker_ready.connect
def _start_timers(sender: Any, **kwargs: Any) -> None:
    from config.sweeping import timers_of

    for timer in timers_of(sender.app.amqp.queues.consume_from):
        timer.start()


@worker_shutting_down.connect
def _stop_timers(**kwargs: Any) -> None:
    from config.sweeping import TIMERS

    for timer in TIMERS:
        timer.stop()


@worker_ready.connect
@beat_init.connect
def _say_ready(**kwargs: Any) -> None:
    """Leave a file for whoever started this process and waits until it works."""
    if path := env.text("HERDBOOK_READY_FILE"):
        Path(path).touch()


@worker_ready.connect
def _notice_signals_soon(sender: Any, **kwargs: Any) -> None:
    # The worker's loop sleeps through signals until the next event, a second when it is idle.
    sender.timer.call_repeatedly(0.1, lambda: None)
