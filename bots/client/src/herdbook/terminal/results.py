"""The end of a game as a table."""

from rich.table import Table
from rich.text import Text

from herdbook.terminal.writing import Cast, plain
from herdbook.views import Game, Seat


def result_table(game: Game) -> Table:
    """List the seats, winners first, then by how far their score is from the winners'.

    Whether few points are good or bad is the ruleset's affair, and not asked here.
    """
    cast, outcome = Cast(game), game.outcome
    reason = outcome.reason if outcome else game.status
    winners = outcome.winners if outcome else ()
    best = [seat.score for seat in game.seats if seat.seat in winners and seat.score is not None]

    def rank(seat: Seat) -> tuple[bool, int, int]:
        distance = abs(seat.score - best[0]) if best and seat.score is not None else 0
        return seat.seat not in winners, distance, seat.seat

    table = Table(title=Text(f"Result: {plain(reason)}"), title_justify="left")
    table.add_column("seat", justify="right")
    table.add_column("name")
    table.add_column("score", justify="right")
    table.add_column("")
    for seat in sorted(game.seats, key=rank):
        standing = "wins" if seat.seat in winners else "loses" if winners else ""
        state = plain(seat.state) if seat.state in {"resigned", "away"} else ""
        table.add_row(
            str(seat.seat),
            cast[seat.seat],
            plain(seat.score),
            Text(", ".join(filter(None, (standing, state)))),
            style="bold" if seat.seat in winners else "",
        )
    return table
