"""While a game runs, no answer holds a hash by which a guess about a card could be tested.

Every text of hex digits is looked at: it has to be one that is public by design, and none of them
is what somebody would get who hashes each card, at each place, with all that is known to them.
"""

import hashlib
import hmac
import re
import struct
from itertools import islice, product
from typing import Any
from uuid import UUID

from games.engine.seals import Seed
from games.rules.mow.cards import PACK
from games.services.dealing import seed_of
from games.store import load
from tests.cast import Caller
from tests.entropy import commitment_of, entropy_of
from tests.leaks.crawl import never_shown, pages
from tests.tables import turns

_HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def game_with_entropy(*players) -> str:
    """Start a game in which the first two of the players add entropy."""
    first, *others = players
    mine = {"kind": "me", "commitment": commitment_of(0)}
    game: str = first.create(mine, *["open"] * len(others), options={"limit": 500})["id"]
    others[0].join(game, commitment=commitment_of(1))
    for other in others[1:]:
        other.join(game)
    for seat in (0, 1):
        body = {"entropy": entropy_of(seat)}
        assert players[seat].post(f"/games/{game}/seats/me/entropy", body).status_code == 200
    return game


def public_by_design(game: str) -> set[str]:
    proof = Caller().get(f"/games/{game}/proof").json()
    entropy = [one[name] for one in proof["entropy"] for name in ("commitment", "entropy")]
    return {proof["commitment"], *entropy, *(deal["root"] for deal in proof["deals"])}


def hidden_hashes(game: str) -> set[str]:
    """Return the secret, the key, every salt and every leaf of every deal."""
    loaded = load.game(UUID(game))
    seed = seed_of(loaded.id, loaded.state, loaded.secret)
    found = {seed.secret.hex(), seed.key().hex(), *never_shown(game)}
    for recorded in load.events(loaded.id):
        made: Any = recorded.event.shuffle()
        if made is None:
            continue
        for number, (place, card) in product(range(3), enumerate(made[1])):
            salt = hmac.digest(seed.secret, f"herdbook salt/1 {number} {place}".encode(), "sha256")
            found |= {salt.hex(), seed._leaf(number, place, card).hex()}
    return found


def guesses(game: str, known: set[str]) -> set[str]:
    """Return the hashes of every card at every place, with each public value as salt or key."""
    keys = [b"", UUID(game).bytes, *(bytes.fromhex(one) for one in sorted(known))]
    found = set[str]()
    for key, card, place in product(keys, PACK.cards(), range(len(PACK))):
        for form in (struct.pack(">i", card), PACK.code_of[card].encode(), str(card).encode()):
            at = (str(place).encode(), struct.pack(">i", place))[len(form) == 4]
            for text in (form, form + at, b"\x00" + key + form):
                found.add(hashlib.sha256(text).hexdigest())
                found.add(hmac.digest(key, text, "sha256").hex())
        guessed = Seed(secret=key, game=UUID(game).bytes)
        found.add(guessed._leaf(0, place, card).hex())
    return found


def test_no_answer_to_anybody_holds_a_hash_that_could_be_searched(alice, bob, mallory, player):
    viewers = {0: alice, 1: bob, 2: mallory, "stranger": player(), "spectator": Caller()}
    game = game_with_entropy(alice, bob, mallory)
    play, looked_at, public = turns(game, alice, bob, mallory), set[str](), set[str]()
    for moves in (0, 6, 40):
        list(islice(play, moves))
        public, hidden = public_by_design(game), hidden_hashes(game)
        for who, viewer in viewers.items():
            for page in pages(viewer, game):
                found = set(_HEX.findall(page.text))
                assert found <= public, f"{who}: {page.asked} holds a hash of unknown use"
                assert not [text for text in hidden if text in page.text], f"{who}: {page.asked}"
                looked_at |= found
    assert looked_at == public
    assert not looked_at & guesses(game, public)
