"""The names of cards, and which of them lie where a viewer can see them, by the stored state.

Written from the rules alone: nothing here asks the code that decides what a viewer is shown.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from games.engine.registry import find_ruleset

SLUGS = ("mow", "farmyard-cries", "family-favourites", "tortoise")
CODES: Mapping[str, frozenset[str]] = {
    slug: frozenset(find_ruleset(slug).pack.code_of) for slug in SLUGS
}
EVERY_CODE = frozenset().union(*CODES.values())

_SIGNS = re.compile(r"[:>@^]")
_BREAKS = re.compile(r"[^0-9A-Za-z._-]+")
_NO_CARDS = re.compile(
    r"HTTP/\d\.\d|VERSION:2\.0|\b[\w.]+=\"?[\d.]+\b|\d+\.\d+(?:%| (?:ms|s|seconds|minutes|hours)\b)"
    r"|\d{4}-\d\d-\d\d[T ][\d:.,]+Z?"
)
"""Numbers that could be cards of Mow: versions of protocols, times, and what is measured."""
_LONGEST = 24
"""Characters of the longest move; a longer value is an id, an address or a sentence."""

Seat: TypeAlias = int | None


def codes_in_value(text: str) -> frozenset[str]:
    """Return the codes of a value where a card, a move or a place in a herd may stand.

    >>> sorted(codes_in_value("7.1^A7"))
    ['7.1', 'A7']
    """
    return EVERY_CODE.intersection(_SIGNS.split(text)) if len(text) <= _LONGEST else frozenset()


def codes_in_prose(text: str) -> frozenset[str]:
    """Return the words of a text that are names of cards.

    >>> sorted(codes_in_prose("You hold HEN.M, after 7.2 s."))
    ['HEN.M']
    """
    return EVERY_CODE.intersection(
        word.strip("._-") for word in _BREAKS.split(_NO_CARDS.sub(" ", text))
    )


def seen_on_the_table(slug: str, rules: Any, seat: Seat) -> frozenset[str]:
    """Return the codes of the cards that lie open, and of those that only this seat sees."""
    code_of = find_ruleset(slug).pack.code_of
    return frozenset(code_of[card] for card in _LYING_OPEN[slug](rules, seat))


def shown_at_the_last_end(slug: str, rules: Any) -> frozenset[str]:
    """Return the codes of the cards that were shown when the last round was scored."""
    scored, code_of = getattr(rules, "last_round", None), find_ruleset(slug).pack.code_of
    if scored is None:
        return frozenset()
    shown = [scored.cards] if slug == "farmyard-cries" else scored.hands
    return frozenset(code_of[card] for hand in shown for card in _cards(hand))


def _cards(cards: int | Iterable[int]) -> list[int]:
    """Return the cards of a set, which is a bit mask or a list."""
    if isinstance(cards, int):
        return [card for card in range(cards.bit_length()) if cards >> card & 1]
    return list(cards)


def _hand(rules: Any, seat: Seat) -> list[int]:
    return [] if seat is None else _cards(rules.hands[seat])


def _mow(rules: Any, seat: Seat) -> list[int]:
    stable = [] if seat is None else _cards(rules.stables[seat])
    return [*_hand(rules, seat), *_cards(rules.herd), *stable]


def _farmyard_cries(rules: Any, seat: Seat) -> list[int]:
    return [*_hand(rules, seat), *rules.stack_a[-1:], *rules.stack_b[-1:]]


def _family_favourites(rules: Any, seat: Seat) -> list[int]:
    return [*_hand(rules, seat), *rules.played]


def _tortoise(rules: Any, seat: Seat) -> list[int]:
    return [*_hand(rules, seat), *rules.thrown]


_LYING_OPEN: Mapping[str, Callable[[Any, Seat], list[int]]] = {
    "mow": _mow,
    "farmyard-cries": _farmyard_cries,
    "family-favourites": _family_favourites,
    "tortoise": _tortoise,
}
