"""Requests made from the OpenAPI document, valid and not, and every check of schemathesis on them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

STATELESS = ("examples", "coverage", "fuzzing")
STATEFUL = ("stateful",)
PROPER = ["2xx", "304", "401", "403", "404", "409", "422", "429"]
"""What may answer a valid request: it can still be forbidden, too late, or against the rules."""

MALFORMED = ("create_token", "import_replay", "quick_match", "put_plan")
"""What may answer 400 too. With a token the body for logging in has two fields too many; a replay,
the options and clock of a quick match and standing orders have members of any JSON, of which no
schema can say how deep or how great they may be."""
ENDLESS = ("stream_game", "stream_account_events")
"""A stream goes on until somebody leaves; tests/streams hold its frames against their schemas, and
tests/faults ask for it with hostile parameters."""


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

    def _add_scenario(self, recorder: Any) -> None:
        self.cases += len(recorder.interactions)
        for interaction in recorder.interactions.values():
            if interaction.response is not None:
                self.statuses[interaction.response.status_code] += 1
        for failed in _failed(recorder):
            failure = failed.failure_info.failure
            text = f"{failure.message}\n{failed.failure_info.code_sample}"
            self.failures.setdefault(f"{recorder.label}: {failure.title}", text)


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
            "request-timeout": 60,
            # Nobody has time to wait here for news.
            "parameters": {"header.Prefer": "wait=0", **(fixed or {})},
            # A NUL in a text is 400, which no schema can say.
            "generation": {"max-examples": examples, "allow-x00": False},
            "checks": {"positive_data_acceptance": {"expected-statuses": PROPER}},
            "phases": {name: {"enabled": name in phases} for name in STATELESS + STATEFUL},
            "operations": [
                {
                    "include-operation-id": one,
                    "checks": {"positive_data_acceptance": {"expected-statuses": [*PROPER, "400"]}},
                }
                for one in MALFORMED
            ]
            + [{"include-operation-id": one, "enabled": False} for one in (*spared, *ENDLESS)],
        }
    )
    schema = schemathesis.openapi.from_url(f"{url}/api/v1/openapi.json", config=config)
    found = Findings()
    for event in from_schema(schema).execute():
        found.add(event)
    return found
