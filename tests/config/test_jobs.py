"""What beat asks for is there to be done."""

from celery import current_app

from config import jobs


def test_every_job_is_a_task_that_there_is():
    current_app.loader.import_default_modules()
    assert jobs.JOBS.keys() <= current_app.tasks.keys()


def test_no_message_waits_longer_than_for_the_next_one_or_half_a_minute():
    for job in jobs.beat_schedule(2).values():
        assert job["options"]["expires"] == max(30, job["schedule"].run_every.total_seconds())
