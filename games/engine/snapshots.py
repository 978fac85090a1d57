"""The state of a game as text: its snapshot, which is stored beside its log."""

import msgspec

from games.engine.game import GameState


class _Snapshot(GameState, kw_only=True):
    """The stored form: the ruleset's state is decoded by its own type afterwards."""

    rules: msgspec.Raw = msgspec.Raw(b"null")  # type: ignore[assignment]  # raw on purpose, see the class


_decoder = msgspec.json.Decoder(_Snapshot)


def encode_state(game: GameState) -> str:
    """Write a snapshot as JSON text."""
    return msgspec.json.encode(game).decode()


def decode_state(text: str | bytes) -> GameState:
    """Read a snapshot written by `encode_state`.

    Without the rules of the game their state stays the text it is, and is written back as such.
    """
    stored = _decoder.decode(text)
    fields = {name: getattr(stored, name) for name in GameState.__struct_fields__}
    if bytes(stored.rules) == b"null":
        fields["rules"] = None
    elif stored.rules_installed:
        fields["rules"] = msgspec.json.decode(stored.rules, type=stored.game_rules.state_type)
    return GameState(**fields)
