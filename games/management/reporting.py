"""What a walk over all games prints: findings as they come, and last what they amount to."""

from collections.abc import Sequence

import msgspec

from games.management.progress import Bar
from games.verifying.findings import Finding


class Report:
    """Prints findings, in words or as JSON, and counts."""

    def __init__(self, shown: Bar, *, as_json: bool) -> None:
        self._shown = shown
        self._as_json = as_json
        self.games = self.events = self.findings = self.unsound = 0

    def add(self, events: int, findings: Sequence[Finding]) -> None:
        """Count a game and print what was found."""
        self.games += 1
        self.events += events
        self.unsound += bool(findings)
        self.tell(findings)
        self._shown.advance()

    def tell(self, findings: Sequence[Finding]) -> None:
        """Print findings."""
        self.findings += len(findings)
        for finding in findings:
            line = msgspec.json.encode(finding).decode() if self._as_json else str(finding)
            self._shown.print(line)

    def summary(self, sentence: str) -> str:
        """Return the last line: the counts, and in words what they mean."""
        if self._as_json:
            counts = {name: getattr(self, name) for name in ("games", "events", "findings")}
            return msgspec.json.encode({"summary": counts}).decode()
        return f"{counted(self.games, 'game')}, {counted(self.events, 'event')}: {sentence}"


def counted(number: int, noun: str) -> str:
    """Return a number of things, in words for people."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
