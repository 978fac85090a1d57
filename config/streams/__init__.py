"""Streams of server-sent events, each a coroutine of the process that waits."""
