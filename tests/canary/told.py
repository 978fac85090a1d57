"""Which cards an event may tell to whom while its game runs, from the rules and not from `seen_by`.

A field that is not named here tells nobody a card.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tests.canary.cards import Seat, codes_in_value

Shown: TypeAlias = Mapping[str, Any]
"""An event as it was shown."""
Payload: TypeAlias = Mapping[str, Any]
"""The same event as it is stored, with cards by their numbers."""
May: TypeAlias = Callable[[Shown, Seat], bool]
True_: TypeAlias = Callable[[Payload, int], list[int]]


def _everybody(event: Shown, seat: Seat) -> bool:
    return True


def _its_seat(event: Shown, seat: Seat) -> bool:
    return seat is not None and seat == event["seat"]


def _discarder(event: Shown, seat: Seat) -> bool:
    """A discard lies face down, unless it was turned up to fill the stack again (2.5)."""
    return _its_seat(event, seat) or event["data"]["discarded"] == event["data"]["turned_up"]


def _both(other: str) -> May:
    return lambda event, seat: (
        _its_seat(event, seat) or (seat is not None and seat == event["data"][other])
    )


def _seated(event: Shown, seat: Seat) -> bool:
    return seat is not None


_MAY: Mapping[tuple[str, str], Mapping[str, May]] = {
    ("mow", "RoundDealt"): {"hand": _seated},
    ("mow", "CowPlayed"): {"card": _everybody},
    ("mow", "CardDrawn"): {"card": _its_seat},
    ("mow", "HerdTaken"): {"cards": _everybody},
    ("mow", "RoundEnded"): {"hands": _everybody},
    ("farmyard-cries", "RoundDealt"): {"face_up": _everybody, "hand": _seated},
    ("farmyard-cries", "CardExchanged"): {
        "taken": _everybody,
        "turned_up": _everybody,
        "discarded": _discarder,
    },
    ("farmyard-cries", "CardSealed"): {"card": _its_seat},
    ("farmyard-cries", "CardsPassed"): {"given": _seated, "received": _seated},
    ("farmyard-cries", "GroupCried"): {"given": _everybody},
    ("farmyard-cries", "RoundEnded"): {"cards": _everybody},
    ("family-favourites", "RoundDealt"): {"top": _everybody, "hand": _seated},
    ("family-favourites", "CardPlayed"): {"card": _everybody},
    ("family-favourites", "PileRecycled"): {"cards": _everybody},
    ("family-favourites", "CardDrawn"): {"card": _its_seat},
    ("family-favourites", "RoundEnded"): {"hands": _everybody},
    ("tortoise", "RoundDealt"): {"hand": _seated},
    ("tortoise", "PairsThrown"): {"pairs": _everybody},
    ("tortoise", "CardDrawn"): {"card": _both("offerer")},
    ("tortoise", "CardHandedOn"): {"card": _both("receiver")},
}

_OWN: Mapping[tuple[str, str], True_] = {
    ("RoundDealt", "hand"): lambda payload, seat: payload["hands"][seat],
    ("CardsPassed", "given"): lambda payload, seat: [payload["cards"][seat]],
    ("CardsPassed", "received"): lambda payload, seat: [payload["cards"][seat - 1]],
}
"""What each seat is told apart from the others: the cards that it is, by the stored event."""


def forbidden_in(slug: str, event: Shown, seat: Seat) -> dict[str, frozenset[str]]:
    """Return the codes that an event tells and must not tell to this seat, by field."""
    may = _MAY.get((slug, event["type"]), {})
    return {
        name: codes
        for name, value in event["data"].items()
        if (codes := codes_of(value)) and not (name in may and may[name](event, seat))
    }


def own_cards(event: Shown) -> dict[str, True_]:
    """Return the fields of an event whose cards have to be those of the viewer's own seat."""
    asked = ((name, _OWN.get((event["type"], name))) for name in event["data"])
    return {name: true for name, true in asked if true is not None}


def public_cards(slug: str, event: str, seat: Seat, payload: Payload) -> Iterator[int]:
    """Yield the cards, by their numbers, that a stored event tells to everybody."""
    shown = {"seat": seat, "data": payload}
    for name, may in _MAY.get((slug, event), {}).items():
        if may(shown, None):
            yield from _numbers(payload.get(name))


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _numbers(one)


def codes_of(value: Any) -> frozenset[str]:
    """Return the codes in all texts of a JSON value."""
    if isinstance(value, str):
        return codes_in_value(value)
    if isinstance(value, Mapping):
        return frozenset().union(*map(codes_of, value.values()))
    if isinstance(value, list):
        return frozenset().union(*map(codes_of, value))
    return frozenset()
