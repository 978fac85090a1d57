"""A process that notes when something arrives: frames of a stream, or messages of a cache.

Started by `bench_streams`. Each line it writes is what arrived and when, in nanoseconds of the
clock that all processes of a machine share.
"""

import re
import socket
import sys
import time
from urllib.parse import urlsplit

import redis

_ID = re.compile(rb"id: (\d+)\nevent: event\n")


def frames(url: str, game: str) -> None:
    """Note the events of a game."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port)) as line:
        line.sendall(
            f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode()
        )
        while data := line.recv(65_536):
            arrived = time.monotonic_ns()
            if b"event: snapshot" in data:
                print("ready", flush=True)
            for version in _ID.findall(data):
                print(version.decode(), arrived, flush=True)


def messages(url: str, channel: str) -> None:
    """Note the messages of a channel."""
    with redis.Redis.from_url(url) as client, client.pubsub() as heard:
        heard.subscribe(channel)
        for message in heard.listen():
            arrived = time.monotonic_ns()
            if message["type"] == "subscribe":
                print("ready", flush=True)
            else:
                print(message["data"].decode(), arrived, flush=True)


if __name__ == "__main__":
    {"frames": frames, "messages": messages}[sys.argv[1]](sys.argv[2], sys.argv[3])
