"""The project: settings, URLs, processes, and the embedded servers of a first start."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
