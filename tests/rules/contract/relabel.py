"""Relabelling the cards in recorded events, whatever their fields are called.

Which fields hold cards is read from the annotations: `games.engine.cards.Card` carries a mark.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from games.engine.cards import Card
from games.engine.events import Event

Labels = Sequence[Card]
"""The new number of each card of the pack, indexed by the old one."""

_Rename = Callable[[Card], Card]

S = TypeVar("S", bound=msgspec.Struct)


def relabelled(event: Event, labels: Labels) -> Event:
    """Return the event with every card in it under its new number."""
    # A number outside the pack stands for no card.
    twin = _rename(event, lambda card: labels[card] if 0 <= card < len(labels) else card)
    shuffle, twin_shuffle = event.shuffle(), twin.shuffle()
    if shuffle is not None:
        wanted = [labels[card] for card in shuffle[1]]
        assert twin_shuffle is not None
        assert [*twin_shuffle[1]] == wanted, f"{event.type}: not all its cards are marked as Card"
    return twin


def cards_in(event: Event) -> list[Card]:
    """Return every card in the event, as often as it stands there."""
    found: list[Card] = []

    def note(card: Card) -> Card:
        found.append(card)
        return card

    _rename(event, note)
    return found


def _rename(struct: S, rename: _Rename) -> S:
    changed = {
        name: _renamed(annotation, getattr(struct, name), rename)
        for name, annotation in _card_fields(type(struct))
    }
    return msgspec.structs.replace(struct, **changed)


@cache
def _card_fields(struct: type[msgspec.Struct]) -> list[tuple[str, inspect.Type]]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return [(field.name, field.type) for field in info.fields if _holds_cards(field.type)]


def _holds_cards(annotation: inspect.Type) -> bool:
    match annotation:
        case inspect.Metadata(type=inner, extra=extra):
            return bool(extra and extra.get("card")) or _holds_cards(inner)
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            return any(map(_holds_cards, parts))
        case inspect.DictType(key_type=key, value_type=item):
            return _holds_cards(key) or _holds_cards(item)
        case inspect.CollectionType(item_type=item):
            return _holds_cards(item)
        case inspect.StructType(cls=struct):
            return bool(_card_fields(struct))
        case _:
            return False


def _renamed(annotation: inspect.Type, value: Any, rename: _Rename) -> Any:
    if value is None or not _holds_cards(annotation):
        return value
    renamed: Any
    match annotation:
        case inspect.Metadata(type=inner, extra=extra):
            is_card = extra and extra.get("card")
            renamed = rename(value) if is_card else _renamed(inner, value, rename)
        case inspect.UnionType(types=parts):
            renamed = _renamed(next(filter(_holds_cards, parts)), value, rename)
        case inspect.TupleType(item_types=parts):
            pairs = zip(parts, value, strict=True)
            renamed = tuple(_renamed(part, each, rename) for part, each in pairs)
        case inspect.DictType(key_type=key, value_type=item):
            renamed = {
                _renamed(key, name, rename): _renamed(item, each, rename)
                for name, each in value.items()
            }
        case inspect.CollectionType(item_type=item):
            renamed = type(value)(_renamed(item, each, rename) for each in value)
        case _:
            renamed = _rename(value, rename)
    return renamed
