"""Stored payloads of older schema versions climb to today's event classes."""

import pytest

from games.engine.registry import find_ruleset
from games.engine.seat_events import SeatAway
from games.engine.seats import Seat
from games.store.errors import UnknownEventError
from games.store.upcasting import event_type, from_payload, to_payload

MOW = find_ruleset("mow")


def test_a_payload_is_canonical_json_and_reads_back():
    event = SeatAway(seat=Seat(1), strategy="normal")
    text = to_payload(event)
    assert text == '{"seat":1,"strategy":"normal","type":"SeatAway"}'
    assert from_payload(MOW, "SeatAway", 1, text) == event


def test_an_old_payload_climbs_one_version_at_a_time(monkeypatch):
    monkeypatch.setattr(SeatAway, "schema_version", 3)
    upcasters = {
        1: lambda payload: payload | {"bot": payload.pop("who")},
        2: lambda payload: payload | {"strategy": payload.pop("bot")},
    }
    monkeypatch.setattr(SeatAway, "upcasters", upcasters)
    for version, name in ((1, "who"), (2, "bot"), (3, "strategy")):
        text = f'{{"seat":1,"type":"SeatAway","{name}":"normal"}}'
        found = from_payload(MOW, "SeatAway", version, text)
        assert found == SeatAway(seat=Seat(1), strategy="normal")


def test_an_event_of_no_ruleset_is_an_error():
    assert event_type(MOW, "CowPlayed").__name__ == "CowPlayed"
    with pytest.raises(UnknownEventError, match="Version 1 of mow has no event CowSold"):
        event_type(MOW, "CowSold")
