"""What `make fuzz` sends for one viewer, in a process of its own: making requests takes longer
than answering them, so one process alone would leave the server idle."""

import multiprocessing
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from tests.contract.fuzzing import STATEFUL, Findings, fuzz

SPARED = ("delete_account", "revoke_token")
"""What would end the viewer itself: everything after it would only be 401."""
_BOUNDS = ("examples", "coverage")
_EXAMPLES = 40
"""For each operation in a round, and sequences of requests after them."""


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def running_game(api: str, token: str) -> str:
    """Make a game in which the holder of the token is to act; return its id."""
    seats = [{"kind": "me"}, {"kind": "house", "strategy": "random"}]
    made = httpx.post(
        f"{api}/games", json={"ruleset": "mow", "seats": seats}, headers=bearer(token)
    ).json()
    assert made["decision"] is not None
    found: str = made["id"]
    return found


@dataclass(frozen=True)
class Share:
    """What one viewer sends: the bounds of everything, and then so many requests at random."""

    viewer: str
    url: str
    token: str | None
    host: str
    """The token of who makes the games that requests are about."""
    seed: int
    requests: int


def sent(share: Share) -> Findings:
    """Send a share; every other round is about a game that has just been made.

    The bounds are all about one game: those of its own id `make test` sends.
    """
    chance, found = random.Random(share.seed), Findings()
    around = {"path.game_id": running_game(f"{share.url}/api/v1", share.host)}
    found.merge(_round(share, _BOUNDS, chance, around))
    _say(share, f"{found.cases} of bounds")
    at_random, rounds = Findings(), 0
    while at_random.cases < share.requests:
        rounds += 1
        around = {"path.game_id": running_game(f"{share.url}/api/v1", share.host)}
        for phases in (("fuzzing",), STATEFUL):
            at_random.merge(_round(share, phases, chance, around if rounds % 2 else None))
        _say(share, f"{at_random.cases} at random")
    found.merge(at_random)
    _say(share, f"seed {share.seed}: {found.cases}, {sorted(found.statuses.items())}")
    return found


def _round(
    share: Share, phases: tuple[str, ...], chance: random.Random, fixed: dict[str, str] | None
) -> Findings:
    found = fuzz(
        share.url,
        token=share.token,
        phases=phases,
        examples=_EXAMPLES,
        seed=chance.getrandbits(32),
        fixed=fixed,
        spared=SPARED,
    )
    for kind, example in found.failures.items():
        _say(share, f"{kind}\n{example}")
    return found


def _say(share: Share, text: str) -> None:
    print(f"{share.viewer}: {text}", file=sys.stderr, flush=True)  # noqa: T201 - of `make fuzz`


def send_all(shares: Sequence[Share]) -> list[Findings]:
    """Send the shares side by side, as many at once as there are processors."""
    at_once = min(len(shares), os.cpu_count() or 1)
    with multiprocessing.get_context("spawn").Pool(at_once) as pool:
        return pool.map(sent, shares, chunksize=1)
