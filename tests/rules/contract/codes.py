"""Finding the codes of cards in whatever a ruleset says."""

import re

from games.engine.cards import Pack

# `7.1^A7`, `S@6>L` and `You do not hold 7.2.` all fall into codes and other words this way.
WORD = re.compile(r"\w+(?:\.\w+)*")


def find_codes(value: object, pack: Pack) -> list[str]:
    """Return every code of the pack that stands in `value`, as often as it does.

    Looks at the value's `repr`, so it sees into any mixture of containers and structs.
    """
    return [word for word in WORD.findall(repr(value)) if pack.has_code(word)]
