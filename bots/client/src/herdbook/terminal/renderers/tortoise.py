"""The Tortoise Game: who offers to whom, the hands, and the pairs thrown out."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.renderers.renderer import Renderer
from herdbook.terminal.renderers.seats import framed, labelled, seats_table
from herdbook.terminal.writing import Cast, plain
from herdbook.views import Event, Game

TORTOISE = "K1"
STYLES = {"R": "red", "U": "blue", "G": "green", "W": "bright_white", "K": "cyan", "J": "magenta"}
TORTOISE_STYLE = "bold reverse"


def card_text(code: object) -> Text:
    """Write a card in the colour of its set; the Tortoise stands out."""
    card = plain(code)
    return Text(card, style=TORTOISE_STYLE if card == TORTOISE else STYLES.get(card[:1], ""))


def cards_text(codes: Iterable[object], *, none: str = "none") -> Text:
    """Write cards in a row."""
    cards = [card_text(code) for code in codes]
    return Text("  ").join(cards) if cards else Text(none, style="dim")


def pairs_text(pairs: Iterable[Sequence[object]]) -> Text:
    """Write one card of each pair, and how many pairs there are of it if not one."""
    counts = Counter(plain(pair[0]) for pair in pairs)
    words = [
        card_text(card).append(f" x{count}" if count > 1 else "", style="dim")
        for card, count in counts.items()
    ]
    return Text("  ").join(words) if words else Text("none yet", style="dim")


def table(game: Game) -> RenderableType:
    """Draw the table of a Tortoise Game."""
    seen, cast = game.table, Cast(game)
    rows: dict[str, Text] = {}
    if seen.get("offerer") is not None and seen.get("drawer") is not None:
        size = plain(seen["hand_sizes"][seen["offerer"]])
        offer = Text.assemble(cast[seen["offerer"]], f" offers {size} cards to ")
        rows["offer"] = offer.append_text(cast[seen["drawer"]])
    rows["thrown out"] = pairs_text(seen["thrown"])
    if game.my_seat:
        rows["your hand"] = cards_text(seen.get("hand") or [], none="none: you are out")
    if out := seen.get("out"):
        rows["out"] = cast.listed(out)
    columns: dict[str, Sequence[object]] = {"hand": seen["hand_sizes"]}
    heading = Text.assemble("Dealt by ", cast[seen["dealer"]])
    return framed(game, heading, labelled(rows), Text(), seats_table(game, columns))


def _round_dealt(event: Event, cast: Cast) -> Text:
    text = Text.assemble(cast[event.data["dealer"]], " deals")
    if hand := event.data.get("hand"):
        text.append("; your hand: ").append_text(cards_text(hand))
    return text


def _pairs_thrown(event: Event, cast: Cast) -> Text:
    pairs = list(event.data["pairs"])
    count = "a pair" if len(pairs) == 1 else f"{len(pairs)} pairs"
    return Text.assemble(cast[event.seat], f" throws out {count}: ", pairs_text(pairs))


def _hand_offered(event: Event, cast: Cast) -> Text:
    return Text.assemble(cast[event.seat], " mixes and offers the hand")


def _card_drawn(event: Event, cast: Cast) -> Text:
    drawn = event.data
    text = Text.assemble(cast[event.seat], " draws ", _card(drawn.get("card")))
    text.append(f" at position {plain(drawn['position'])}")
    return text.append(" from ").append_text(cast[drawn["offerer"]])


def _card_handed_on(event: Event, cast: Cast) -> Text:
    handed = event.data
    text = Text.assemble(cast[event.seat], " hands on ", _card(handed.get("card"), "the last card"))
    return text.append(" to ").append_text(cast[handed["receiver"]]).append(" and is out")


def _round_ended(event: Event, cast: Cast) -> Text:
    text = Text("The Tortoise stays with ", style="bold").append_text(cast[event.data["loser"]])
    if event.data.get("capped"):
        text.append("; there were too many draws", style="not bold")
    return text


def _card(code: object, unseen: str = "a card") -> Text:
    return card_text(code) if code else Text(unseen)


def move(text: str) -> Text:
    """Show a draw, and which back it takes."""
    verb, _, position = text.partition(":")
    if verb != "draw" or not position.isdecimal():
        return Text(plain(text))
    return Text.assemble(plain(text), (f"  card {int(position) + 1} of the offer", "dim"))


TORTOISE_GAME = Renderer(
    table=table,
    move=move,
    sentences={
        "RoundDealt": _round_dealt,
        "PairsThrown": _pairs_thrown,
        "HandOffered": _hand_offered,
        "CardDrawn": _card_drawn,
        "CardHandedOn": _card_handed_on,
        "RoundEnded": _round_ended,
    },
)
