"""The shapes of what streams send."""

from typing import Annotated, Literal

import msgspec

from accounts.api.shapes import AccountEvent, Moment, Shape
from games.api.shapes import Event, GameView


class Hello(Shape):
    """The first frame of a stream."""

    server_now: Moment
    cursor: Annotated[str, msgspec.Meta(description="From where it goes on.")]
    heartbeat_seconds: Annotated[int, msgspec.Meta(description="The longest silence.")]


class Heartbeat(Shape):
    """A frame that comes where nothing happens."""

    cursor: Annotated[str, msgspec.Meta(description="Of the last event; nothing came since.")]


class Bye(Shape):
    """The last frame of a stream that the server ends."""

    reason: Annotated[
        Literal[
            "game_finished",
            "server_restart",
            "slow_consumer",
            "token_revoked",
            "account_sanctioned",
            "access_changed",
            "max_age",
        ],
        msgspec.Meta(
            description="`game_finished`: nothing comes any more. `token_revoked`: the token is not "
            "good any more. `account_sanctioned`: your account is suspended. `access_changed`: you took or lost a seat, and are shown another view "
            "when you come again. After the others, come again with the cursor."
        ),
    ]
    cursor: str


class GameFrame(Shape):
    """The data of the frames of a game's stream, by the name of their event."""

    hello: Hello
    snapshot: GameView
    event: Event
    heartbeat: Heartbeat
    bye: Bye


class Owing(Shape):
    """How much you owe."""

    turns: Annotated[int, msgspec.Meta(ge=0, description="Decisions; `GET /me/turns` lists them.")]


class ToldEvent(AccountEvent):
    """Something you were told, and what you were told before."""

    previous: Annotated[
        str | None,
        msgspec.Meta(
            description="The `id` of the event before it, by which you see that you missed none; "
            "null: nothing before it is kept."
        ),
    ]


class AccountFrame(Shape):
    """The data of the frames of your own stream, by the name of their event."""

    hello: Hello
    snapshot: Owing
    event: ToldEvent
    turns: Owing
    heartbeat: Heartbeat
    bye: Bye
