"""The key of all shuffles and the seals of deals: what they depend on, and known values."""

import hashlib
import hmac
import sys
from itertools import product
from pathlib import Path

import pytest

from games.engine.chance import SecretChance
from games.engine.seals import Seed, merkle_root
from games.engine.seats import Seat

SECRET, GAME = bytes(range(32)), bytes(range(16))
ENTROPY = [(Seat(0), b"a" * 32), (Seat(2), b"b" * 32)]
SEED = Seed(secret=SECRET, game=GAME, entropy=ENTROPY)


def test_the_key_is_that_of_the_documentation():
    """Written down once, from `docs/provable-deals.md`: a change would change running games."""
    message = (
        b"\x00\x00\x00\x0eherdbook key/1"
        b"\x00\x00\x00\x10" + GAME + b"\x00\x00\x00\x04\x00\x00\x00\x00"
        b"\x00\x00\x00\x20" + b"a" * 32 + b"\x00\x00\x00\x04\x00\x00\x00\x02"
        b"\x00\x00\x00\x20" + b"b" * 32
    )
    assert SEED.key() == hmac.digest(SECRET, message, "sha256")


def test_all_that_it_depends_on_is_set_apart():
    seeds = [
        SEED,
        Seed(secret=SECRET[::-1], game=GAME, entropy=ENTROPY),
        Seed(secret=SECRET, game=GAME[::-1], entropy=ENTROPY),
        Seed(secret=SECRET, game=GAME),
        Seed(secret=SECRET, game=GAME, entropy=ENTROPY[:1]),
        Seed(secret=SECRET, game=GAME, entropy=[(Seat(1), b"a" * 32), (Seat(2), b"b" * 32)]),
        Seed(secret=SECRET, game=GAME, entropy=[(Seat(0), b"b" * 32), (Seat(2), b"a" * 32)]),
    ]
    assert len({seed.key() for seed in seeds}) == len(seeds)


def test_it_is_not_told_by_accident():
    assert repr(SEED) == "Seed()"
    assert SECRET.hex() not in str(SEED)


def test_a_seal_binds_to_every_card_its_place_and_the_shuffle():
    order = list(range(48))
    swapped = [order[1], order[0], *order[2:]]
    seals = [
        SEED.seal(0, order),
        SEED.seal(1, order),
        SEED.seal(0, swapped),
        SEED.seal(0, order[1:]),
    ]
    assert len(set(seals)) == len(seals)
    assert SEED.seal(0, order) == seals[0]


def test_no_seal_can_be_found_by_trying_cards():
    """Of a pack of two, one of two guesses is right; without the secret neither can be tested."""
    others = [Seed(secret=bytes([n]) * 32, game=GAME) for n in range(200)]
    found = {seed.seal(0, order) for seed, order in product(others, ([0, 1], [1, 0]))}
    assert len(found) == 400
    assert SEED.seal(0, [0, 1]) not in found


def test_the_tree_is_that_of_rfc_6962():
    """The left part is the largest power of two below the number of leaves."""

    def node(left, right):
        return hashlib.sha256(b"\x01" + left + right).digest()

    a, b, c, d, e = leaves = [bytes([n]) * 32 for n in range(5)]
    assert merkle_root(leaves[:1]) == a
    assert merkle_root(leaves[:3]) == node(node(a, b), c)
    assert merkle_root(leaves) == node(node(node(a, b), node(c, d)), e)


def test_the_first_seat_is_drawn_evenly_and_is_no_shuffle():
    drawn = [
        SecretChance(Seed(secret=bytes([n]) * 32, game=GAME), 0).first_seat(3) for n in range(256)
    ]
    assert all(60 < drawn.count(Seat(seat)) < 110 for seat in range(3))
    chance = SecretChance(SEED, 0)
    chance.first_seat(3)
    assert chance.shuffle(range(9), "deal") == SecretChance(SEED, 0).shuffle(range(9), "deal")
    assert chance.deals == [0]


def test_nothing_of_the_module_random_is_called_by_a_real_shuffle():
    """F49: 256 bits of secret and HMAC, no generator that a clock or 32 bits could seed."""
    called: list[str] = []

    def note(frame, event, argument):
        called.append(frame.f_code.co_filename)
        called.append(str(getattr(argument, "__module__", "")))

    sys.setprofile(note)
    try:
        chance = SecretChance(SEED, 0)
        chance.first_seat(4)
        order = chance.shuffle(range(52), "deal")
        SEED.seal(0, order)
    finally:
        sys.setprofile(None)
    assert any(name.endswith("seals.py") for name in called)
    assert not [name for name in called if Path(name).name in {"random.py", "random", "_random"}]


@pytest.mark.parametrize("folder", ["games/engine", "games/rules", "games/services"])
def test_whoever_imports_random_takes_a_generator_or_needs_no_secret(folder):
    """F49: generators are passed to tests, vectors and searches; jitter of retries is no card."""
    root = Path(__file__).parents[2]
    importers = {
        path.relative_to(root).as_posix()
        for path in (root / folder).rglob("*.py")
        if "\nimport random\n" in path.read_text() or "from random import" in path.read_text()
    }
    assert importers <= {
        "games/engine/chance.py",
        "games/engine/vectors.py",
        "games/services/execute.py",
    }
