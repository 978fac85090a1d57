"""Listening for wake-ups ends whenever it is told to, also in the middle of connecting."""

import asyncio

import pytest

from config.hearing import Hearing


@pytest.mark.usefixtures("database")
def test_it_ends_at_once_when_it_is_cancelled_at_any_moment():
    """Else a server that stops would wait for it for ever."""

    heard: list[str] = []

    async def run():
        for step in range(60):
            hearing = Hearing(heard.extend)
            hearing.begin()
            task = hearing._task
            if task is None:
                pytest.skip("servers of one's own may have no cache; make test brings one")
            for _ in range(step % 12):
                await asyncio.sleep(0)
            await asyncio.sleep(step / 60_000)
            task.cancel()
            async with asyncio.timeout(5):
                await asyncio.wait({task})
            assert task.cancelled()

    asyncio.run(run())
