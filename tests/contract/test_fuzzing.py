"""Schemathesis against the running server, for four kinds of viewer (A10, A13, F29, F44).

`make test` sends some thousand requests, `make fuzz` the bounds of everything for each viewer and
32,000 at random.
"""

import os
import random
import secrets
from collections.abc import Iterator

import httpx
import pytest

from accounts.scopes import Scope
from tests.contract.fuzzing import STATEFUL, Findings, fuzz
from tests.contract.shares import SPARED, Share, bearer, running_game, send_all

CASES = int(os.environ.get("FUZZ_CASES", "32000"))
VIEWERS = ("anonymous", "player", "stranger", "reader")


@pytest.fixture
def http(live_url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{live_url}/api/v1") as client:
        yield client


@pytest.fixture
def player(http: httpx.Client) -> str:
    token: str = http.post("/sandbox").json()["token"]
    return token


@pytest.fixture
def game(live_url: str, player: str) -> str:
    return running_game(f"{live_url}/api/v1", player)


@pytest.fixture
def stranger(http: httpx.Client) -> str:
    body = {"name": f"stranger-{secrets.token_hex(6)}", "password": secrets.token_hex(12)}
    token: str = http.post("/accounts", json=body).json()["token"]
    return token


@pytest.fixture
def reader(http: httpx.Client, stranger: str) -> str:
    body = {"label": "reader", "scopes": [Scope.GAMES_READ, Scope.ACCOUNT_READ]}
    token: str = http.post("/tokens", json=body, headers=bearer(stranger)).json()["token"]
    return token


@pytest.fixture
def token(viewer: str, request: pytest.FixtureRequest) -> str | None:
    return None if viewer == "anonymous" else request.getfixturevalue(viewer)


def fine(found: Findings) -> int:
    assert not found.failures, "\n\n".join(f"{k}\n{v}" for k, v in found.failures.items())
    assert not [status for status in found.statuses if status >= 500]
    return found.cases


@pytest.mark.parametrize("viewer", VIEWERS)
def test_some_requests_around_a_game(viewer, live_url, token, game):
    seed = random.getrandbits(32)
    fixed = {"path.game_id": game}
    phases = ("examples", "fuzzing")
    around = fuzz(
        live_url, token=token, phases=phases, examples=4, seed=seed, fixed=fixed, spared=SPARED
    )
    linked = fuzz(live_url, token=token, phases=STATEFUL, examples=10, seed=seed, spared=SPARED)
    assert fine(around) + fine(linked) > 100


def test_the_bounds_of_every_parameter_and_field(live_url, player):
    found = fuzz(
        live_url,
        token=player,
        phases=("coverage",),
        examples=1,
        seed=random.getrandbits(32),
        spared=("put_plan",),  # orders alone have 3,000, which `make fuzz` sends
    )
    assert fine(found) > 1_000
    assert found.statuses[200] > 20


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_many_requests(live_url, player, stranger, reader, http):
    tokens = dict(zip(VIEWERS, (None, player, stranger, reader), strict=True))
    shares = [
        Share(viewer, live_url, token, player, random.getrandbits(32), CASES // len(VIEWERS))
        for viewer, token in tokens.items()
    ]
    for share, found in zip(shares, send_all(shares), strict=True):
        assert fine(found) > share.requests, share.viewer
    for token in (player, stranger, reader):
        assert http.get("/games", headers=bearer(token)).status_code == 200
