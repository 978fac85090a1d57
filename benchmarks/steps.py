"""What a written game is made of; importable before Django is set up."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One move: who makes it, and the body that is sent."""

    token: str
    body: dict[str, str]


@dataclass(frozen=True)
class Script:
    """A game and its moves in order."""

    game: str
    steps: list[Step]
