"""Schemathesis against the running server, for four kinds of viewer (A10, A13, F29, F44).

`make test` sends some thousand requests, `make fuzz` 32,000.
"""

import os
import random
import secrets
from collections.abc import Iterator

import httpx
import pytest

from accounts.scopes import Scope
from tests.contract.fuzzing import STATEFUL, STATELESS, Findings, fuzz

CASES = int(os.environ.get("FUZZ_CASES", "32000"))
VIEWERS = ("anonymous", "player", "stranger", "reader")
SPARED = ("delete_account", "revoke_token")
"""What would end the viewer itself: everything after it would only be 401."""


@pytest.fixture
def http(live_url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{live_url}/api/v1") as client:
        yield client


@pytest.fixture
def player(http: httpx.Client) -> str:
    token: str = http.post("/sandbox").json()["token"]
    return token


@pytest.fixture
def game(http: httpx.Client, player: str) -> str:
    """A running game in which the player is to act."""
    seats = [{"kind": "me"}, {"kind": "house", "strategy": "random"}]
    made = http.post(
        "/games", json={"ruleset": "mow", "seats": seats}, headers=bearer(player)
    ).json()
    assert made["decision"] is not None
    found: str = made["id"]
    return found


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


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


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
        live_url, token=player, phases=("coverage",), examples=1, seed=random.getrandbits(32)
    )
    assert fine(found) > 1_000
    assert found.statuses[200] > 20


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_many_requests(viewer, live_url, token, game, http):
    sent, rounds = 0, 0
    while sent < CASES / len(VIEWERS):
        fixed = {"path.game_id": game} if rounds % 2 else None
        for phases in (STATELESS, STATEFUL):
            sent += fine(
                fuzz(
                    live_url,
                    token=token,
                    phases=phases,
                    examples=40,
                    seed=random.getrandbits(32),
                    fixed=fixed,
                    spared=SPARED,
                )
            )
        rounds += 1
    if token is not None:
        assert http.get("/games", headers=bearer(token)).status_code == 200
