"""20,000 hostile bodies, 10,000 paths and queries, 5,000 header fields: no answer is a failure.

`make hostile` sends all of them, `make test` a tenth. The API, the pages for apps and of the
dashboard, streams and static files get them as bytes, through the same web server as always (A10,
A13, F29, F44).
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from urllib.parse import urlsplit

import httpx
import pytest

from accounts.scopes import Scope
from tests.accounts.people import PASSWORD, fresh_name
from tests.hostile.bodies import bodies
from tests.hostile.fields import fields
from tests.hostile.paths import paths
from tests.hostile.wire import Request, Wire

KINDS: dict[str, tuple[Callable[..., Iterator[Request]], int]] = {
    "bodies": (bodies, 20_000),
    "paths and queries": (paths, 10_000),
    "header fields": (fields, 5_000),
}
_READ = 0.8
"""The part of them that a web server can make out at least, so that they reach our code."""


def _for_everything(api: str) -> str:
    """Open the account of a person; return a token that opens whatever there is."""
    person = {"name": fresh_name(), "password": PASSWORD}
    httpx.post(f"{api}/accounts", json=person).raise_for_status()
    made = httpx.post(f"{api}/tokens", json={**person, "label": "all", "scopes": list(Scope)})
    token: str = made.raise_for_status().json()["token"]
    return token


@pytest.fixture
def players(live_url: str) -> list[str]:
    """Return tokens: of a player who is to act, of their opponent, of nobody, and none."""
    found = [_for_everything(f"{live_url}/api/v1") for _ in range(2)]
    return [*found[:1] * 6, *found[1:] * 2, "hb_0123456789abcdef_" + "0" * 64, ""]


@pytest.fixture
def game(live_url: str, players: list[str]) -> str:
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = httpx.post(
        f"{live_url}/api/v1/games",
        json={"ruleset": "mow", "seats": seats},
        headers={"Authorization": f"Bearer {players[0]}"},
    ).json()
    httpx.post(
        f"{live_url}/api/v1/games/{made['id']}/seats",
        json={},
        headers={"Authorization": f"Bearer {players[6]}"},
    ).raise_for_status()
    found: str = made["id"]
    return found


def thrown(kind: str, part: int, url: str, game: str, tokens: list[str]) -> None:
    """Send one `part`th of a kind, and look at what the server makes of it."""
    made, number = KINDS[kind]
    seed = random.getrandbits(32)
    requests = made(random.Random(seed), game=game, tokens=tokens)
    address = urlsplit(url)
    assert address.hostname is not None
    assert address.port is not None
    wire = Wire(address.hostname, address.port)
    statuses = wire.send(islice(requests, number // part))
    print(f"{kind}, seed {seed}: {statuses}")  # noqa: T201 - the figures, in `make hostile`
    assert not statuses.failed, f"seed {seed}: {statuses}: {statuses.failed[:5]}"
    assert not statuses.late, f"seed {seed}: {statuses}: {statuses.late[:5]}"
    assert statuses.sent == number // part
    assert statuses.seen.total() > _READ * statuses.sent
    assert httpx.get(f"{url}/api/v1/health/ready").status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_tenth_of_what_is_hostile_is_answered_without_a_failure(kind, live_url, game, players):
    thrown(kind, 10, live_url, game, players)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_hostile_is_answered_without_a_failure(kind, live_url, game, players):
    thrown(kind, 1, live_url, game, players)
