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
from tests.rules.contract.subject import Position, Subject


@dataclass(frozen=True)
class Shuffle:
    """A shuffle of a game, from which on the cards could have lain otherwise."""

    commit: int
    event: int
    """Which event of the commit records it."""
    number: int
    """Which shuffle of the commit it is."""
    purpose: str
    order: Sequence[Card]


def shuffles_of(commit: int, events: Sequence[Event]) -> list[Shuffle]:
    """Return the shuffles that the events of a commit record."""
    recorded = [(at, event.shuffle()) for at, event in enumerate(events)]
    found = [(at, shuffle) for at, shuffle in recorded if shuffle is not None]
    return [Shuffle(commit, at, nth, *shuffle) for nth, (at, shuffle) in enumerate(found)]


def find_starts(game: Game, upto: int) -> list[Shuffle]:
    """Return the last deal before the end of commit `upto`, and shuffles after it.

    Of each commit only the last deal and the last other shuffle behind it count: what an earlier
    one brought may have been played out and shown within the commit.
    """
    found: list[Shuffle] = []
    for number in range(upto, -1, -1):
        shuffles = shuffles_of(number, game.commits[number].events)
        deals = [shuffle for shuffle in shuffles if shuffle.purpose == "deal"]
        if shuffles and shuffles[-1].purpose != "deal":
            found.append(shuffles[-1])
        if deals:
            return [deals[-1], *found]
    raise AssertionError(f"{game.subject}, {game.plan}: the first deal is not recorded")


def known_codes(game: Game, viewer: Seat | None, since: Shuffle, upto: int) -> set[str]:
    """Return the codes that the viewer has come across from a shuffle to the end of a commit.

    What the shuffle's own commit made public before the shuffle says nothing about the cards
    shuffled, so of that commit only what lies there at its end counts.
    """
    seen = [fresh_deals(game, viewer, since.commit)] if since.purpose == "deal" else []
    for number in range(since.commit, upto + 1):
        if viewer is not None:
            seen.append(game.position(number)["hands"][viewer])
        if number > since.commit:
            seen.append(news(game, viewer, number))
    return set(find_codes(seen, game.subject.ruleset.pack))


def fresh_deals(game: Game, viewer: Seat | None, number: int) -> object:
    """Return what the viewer saw of the deals in a commit of the game, None if there were none."""
    return deal_facts(game.subject, viewer, game.commits[number].events, game.position(number))


def deal_facts(
    subject: Subject, viewer: Seat | None, events: Sequence[Event], after: Position
) -> object:
    """Return what the viewer saw of the deals that these events record, None if there are none."""
    deals = [shuffle for shuffle in shuffles_of(0, events) if shuffle.purpose == "deal"]
    packs = [subject.ruleset.pack.codes(deal.order) for deal in deals]
    if not packs:
        return None
    facts = subject.facts
    public = facts.deal_facts(packs, after)
    return public, viewer is not None and facts.private_deal_facts(packs, after, viewer)


def news(game: Game, viewer: Seat | None, number: int) -> object:
    """Return what a commit of the game told the viewer, but for deals and for its hand."""
    commit = game.commits[number]
    if commit.seat is None:
        return None
    before, after = game.position(number - 1), game.position(number)
    return move_facts(game.subject, viewer, before, commit.seat, str(commit.move), after)


def move_facts(
    subject: Subject, viewer: Seat | None, before: Position, seat: Seat, move: str, after: Position
) -> object:
    """Return what a move made public, and what it told the viewer alone."""
    facts = subject.facts
    public = facts.public_facts(before, seat, move, after)
    return public, viewer is not None and facts.private_facts(before, seat, move, after, viewer)


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


def mixed(cards: Sequence[Card], pack: Pack, rng: random.Random) -> list[Card] | None:
    """Return labels that mix `cards` and leave the rest, or None if no picture can change.

    Sometimes only two cards, or only whole pictures, change places: such twins keep company for
    longer, and pairs of copies remain pairs.
    """
    pictures: dict[str, list[Card]] = {}
    for card in cards:
        pictures.setdefault(pack.code_of[card], []).append(card)
    if len(pictures) < 2:
        return None
    labels = list(pack.cards())
    match rng.randrange(3):
        case 0:
            one, other = (rng.choice(pictures[code]) for code in rng.sample([*pictures], 2))
            labels[one], labels[other] = other, one
        case 1:
            some, *others = rng.sample([*pictures.values()], len(pictures))
            equals = next((each for each in others if len(each) == len(some)), others[0])
            for one, other in zip(some, equals, strict=False):
                labels[one], labels[other] = other, one
        case _:
            while pack.codes(labels) == [*pack.code_of]:
                for card, label in zip(cards, rng.sample(cards, len(cards)), strict=True):
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
