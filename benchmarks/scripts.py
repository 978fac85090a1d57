"""Whole games written down beforehand, so that a benchmark sends moves and nothing else.

The owner of the database knows the secret of each shuffle, so the moves of a game can be worked
out before they are sent; decisions have ids that follow from the game, the seat and a counter.
"""

import random
from dataclasses import replace
from uuid import UUID

import httpx

from benchmarks.steps import Script, Step
from games.engine.commits import apply_commit
from games.selectors import decision_ids
from games.services import dealing
from games.store import load

MAX_MOVES = 3_000


def write_script(url: str, *, seats: int, limit: int, seed: int) -> Script:
    """Make a game of sandbox bots and work out random moves to its end."""
    with httpx.Client(base_url=f"{url}/api/v1") as client:
        tokens = [client.post("/sandbox").json()["token"] for _ in range(seats)]
        kinds = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
        body = {"ruleset": "mow", "seats": kinds, "options": {"limit": limit}}
        made = client.post("/games", json=body, headers=_bearer(tokens[0]))
        game = str(made.json()["id"])
        for token in tokens[1:]:
            client.post(f"/games/{game}/seats", json={}, headers=_bearer(token))
    return Script(game, _moves(game, tokens, random.Random(seed)))  # noqa: S311 - a script


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _moves(game: str, tokens: list[str], rng: random.Random) -> list[Step]:
    loaded = load.game(UUID(game))
    state, steps = loaded.state, list[Step]()
    while state.owed and len(steps) < MAX_MOVES:
        owed, rules = state.owed[0], state.game_rules
        move = rng.choice(rules.legal_moves(state.rules_state, owed.seat))
        decision = decision_ids.write(loaded.id, owed.seat, owed.opened)
        steps.append(Step(tokens[owed.seat], {"decision": decision, "move": str(move)}))
        events = dealing.decide(replace(loaded, state=state), owed.seat, move)
        state = apply_commit(state, events, loaded.now)
        if rules.outcome(state.rules_state) is not None:
            break
    return steps
