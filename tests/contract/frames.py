"""Reading server-sent events, strictly: what we send has one form."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_FRAME = re.compile(rb"(?:retry: [0-9]+\n)?id: ([0-9a-f-]+)\nevent: ([a-z]+)\ndata: (.*)")


@dataclass(frozen=True)
class Frame:
    """One frame of a stream."""

    id: str
    event: str
    data: bytes

    @property
    def shown(self) -> Any:
        return json.loads(self.data)


def frames_of(content: bytes) -> Iterator[Frame]:
    """Yield the frames of a body; every one has to be whole."""
    assert content.endswith(b"\n\n"), content[-200:]
    for text in content.removesuffix(b"\n\n").split(b"\n\n"):
        found = _FRAME.fullmatch(text)
        assert found, text
        yield Frame(found[1].decode(), found[2].decode(), found[3])
