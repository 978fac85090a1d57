"""Leads old payloads of the variants in this folder on to today's schema."""

from typing import Any


def card_sealed_v1_to_v2(payload: dict[str, Any]) -> dict[str, Any]:
    """Add the place, which was not kept before."""
    return {**payload, "place": 0}


def card_sealed_v2_to_v3(payload: dict[str, Any]) -> dict[str, Any]:
    """Call the place by its new name."""
    return {
        **{k: value for k, value in payload.items() if k != "place"},
        "before": payload["place"],
    }
