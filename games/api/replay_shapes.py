"""The shapes of what is shown of a log: replays, proofs and the last hashes."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from accounts.api.shapes import Moment, Shape
from games.api.shapes import Event, Hex, JsonObject, SeatNumber, Version
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.outcome import Outcome
from games.engine.seat_events import SeatKind


class Shuffle(Shape):
    """The order in which the game's chance put cards."""

    version: Version
    purpose: Literal["deal", "recycle", "offer"]
    order: Annotated[list[str], msgspec.Meta(description="The top first.")]


class MoveRecord(Shape):
    """A move that was applied, whoever caused it."""

    version: Version
    seat: SeatNumber
    move: str
    cause: Cause
    at: Moment
    undone: Annotated[
        bool | UnsetType,
        msgspec.Meta(
            description="True: it was taken back, and who plays the game again leaves it out."
        ),
    ] = UNSET


class ReplayEvent(Event):
    """An event with what its hash was computed from; with `seat`, without."""

    schema_version: int
    payload: Annotated[str | UnsetType, msgspec.Meta(description="The text that was hashed.")] = (
        UNSET
    )
    salt: Hex | UnsetType = UNSET
    hash: Hex | UnsetType = UNSET


class SeatEntropy(Shape):
    """What a seat adds to the shuffles."""

    seat: SeatNumber
    commitment: Hex
    entropy: Annotated[Hex | None, msgspec.Meta(description="Null until it is revealed.")]


class SealedDeal(Shape):
    """What binds the server to the cards of a deal."""

    version: Version
    number: Annotated[int, msgspec.Meta(ge=0, description="Of the shuffle, from 0.")]
    root: Annotated[Hex, msgspec.Meta(description="Of the Merkle tree over the salted cards.")]


class Proof(Shape):
    """What lets anybody check the deals of a game."""

    format: Literal["herdbook-proof/1"]
    id: str
    ruleset: str
    rules_version: int
    seats: int
    status: Status
    commitment: Annotated[Hex, msgspec.Meta(description="SHA-256 of the secret.")]
    secret: Annotated[Hex | None, msgspec.Meta(description="Null until the game is over.")]
    entropy: Annotated[
        list[SeatEntropy], msgspec.Meta(description="Of the seats that have committed to any.")
    ]
    deals: list[SealedDeal]


class Tenure(Shape):
    """Who held a seat, from which event to which."""

    seat: SeatNumber
    kind: SeatKind
    name: str
    since: Version
    until: Annotated[Version | None, msgspec.Meta(description="Null: to the end.")]


class Replay(Shape):
    """A game that is over, as a file from which any implementation of the rules can play it.

    With `seat` it holds less: no shuffles, and of the moves those that this seat knew.
    """

    format: Literal["herdbook-replay/1"]
    id: str
    ruleset: str
    rules_version: int
    seats: int
    options: JsonObject
    shuffles: list[Shuffle]
    moves: list[MoveRecord]
    events: list[ReplayEvent]
    result: Outcome
    names: list[str | None]
    holders: Annotated[
        list[Tenure], msgspec.Meta(description="Also those who were replaced, in order.")
    ]
    position_hash: Annotated[
        Hex | None,
        msgspec.Meta(description="SHA-256 of the last position; null with `seat` or no deal."),
    ]
    pack: Annotated[
        list[str] | UnsetType, msgspec.Meta(description="The code of each card, by its number.")
    ] = UNSET
    proof: Annotated[
        Proof | UnsetType, msgspec.Meta(description="The same as `GET /games/{id}/proof`.")
    ] = UNSET


class LogHead(Shape):
    """The last event of a game that is over."""

    game: Annotated[str | None, msgspec.Meta(description="Null for a private game.")]
    game_hash: Annotated[Hex, msgspec.Meta(description="SHA-256 of the 16 bytes of the game's id.")]
    version: Version
    hash: Annotated[Hex, msgspec.Meta(description="Of the event of this version.")]
