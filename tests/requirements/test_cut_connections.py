"""A move whose answer was lost is sent again and stands once (A20)."""

import random
from collections import Counter
from typing import Any

import httpx
import pytest

from tests.requirements.cuts import Wire

OPTIONS = {"limit": 500}


class Duel:
    """Two sandbox bots on the real server, who play game after game."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=f"{url}/api/v1", timeout=30)
        self.tokens = [self.call("POST", "/sandbox", {}, None)["token"] for _ in range(2)]
        self.start()

    def call(self, method: str, path: str, body: Any, token: str | None) -> Any:
        response = self.http.request(method, path, json=body, headers=_sent(token))
        assert response.status_code in {200, 201}, response.text
        return response.json()

    def start(self) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        asked = {"ruleset": "mow", "seats": seats, "options": OPTIONS}
        self.game = self.call("POST", "/games", asked, self.tokens[0])["id"]
        self.call("POST", f"/games/{self.game}/seats", {}, self.tokens[1])

    def next(self) -> tuple[str, dict[str, Any]]:
        """Return the token of whoever is to move, and the game as they see it."""
        for token in self.tokens:
            view: dict[str, Any] = self.call("GET", f"/games/{self.game}", None, token)
            if view["decision"] is not None:
                return token, view
        self.start()
        return self.next()


def _sent(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def duel(live_url):
    duel = Duel(live_url)
    yield duel
    duel.http.close()


def cut(duel: Duel, wire: Wire, rng: random.Random) -> str:
    """Cut one move off at a random byte, send it again, and see that it stands once."""
    token, view = duel.next()
    path, version = f"/games/{view['id']}/moves", view["version"]
    move = rng.choice(view["decision"]["legal_moves"])
    asked = {"decision": view["decision"]["id"], "move": move}
    request = wire.request("POST", path, asked, token=token)
    if rng.random() < 0.3:
        request = request[: rng.randrange(len(request))]
        read = 0
    else:
        read = rng.choice([0, 0, 1, rng.randrange(2000)])
    wire.send(request, read=read, reset=rng.random() < 0.5)

    again = duel.http.post(path, json=asked, headers=_sent(token))
    assert again.status_code in {200, 201}, again.text
    answer = again.json()
    versions = [event["version"] for event in answer["events"]]
    assert versions == list(range(version + 1, version + 1 + len(versions)))
    third = duel.http.post(path, json=asked, headers=_sent(token))
    assert third.status_code == 200
    assert third.json()["events"] == answer["events"]
    log = duel.call("GET", f"/games/{view['id']}/events?after={version}&limit=100", None, token)
    assert log["items"] == answer["events"]
    return "the first came through" if again.status_code == 200 else "only the second did"


@pytest.mark.parametrize(
    "cuts", [60, pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])]
)
def test_a_move_that_was_cut_off_stands_once_with_its_first_versions(duel, live_url, cuts):
    """A20: wherever the connection ended, before, while or after the server read it."""
    rng, wire = random.Random(cuts), Wire(live_url)
    what = Counter(cut(duel, wire, rng) for _ in range(cuts))
    assert what["the first came through"] > cuts // 5
    assert what["only the second did"] > cuts // 10
