"""Which cards a viewer cannot know, by the independent word of `facts.py`, not by `seen_by`.

A viewer knows the cards of its own hand, now and ever since the shuffle, and what was public.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card, Pack
from games.engine.events import Event
from games.engine.seats import Seat
from tests.rules.contract.codes import find_codes
from tests.rules.contract.games import Game
from tests.rules.contract.relabel import cards_in


@dataclass(frozen=True)
class Shuffle:
    """A shuffle of a game, from which on the cards could have lain otherwise."""

    commit: int
    event: int
    """Which event of the commit records it."""
    purpose: str
    order: list[Card]


def find_shuffles(game: Game, upto: int) -> list[Shuffle]:
    """Return the last deal before the end of commit `upto`, and the shuffles after it.

    Of each commit only its last shuffle counts: what an earlier one of the same commit brought
    may have been played out and shown within it.
    """
    found: list[Shuffle] = []
    for number in range(upto, -1, -1):
        recorded = [(at, event.shuffle()) for at, event in enumerate(game.commits[number].events)]
        shuffles = [(at, shuffle) for at, shuffle in recorded if shuffle is not None]
        if shuffles:
            at, (purpose, order) = shuffles[-1]
            found.append(Shuffle(number, at, purpose, list(order)))
        if any(purpose == "deal" for _, (purpose, _) in shuffles):
            break
    return found[::-1]


def known_codes(game: Game, viewer: Seat | None, since: Shuffle, upto: int) -> set[str]:
    """Return the codes that the viewer has come across from a shuffle to the end of a commit.

    What the shuffle's own commit made public before the shuffle says nothing about the cards
    shuffled, so of that commit only what lies there at its end counts.
    """
    seen = [fresh_deal(game, since.commit)] if since.purpose == "deal" else []
    for number in range(since.commit, upto + 1):
        if viewer is not None:
            seen.append(game.position(number)["hands"][viewer])
        if number > since.commit:
            seen.append(public_facts(game, number))
    return set(find_codes(seen, game.subject.ruleset.pack))


def deal_order(events: Sequence[Event]) -> Sequence[Card] | None:
    """Return the order of the last deal that these events record, if any."""
    shuffles = [shuffle for event in events if (shuffle := event.shuffle()) is not None]
    return next((order for purpose, order in reversed(shuffles) if purpose == "deal"), None)


def fresh_deal(game: Game, number: int) -> object:
    """Return what everybody sees of the deal with which a commit of the game ends, if it does."""
    order = deal_order(game.commits[number].events)
    if order is None:
        return None
    codes = game.subject.ruleset.pack.codes(order)
    return game.subject.facts.deal_facts(codes, game.position(number))


def public_facts(game: Game, number: int) -> object:
    """Return what a move of the game made public."""
    commit = game.commits[number]
    assert commit.seat is not None
    before, after = game.position(number - 1), game.position(number)
    return game.subject.facts.public_facts(before, commit.seat, str(commit.move), after)


def hidden_cards(game: Game, viewer: Seat | None, since: Shuffle, upto: int) -> list[Card]:
    """Return the shuffled cards of which the viewer has not come across any copy.

    A card that stands twice in the event that records a shuffle in mid-game lay somewhere before
    it, so the event cannot be told with another card in its place.
    """
    known = known_codes(game, viewer, since, upto)
    code_of = game.subject.ruleset.pack.code_of
    recorded = Counter(cards_in(game.commits[since.commit].events[since.event]))
    return sorted(
        card
        for card in since.order
        if code_of[card] not in known and (since.purpose == "deal" or recorded[card] == 1)
    )


def mixed(cards: list[Card], pack: Pack, rng: random.Random) -> list[Card] | None:
    """Return labels that mix `cards` and leave the rest, or None if no picture can change.

    Often only two cards change places: such a twin keeps company for longer.
    """
    if len({pack.code_of[card] for card in cards}) < 2:
        return None
    labels = list(pack.cards())
    chosen = cards
    if rng.random() < 0.4:
        one = rng.choice(cards)
        others = [card for card in cards if pack.code_of[card] != pack.code_of[one]]
        chosen = [one, rng.choice(others)]
    while pack.codes(labels) == list(pack.code_of):
        moved = rng.sample(chosen, len(chosen))
        for card, label in zip(chosen, moved, strict=True):
            labels[card] = label
    return labels


def swapped_copies(pack: Pack, rng: random.Random) -> list[Card]:
    """Return labels under which the copies of each picture have changed places."""
    labels = list(pack.cards())
    for picture in {pack.code_of[card]: card for card in pack.cards()}:
        copies = [card for card in pack.cards() if pack.code_of[card] == picture]
        for card, label in zip(copies, rng.sample(copies, len(copies)), strict=True):
            labels[card] = label
    return labels
