"""Rules with a fault, as no rule should have one."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.rules.mow.game import RULESET

HIDDEN = "7.2 is a card that nobody may see"
"""What is wrong with the rules, as no log may say it."""


@contextmanager
def rules_that_fail(name: str) -> Iterator[None]:
    """Let Mow be broken: a part of the rules raises what no rule raises."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError(HIDDEN)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(RULESET), name, fail)
        yield
