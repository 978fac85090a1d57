"""`herdbook play`: a game against house bots, by chance or by hand."""

import argparse

from rich.console import Console

from herdbook.client import Client
from herdbook.playing import play_game, random_choice, sit_down
from herdbook.terminal.commands.command import Command, ComplaintError, add_pace, game_id, seats
from herdbook.terminal.onlooker import Onlooker
from herdbook.terminal.screen import screen_on


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--me", action="store_true", help="play yourself, on a table that fills the terminal"
    )
    parser.add_argument(
        "--game",
        type=game_id,
        metavar="GAME",
        help="with --me: go on with this game of yours, instead of a new one",
    )
    parser.add_argument("--ruleset", default="mow", help="what to play (default: %(default)s)")
    parser.add_argument(
        "--seats", type=seats, default=3, metavar="N", help="players in all (default: %(default)s)"
    )
    parser.add_argument(
        "--strategy",
        help="how the house bots play; see `herdbook rulesets` (default: normal, or what there is)",
    )
    parser.add_argument("--seed", help="choose the same random moves in the same situations")
    add_pace(parser)


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> int | None:
    if arguments.me:
        if arguments.game is not None:
            _must_sit_there(client, arguments.game)
        return _by_hand(client, arguments)
    if arguments.game is not None:
        raise ComplaintError("--game goes with --me: it is you who goes on with a game of yours.")
    # Always a bot of its own: a person's games are not to be played by chance.
    game = sit_down(client, arguments.ruleset, seats=arguments.seats, strategy=arguments.strategy)
    with screen_on(console, as_lines_of_json=arguments.json) as screen:
        onlooker = Onlooker(client, screen, pace=arguments.pace)
        game = play_game(client, game, random_choice(arguments.seed), follow=onlooker)
        screen.conclude(game)
    return None


def _must_sit_there(client: Client, game: str) -> None:
    """Raise `ComplaintError` where there is no seat to go on with."""
    if client.token is None:
        raise ComplaintError("To find your seat, the server has to know you: `herdbook login`.")
    if client.games.view(game).my_seat is None:
        raise ComplaintError(f"You hold no seat of {game}; `herdbook watch {game}` shows it.")


def _by_hand(client: Client, arguments: argparse.Namespace) -> int:
    # Here, because it takes a moment to load and nothing else needs it.
    from herdbook.terminal.table.evening import play_by_hand
    from herdbook.terminal.table.sitting import Wish

    wish = Wish(arguments.ruleset, arguments.seats, arguments.strategy, arguments.game)
    return play_by_hand(client, wish, as_json=arguments.json)


COMMAND = Command(
    name="play",
    help="play a game against house bots, yourself or by chance",
    description="Play a whole game against house bots. With --me you play it yourself, on a "
    "table that fills the terminal; without, a throw-away bot plays random legal moves, shown "
    "one by one. Needs no account; with a token (see `herdbook login`) --me plays as you.",
    epilog="examples:\n"
    "  herdbook play --me                       your seat at a table of three\n"
    "  herdbook play --me --seats 2 --strategy random\n"
    "  herdbook play --me --game GAME           come back to a game\n"
    "  herdbook play --seed 7 --pace 0.5        look on while chance plays",
    arguments=_arguments,
    run=_run,
    when_stopped="The game goes on without you, as its time control says.",
)
