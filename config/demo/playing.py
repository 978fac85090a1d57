"""Sitting down, and playing on for everybody at a table, as clients of theirs would."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from bots import answering
from config.demo.people import Person
from games.engine.owing import Owed
from games.selectors import decision_ids
from games.services import creating, lobby, play
from games.services.creating import WantedSeat
from games.store import load
from games.store.load import Loaded

SHORT: Mapping[str, Mapping[str, Any]] = {
    "mow": {"limit": 12},
    "farmyard-cries": {"target": 12},
    "family-favourites": {"hands": 1},
    "tortoise": {},
}
"""Options with which a game of each ruleset is over after some thirty moves."""
A_DAY: Mapping[str, Any] = {
    "kind": "per_move",
    "seconds": 86_400,
    "pause_budget": {"seat": 7 * 86_400},
}


def sit_down(
    ruleset: str,
    people: Sequence[Person],
    *,
    house: Sequence[str] = (),
    free: int = 0,
    **wanted: Any,
) -> UUID:
    """Make a game, let these people sit down in this order, behind them the house; return its id.

    `house` names the strategies of house seats, `free` says how many seats stay open; `wanted` is
    what else is asked of the game.
    """
    first, *others = people
    seats = [
        WantedSeat(kind="me"),
        *(WantedSeat(kind="open") for _ in range(len(others) + free)),
        *(WantedSeat(kind="house", strategy=strategy) for strategy in house),
    ]
    asked = {"options": SHORT[ruleset], "time_control": A_DAY, **wanted}
    made = creating.create_game(asker=first.asker, ruleset=ruleset, seats=seats, **asked)
    for number, person in enumerate(others, start=1):
        lobby.take_seat(game=made.game.id, asker=person.asker, seat=number)
    for person in people:
        person.was_here()
    return made.game.id


def play_on(game: UUID, *, moves: int = 1_000) -> Loaded:
    """Answer what accounts owe, and the house if it may by now, so often or until nothing is owed.

    Whoever plays well makes few moves: everybody plays as the house would.
    """
    loaded = load.game(game)
    for _ in range(moves):
        owed = next((one for one in loaded.state.owed if _answer(loaded, one)), None)
        if owed is None:
            break
        loaded = load.game(game)
    return loaded


def _answer(loaded: Loaded, owed: Owed) -> bool:
    """Make a move for a seat; return whether that could be."""
    record = loaded.state.seats[owed.seat]
    if record.played_by_house:
        return answering.answer(loaded.id, owed.seat, owed.opened)
    owner = loaded.owners[record.holder or ""]
    free = answering.choose_free(loaded, owed.seat, owed.opened)
    move = free or answering.choose(loaded, owed.seat, owed.opened)
    decision = None if free else decision_ids.write(loaded.id, owed.seat, owed.opened)
    play.play_move(
        game=loaded.id, account=owner.account, is_bot=owner.is_bot, move=move, decision=decision
    )
    return True
