"""All faults, by name, in the order in which `--list` shows them."""

from tests.faults import broken_processes, broken_servers, broken_steps  # noqa: F401 - they register
from tests.faults.breaking import FAULTS

__all__ = ["FAULTS", "SHORT"]

SHORT = (
    "web-killed",
    "cut-before-answer",
    "worker-killed",
    "messages-doubled",
    "postgres-killed",
    "pool-child-killed",
    "broker-killed",
    "raise-after-append",
    "exit-before-append",
    "worker-stopped",
    "everything-killed",
)
"""Those of the short set, which is part of `make test`."""
