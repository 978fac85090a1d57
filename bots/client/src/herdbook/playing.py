"""Playing a whole game: wait, choose, move, until it is over."""

import random
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from typing import TypeAlias

from herdbook.client import Client
from herdbook.entropy import Entropy
from herdbook.errors import HerdbookError
from herdbook.refusals import (
    DecisionGoneError,
    GameIncidentError,
    GameOverError,
    GamePausedError,
    GameStartedError,
    NotAwayError,
    SeatResignedError,
)
from herdbook.retries import PATIENT
from herdbook.seating import ME, house, me
from herdbook.streaming import GameCourse
from herdbook.views import Decision, Game

Choose: TypeAlias = Callable[[Game], str]
"""Picks one of `game.decision.legal_moves`, or a free move if the game offers one."""
Follow: TypeAlias = Callable[[Game], None]
"""Is shown every new view of the game."""

WAIT = 30
"""Seconds of one long poll: well below the minute at which proxies lose their patience."""


def random_choice(seed: int | str | None = None) -> Choose:
    """Make a chooser of random legal moves; the same seed chooses the same among the same."""
    rng = random.Random(seed)  # noqa: S311 - a way to play, not a secret

    def choose(game: Game) -> str:
        assert game.decision is not None
        return rng.choice(game.decision.legal_moves)

    return choose


def play(
    url: str,
    ruleset: str = "mow",
    seats: int = 3,
    choose: Choose | None = None,
    strategy: str | None = None,
    *,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    time_control: Mapping[str, object] | None = None,
    follow: Follow | None = None,
    entropy: Entropy | None = None,
) -> Game:
    """Play a whole game as a throw-away bot in seat 0 against house bots; return its last view.

    With `entropy` the shuffles depend on it as well, and the server cannot choose the cards. Without a `choose` the moves are random legal ones, drawn from `seed`; without a `strategy`
    the house bots play as is usual for the ruleset. A restart of the server is sat out. Raises `HerdbookError`, and whatever `choose` raises.
    """
    with Client(url, retries=PATIENT) as client:
        game = sit_down(
            client,
            ruleset,
            seats=seats,
            strategy=strategy,
            options=options,
            time_control=time_control,
            entropy=entropy,
        )
        choose = choose or random_choice(seed)
        return play_game(client, game, choose, follow=follow, entropy=entropy)


def sit_down(
    client: Client,
    ruleset: str,
    *,
    seats: int,
    strategy: str | None,
    options: Mapping[str, object] | None = None,
    time_control: Mapping[str, object] | None = None,
    entropy: Entropy | None = None,
) -> Game:
    """Turn the client into a throw-away bot, in seat 0 of a new game against house bots."""
    client.token = client.sandbox().token
    bot = house(strategy or client.ruleset(ruleset).usual_strategy)
    table = [me(entropy) if entropy else ME, *[bot] * (seats - 1)]
    return client.games.create(ruleset, table, options=options, time_control=time_control)


_ELSEWHERE = (
    GameIncidentError,
    GameOverError,
    GamePausedError,
    GameStartedError,
    NotAwayError,
    SeatResignedError,
)
"""The game has gone on, or rests: its view says how."""


def play_game(
    client: Client,
    game: Game,
    choose: Choose,
    *,
    follow: Follow | None = None,
    entropy: Entropy | None = None,
) -> Game:
    """Play the seat of this client's account in a game to the end; return the last view.

    `entropy` is that to which the seat has committed; it is revealed when the game asks for it.
    """
    gone: str | None = None
    while True:
        if follow:
            follow(game)
        if game.is_over:
            return game
        decision, seat = game.decision, game.my_seat
        try:
            if entropy and game.asks_for_entropy:
                game = client.games.reveal(game.id, entropy)
            elif game.status != "running":
                game = _news(client, game)
            elif seat and seat.state == "away":
                game = client.games.return_to_seat(game.id)
            elif decision and decision.id != gone:
                game = _answer(client, game, decision, choose(game))
            else:
                game = _news(client, game)
        except DecisionGoneError:
            # Lost to the clock or to another program with this token. The view may show it a
            # little longer, until what follows has happened: wait for that, do not try again.
            gone = decision.id if decision else None
            entropy = None if game.asks_for_entropy else entropy  # too late
            if seat and seat.state == "away":  # the house answers first, see `return_to_seat`
                game = _news(client, game)
            else:
                game = client.games.view(game.id)
        except _ELSEWHERE:
            game = client.games.view(game.id)


def watch_game(client: Client, game: Game, follow: Follow) -> Game:
    """Show a game to `follow` until it is over, without a part in it; return the last view.

    It is followed as a stream; where the server keeps none, news of it is waited for.
    """
    follow(game)
    if not game.is_over:
        game = _watch_stream(client, game, follow)
    while not game.is_over:
        game = _news(client, game)
        follow(game)
    return game


def _watch_stream(client: Client, game: Game, follow: Follow) -> Game:
    """Show it as long as it can be followed as a stream; return the last view."""
    course = GameCourse(game.id, client.settings, after=game.version, insists=False)
    with suppress(HerdbookError), closing(client.follow(course)) as told:
        for one in told:
            if one.version > game.version:
                # An event comes alone, and with it there may have been others.
                game = one if isinstance(one, Game) else client.games.view(game.id)
                follow(game)
    return game


def _answer(client: Client, game: Game, decision: Decision, move: str) -> Game:
    free = move in game.free_moves and move not in decision.legal_moves
    return client.games.move(game.id, move, decision=None if free else decision.id).game


def _news(client: Client, game: Game) -> Game:
    """Wait until something happens; without an `ETag`, look again and wait from there."""
    return client.games.news(game, wait=WAIT) or game
