"""Mow: the herd in a line with its flies, the arrow, and what each farmer has in the stable."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.renderers.renderer import Renderer
from herdbook.terminal.renderers.seats import framed, labelled, seats_table
from herdbook.terminal.writing import Cast, plain
from herdbook.views import Event, Game

FLY_STYLES = {0: "green", 1: "yellow", 2: "dark_orange", 3: "red"}
SPECIAL = 5
"""Flies of blockers, acrobats and slowpokes."""
SPECIAL_STYLE = "bold magenta"
ARROWS = {"L": "left ↓", "R": "right ↑"}
"""Left is the next seat in the list below, right the one before."""
ARROW_WORDS = {"L": "turn goes left", "R": "turn goes right"}


def flies(card: str) -> int:
    """Count the flies on a card; a slowpoke may stand somewhere (`S@6`)."""
    if card[:1] in {"A", "B", "S"}:
        return SPECIAL
    _, _, count = card.partition(".")
    return int(count) if count.isdecimal() else 0


def card_text(code: object) -> Text:
    """Write a card, or a cow with an acrobat on it: its number, and a dot for every fly."""
    cards = plain(code).split("^")
    return Text("^").join(_single(card) for card in cards)


def _single(card: str) -> Text:
    count = flies(card)
    if count == SPECIAL:
        return Text(card, style=SPECIAL_STYLE)
    return Text(card.partition(".")[0] + "•" * count, style=_style(card))


def _style(card: str) -> str:
    return FLY_STYLES.get(flies(card), SPECIAL_STYLE)


def cards_text(codes: Iterable[object], *, none: str = "none") -> Text:
    """Write cards in a row."""
    cards = [card_text(code) for code in codes]
    return Text("  ").join(cards) if cards else Text(none, style="dim")


def all_flies(codes: Iterable[object]) -> int:
    """Add up the flies of cards, or of herd entries that may be two cards."""
    return sum(flies(card) for code in codes for card in str(code).split("^"))


def table(game: Game) -> RenderableType:
    """Draw the table of a game of Mow."""
    seen = game.table
    herd = list(seen["herd"])
    nothing = (
        "none: it was taken, now open a new one" if seen.get("phase") == "open" else "none yet"
    )
    rows = {"herd": cards_text(herd, none=nothing)}
    if herd:
        rows["herd"].append(f"   {_count(all_flies(herd))}", style="dim")
    rows["turn goes"] = Text(ARROWS.get(seen["arrow"], plain(seen["arrow"])))
    rows["deck"] = Text(plain(seen["deck_size"]))
    if game.my_seat:
        rows["your hand"] = cards_text(seen.get("hand") or [])
        if stable := seen.get("stable"):
            rows["your stable"] = Text(f"{len(stable)} cards, {_count(all_flies(stable))}")
    if last := seen.get("last_round"):
        rows["last round"] = Text(" / ".join(plain(points) for points in last["points"]) + " flies")
    columns: dict[str, Sequence[object]] = {
        "hand": seen["hand_sizes"],
        "stable": seen["stable_sizes"],
        "flies": seen["totals"],
    }
    heading = Text(f"Round {plain(seen.get('round'))}", style="bold")
    return framed(game, heading, labelled(rows), Text(), seats_table(game, columns))


def _count(number: int) -> str:
    return "1 fly" if number == 1 else f"{number} flies"


def _round_dealt(event: Event, cast: Cast) -> Text:
    dealt = event.data
    text = Text.assemble(f"Round {plain(dealt.get('round'))} is dealt; ", cast[dealt["starter"]])
    # When all is open it is the deck itself.
    left = len(dealt["deck"]) if "deck" in dealt else dealt.get("deck_size")
    text.append(f" begins, {plain(left)} cards are left in the deck")
    if hand := dealt.get("hand"):
        text.append("; your hand: ").append_text(cards_text(hand))
    return text


def _cow_played(event: Event, cast: Cast) -> Text:
    played = event.data
    text = Text.assemble(cast[event.seat], " plays ", card_text(played["card"]))
    if played.get("slot") is not None:
        text.append(f", standing for {plain(played['slot'])}")
    if arrow := played.get("arrow"):
        text.append(f", and the turn goes {ARROWS.get(arrow, plain(arrow))}")
    return text


def _card_drawn(event: Event, cast: Cast) -> Text:
    card = event.data.get("card")
    drawn = card_text(card) if card else Text("a card")
    return Text.assemble(cast[event.seat], " draws ", drawn)


def _herd_taken(event: Event, cast: Cast) -> Text:
    cards = event.data["cards"]
    taken = Text.assemble(cast[event.seat], " takes the herd: ", cards_text(cards))
    return taken.append(f" ({_count(all_flies(cards))})")


def _round_ended(event: Event, cast: Cast) -> Text:
    ended: Mapping[str, Sequence[object]] = event.data
    text = Text(f"Round {plain(event.data.get('round'))} ends: ", style="bold")
    points = enumerate(ended["points"])
    rows = [Text.assemble(cast[seat], f" {plain(count)}") for seat, count in points]
    text.append_text(Text(", ").join(rows)).append(" flies")
    if totals := ended.get("totals"):
        text.append(f"; in all {' / '.join(plain(total) for total in totals)}")
    return text


def move(text: str) -> Text:
    """Show a move in the colours of its card, and say what else it does."""
    if text == "take":
        return Text.assemble(("take", "bold"), ("  the herd", "dim"))
    card, _, arrow = text.partition(">")
    shown = Text(plain(text), style=_style(card))
    words = ARROW_WORDS.get(arrow, "")
    return shown.append(f"  {words}", style="dim") if words else shown


MOW = Renderer(
    table=table,
    move=move,
    sentences={
        "RoundDealt": _round_dealt,
        "CowPlayed": _cow_played,
        "CardDrawn": _card_drawn,
        "HerdTaken": _herd_taken,
        "RoundEnded": _round_ended,
    },
)
