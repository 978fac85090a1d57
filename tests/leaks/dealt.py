"""Games of Mow whose cards the test has chosen."""

import hashlib
from collections.abc import Sequence
from uuid import uuid4

from games import projections
from games.engine.cards import Card
from games.engine.clocks import parse_time_control
from games.engine.commits import conclude
from games.engine.events import Cause, Event
from games.engine.lifecycle import GameCreated, GameStarted
from games.engine.registry import find_ruleset
from games.engine.seat_events import SeatKind, SeatTaken
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.store import append, clock
from games.store.append import NewHolder
from tests.cast import Player

SECRET = bytes(range(32))
"""One secret for all of them, so that what is published of it is equal too."""


class Stacked:
    """A pack in the order of the test."""

    def __init__(self, codes: Sequence[str]) -> None:
        taken: set[Card] = set()
        first = [PACK.take(code, taken) for code in codes]
        self._order = [*first, *(card for card in PACK.cards() if card not in taken)]

    def shuffle(self, cards, purpose):
        return list(self._order)


def dealt_game(codes: Sequence[str], *players: Player) -> str:
    """Make a running game in which the pack lies as `codes` say, the rest behind them."""
    rules = find_ruleset("mow")
    options = rules.parse_options({}, len(players))
    game, now, creator = uuid4(), clock.now(), str(uuid4())
    holders = [str(uuid4()) for _ in players]
    events: list[Event] = [
        GameCreated(
            ruleset="mow",
            rules_version=rules.rules_version,
            seats=len(players),
            options={"limit": 100, "first_seat": 0},
            time_control=parse_time_control(None, rated_duel=False),
            rated=False,
            private=False,
            creator=creator,
            commitment=hashlib.sha256(SECRET).hexdigest(),
        ),
        *(
            SeatTaken(seat=Seat(seat), kind=SeatKind.PERSON, holder=holder)
            for seat, holder in enumerate(holders)
        ),
        GameStarted(first_seat=Seat(0)),
        *rules.deal(options, len(players), Stacked(codes)),
    ]
    recorded, after = conclude(None, events, now)
    appended = append.append_events(
        [
            append.Append(
                game=game,
                expected=0,
                at=now,
                cause=Cause.PLAYER,
                events=recorded,
                after=after,
                decisions=projections.open_decisions(game, after),
                secret=SECRET,
                holders=[
                    NewHolder(id=holder, account=player.account, seat=Seat(seat))
                    for seat, (holder, player) in enumerate(zip(holders, players, strict=True))
                ],
            )
        ]
    )
    assert appended[0].result is append.Result.DONE
    return str(game)
