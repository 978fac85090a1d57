"""Family Favourites: the card or the call to be matched, the hand, and what has been played."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.renderers.renderer import Renderer
from herdbook.terminal.renderers.seats import framed, labelled, seats_table
from herdbook.terminal.writing import Cast, plain
from herdbook.views import Event, Game

SETS = {
    "R": ("brown dog", "red"),
    "U": ("black or white dog", "blue"),
    "G": ("cat", "green"),
    "W": ("pony", "bright_white"),
    "K": ("other animal", "cyan"),
    "J": ("joker", "magenta"),
}
"""What the cards of each set show, and the colour of the set."""
JOKER = "J"
JOKER_POINTS = 15
CALLS = {"cat": ("cats", "green"), "dog": ("dogs", "red")}
SHOWN = 8
"""How many of the played cards below the top one are shown."""


def card_text(code: object) -> Text:
    """Write a card in the colour of its set."""
    card = plain(code)
    _, colour = SETS.get(card[:1], ("", "default"))
    return Text(card, style=f"bold {colour}" if card == JOKER else colour)


def cards_text(codes: Iterable[object], *, none: str = "none") -> Text:
    """Write cards in a row."""
    cards = [card_text(code) for code in codes]
    return Text("  ").join(cards) if cards else Text(none, style="dim")


def points(codes: Iterable[object]) -> int:
    """Add up what cards count that are left in hand: their numbers, jokers 15."""
    cards = [plain(code) for code in codes]
    return sum(JOKER_POINTS if card == JOKER else int(card[1:]) for card in cards)


def _count(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _call_text(call: object) -> Text:
    words, colour = CALLS.get(plain(call), (plain(call), "default"))
    return Text(words, style=f"bold {colour}")


def table(game: Game) -> RenderableType:
    """Draw the table of a game of Family Favourites."""
    seen, cast = game.table, Cast(game)
    rows = {"on top": card_text(seen["top"])}
    if call := seen.get("call"):
        rows["on top"].append_text(Text.assemble(" calls ", _call_text(call), style="default"))
    below = list(seen["played"])[1:]
    rows["below it"] = cards_text(below[:SHOWN], none="nothing")
    if len(below) > SHOWN:
        rows["below it"].append(f"  and {len(below) - SHOWN} more", style="dim")
    rows["draw pile"] = Text(plain(seen["draw_pile_size"]))
    if buried := seen.get("buried"):
        words = "a joker" if buried == 1 else f"{plain(buried)} jokers"
        rows["draw pile"].append(f"   {words} at the bottom", style="dim")
    if game.my_seat:
        hand: Sequence[object] = seen.get("hand") or []
        rows["your hand"] = cards_text(hand)
        rows["your hand"].append(f"   {_count(points(hand), 'point')}", style="dim")
    if last := seen.get("last_round"):
        rows["last round"] = _result(last.get("out"), last["points"], cast)
    columns: dict[str, Sequence[object]] = {"hand": seen["hand_sizes"], "points": seen["totals"]}
    heading = Text(f"Round {plain(seen.get('round'))}, dealt by ", style="bold")
    heading.append_text(cast[seen["dealer"]])
    return framed(game, heading, labelled(rows), Text(), seats_table(game, columns))


def _result(out: object, counts: Iterable[object], cast: Cast) -> Text:
    """Tell who went out, and the points of those who did not."""
    text = Text("nobody goes out") if out is None else Text.assemble(cast[out], " goes out")
    rows = [
        Text.assemble(cast[seat], f" {plain(count)}")
        for seat, count in enumerate(counts)
        if seat != out
    ]
    return text.append("; ").append_text(Text(", ").join(rows)).append(" points")


def _round_dealt(event: Event, cast: Cast) -> Text:
    dealt = event.data
    text = Text.assemble(f"Round {plain(dealt.get('round'))}: ", cast[dealt["dealer"]], " deals; ")
    text.append_text(card_text(dealt["top"])).append(" is turned up")
    if buried := dealt.get("buried"):
        text.append(f" after {_count(buried, 'joker')}, now at the bottom of the draw pile")
    if hand := dealt.get("hand"):
        text.append("; your hand: ").append_text(cards_text(hand))
    return text


def _card_played(event: Event, cast: Cast) -> Text:
    text = Text.assemble(cast[event.seat], " plays ", card_text(event.data["card"]))
    call = event.data.get("call")
    return text.append(" and calls ").append_text(_call_text(call)) if call else text


def _pile_recycled(event: Event, cast: Cast) -> Text:
    count = _count(len(event.data["cards"]), "played card")
    return Text(f"The draw pile is empty: {count} become the new one, shuffled")


def _card_drawn(event: Event, cast: Cast) -> Text:
    card = event.data.get("card")
    return Text.assemble(cast[event.seat], " draws ", card_text(card) if card else "a card")


def _turn_passed(event: Event, cast: Cast) -> Text:
    return Text.assemble(cast[event.seat], " passes: nothing to play, nothing to draw")


def _round_ended(event: Event, cast: Cast) -> Text:
    ended: Mapping[str, Sequence[object]] = event.data
    text = Text(f"Round {plain(event.data.get('round'))} ends: ", style="bold")
    text.append_text(_result(event.data.get("out"), ended["points"], cast))
    if totals := ended.get("totals"):
        text.append(f"; in all {' / '.join(plain(total) for total in totals)}")
    return text


MOVES = {
    "draw": "the top card of the draw pile",
    "pass": "nothing to play, nothing to draw",
}


def move(text: str) -> Text:
    """Show a move in the colour of its card, and say what it is or does."""
    if words := MOVES.get(text):
        return Text.assemble((text, "bold"), (f"  {words}", "dim"))
    card, _, call = text.partition(">")
    if card == JOKER and call in CALLS:
        shown = card_text(card).append(f">{call}")
        return shown.append(f"  only {CALLS[call][0]} or a joker may follow", style="dim not bold")
    if card[:1] in SETS and card[1:].isdecimal() and not call:
        return card_text(card).append(f"  {SETS[card[:1]][0]}", style="dim")
    return Text(plain(text))


FAMILY_FAVOURITES = Renderer(
    table=table,
    move=move,
    sentences={
        "RoundDealt": _round_dealt,
        "CardPlayed": _card_played,
        "PileRecycled": _pile_recycled,
        "CardDrawn": _card_drawn,
        "TurnPassed": _turn_passed,
        "RoundEnded": _round_ended,
    },
)
