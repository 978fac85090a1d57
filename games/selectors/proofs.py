"""What lets anybody check the deals of a game; `docs/provable-deals.md` says how."""

from collections.abc import Iterable
from typing import Any

from games.engine.lifecycle import DealSealed
from games.store import load
from games.store.load import Loaded

FORMAT = "herdbook-proof/1"


def proof(loaded: Loaded) -> dict[str, Any]:
    """Return what a game has published about its chance; the secret once it is over."""
    return proof_of(loaded, load.events_of_type(loaded.id, DealSealed))


def proof_of(loaded: Loaded, seals: Iterable[tuple[int, DealSealed]]) -> dict[str, Any]:
    """Return the proof of a game whose seals, each with its version, are known."""
    state = loaded.state
    is_over = state.status.is_over
    return {
        "format": FORMAT,
        "id": str(loaded.id),
        "ruleset": state.ruleset,
        "rules_version": state.rules_version,
        "seats": len(state.seats),
        "status": state.status,
        "commitment": state.commitment,
        "secret": loaded.secret.hex() if is_over else None,
        "entropy": [
            {"seat": one.seat, "commitment": one.commitment, "entropy": one.entropy}
            for one in state.contributions.of_seats
        ],
        "deals": [
            {"version": version, "number": sealed.number, "root": sealed.root}
            for version, sealed in seals
        ],
    }
