"""Requests made from the OpenAPI document, valid and not, and every check of schemathesis on them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis import Case, HookContext
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

STATELESS = ("examples", "coverage", "fuzzing")
STATEFUL = ("stateful",)
PROPER = ["2xx", "304", "401", "403", "404", "409", "410", "422", "429"]
"""What may answer a valid request: it can still be forbidden, too late, or against the rules."""
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
"""What may answer one that is not: what is too long for its field may be too long for any body."""
MALFORMED = ("create_token",)
"""What may answer 400 too: with a token the body for logging in has two fields too many."""
MAX_DEPTH, MAX_KEYS, MAX_WHOLE = 16, 200, 2**53
"""Of a body. No schema can say so of members of any JSON: replays have them, and conditions of
standing orders, which stand in one another."""
FRAMES = 2
"""How many frames are read of a stream, which goes on until somebody leaves: those that come at once."""


@dataclass
class Findings:
    """What came of it."""

    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    """One example for each kind of failure of each operation."""

    def add(self, event: Any) -> None:
        """Count what an event of the engine tells."""
        match event:
            case events.ScenarioFinished():
                self._add_scenario(event.recorder)
            case events.NonFatalError():
                self.failures[event.label] = repr(event.value)
            case events.FatalError():
                self.failures["engine"] = repr(event.exception)
            case _:
                pass

    def merge(self, other: "Findings") -> None:
        """Take over what came of something else."""
        self.cases += other.cases
        self.statuses += other.statuses
        self.failures = other.failures | self.failures

    def _add_scenario(self, recorder: Any) -> None:
        self.cases += len(recorder.interactions)
        for interaction in recorder.interactions.values():
            if interaction.response is not None:
                self.statuses[interaction.response.status_code] += 1
        for failed in _failed(recorder):
            failure = failed.failure_info.failure
            text = f"{failure.message}\n{failed.failure_info.code_sample}"
            self.failures.setdefault(f"{recorder.label}: {failure.title}", text)


def _can_be_read(context: HookContext, case: Case[Any]) -> bool:
    """Answer whether the body is none of those that are 400 whatever the document says."""
    parts = list(_parts(case.body, 1))
    return (
        all(depth <= MAX_DEPTH for depth, _ in parts)
        and sum(len(part) for _, part in parts if isinstance(part, dict)) <= MAX_KEYS
        and all(abs(part) <= MAX_WHOLE for _, part in parts if isinstance(part, int | float))
    )


def _parts(value: Any, depth: int) -> Iterator[tuple[int, Any]]:
    """Yield a JSON value and all in it, with how many lists and objects it stands in or is."""
    inside = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        yield depth - 1, value
        return
    yield depth, value
    for one in inside:
        yield from _parts(one, depth + 1)


def _failed(recorder: Any) -> Iterator[Any]:
    for checks in recorder.checks.values():
        yield from (check for check in checks if check.failure_info is not None)


def fuzz(
    url: str,
    *,
    token: str | None,
    phases: tuple[str, ...],
    examples: int,
    seed: int,
    fixed: Mapping[str, str] | None = None,
    spared: tuple[str, ...] = (),
) -> Findings:
    """Send requests to a running server and check its answers.

    `fixed` gives parameters (`path.game_id`) one value; `spared` names operations to leave alone.
    """
    config = SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "headers": {"Authorization": f"Bearer {token}"} if token else {},
            "continue-on-failure": True,
            "suppress-health-check": ["too_slow"],  # it says how busy the machine is
            "request-timeout": 60,
            "max-stream-events": FRAMES,
            # Nobody has time to wait here for news.
            "parameters": {"header.Prefer": "wait=0", **(fixed or {})},
            # A NUL in a text is 400, which no schema can say.
            "generation": {"max-examples": examples, "allow-x00": False},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": PROPER},
                "negative_data_rejection": {"expected-statuses": REFUSED},
            },
            "phases": {name: {"enabled": name in phases} for name in STATELESS + STATEFUL},
            "operations": [
                {
                    "include-operation-id": one,
                    "checks": {"positive_data_acceptance": {"expected-statuses": [*PROPER, "400"]}},
                }
                for one in MALFORMED
            ]
            + [{"include-operation-id": one, "enabled": False} for one in spared],
        }
    )
    address = f"{url}/api/v1/openapi.json"
    schema = schemathesis.openapi.from_url(address, config=config, timeout=60)
    schema.hook("filter_case")(_can_be_read)
    found = Findings()
    for event in from_schema(schema).execute():
        found.add(event)
    return found
