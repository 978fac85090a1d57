"""Farmyard Cries: the two face-up cards, the hand by groups, who has sealed, raced and cried."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.renderers.renderer import Renderer
from herdbook.terminal.renderers.seats import framed, labelled, seats_table
from herdbook.terminal.writing import Cast, plain
from herdbook.views import Event, Game

GROUPS = {
    "HEN": ("hen", 10, "yellow"),
    "DUK": ("duck", 15, "green"),
    "DOG": ("dog", 20, "dark_orange"),
    "SHP": ("sheep", 25, "bright_white"),
    "CAT": ("cat", 30, "magenta"),
    "COW": ("cow", 40, "cyan"),
    "PIG": ("pig", 50, "bright_red"),
}
"""What each group is called, what its set is worth, and its colour."""
PARTS = {"M": "mother", "Y": "young", "W": "where found", "B": "breed"}
PHASES = {"swap": "a swap: everybody passes a card to the left", "race": "a race to lay down"}


def card_text(code: object) -> Text:
    """Write a card in the colour of its group; a Mother stands out."""
    card = plain(code)
    group, _, part = card.partition(".")
    _, _, colour = GROUPS.get(group, ("", 0, "default"))
    return Text(card, style=f"bold {colour}" if part == "M" else colour)


def cards_text(codes: Iterable[object], *, none: str = "none") -> Text:
    """Write cards in a row."""
    cards = [card_text(code) for code in codes]
    return Text("  ").join(cards) if cards else Text(none, style="dim")


def _group_text(group: object) -> Text:
    name, worth, colour = GROUPS.get(plain(group), (plain(group), 0, "default"))
    return Text(name, style=colour).append(f" ({worth})" if worth else "", style="dim")


def table(game: Game) -> RenderableType:
    """Draw the table of a game of Farmyard Cries."""
    seen, cast = game.table, Cast(game)
    rows: dict[str, Text] = {}
    if words := PHASES.get(plain(seen.get("phase"))):
        rows["now"] = Text(words, style="bold")
    for name, card in seen["face_up"].items():
        size = plain(seen["stack_sizes"].get(name))
        face_up = card_text(card) if card else Text("nothing", style="dim")
        rows[f"stack {plain(name)}"] = face_up.append(f"   {size} cards", style="dim")
    rows["farmyard"] = Text(f"{plain(seen['farmyard_size'])} face down")
    if game.my_seat:
        rows["your hand"] = cards_text(seen.get("hand") or [])
        if sealed := seen.get("my_choice"):
            rows["you pass"] = card_text(sealed)
    if chosen := seen.get("chosen"):
        rows["have chosen"] = cast.listed(chosen)
    if racing := seen.get("racing"):
        rows["in the race"] = cast.listed(racing)
    if cries := seen.get("cries"):
        rows["cries"] = Text(", ").join(_cry_text(cry, cast) for cry in cries)
    if last := seen.get("last_round"):
        rows["last round"] = _won(last.get("seat"), last.get("group"), last["cards"], cast)
    columns: dict[str, Sequence[object]] = {"hand": seen["hand_sizes"], "points": seen["scores"]}
    heading = Text(f"Round {plain(seen.get('round'))}, dealt by ", style="bold")
    heading.append_text(cast[seen["dealer"]])
    return framed(game, heading, labelled(rows), Text(), seats_table(game, columns))


def _cry_text(cry: Mapping[str, object], cast: Cast) -> Text:
    text = Text.assemble(cast[cry["seat"]], " ", _group_text(cry["group"]))
    return text if cry.get("success") else text.append(" in vain", style="dim")


def _won(seat: object, group: object, cards: Iterable[object], cast: Cast) -> Text:
    if seat is None:
        return Text("void: nobody won in time", style="dim")
    text = Text.assemble(cast[seat], " with the ", _group_text(group), ": ")
    return text.append_text(cards_text(cards))


def _round_dealt(event: Event, cast: Cast) -> Text:
    dealt = event.data
    text = Text.assemble(f"Round {plain(dealt.get('round'))}: ", cast[dealt["dealer"]], " deals; ")
    # When all is open it is the whole stacks, the tops first.
    tops = dealt.get("face_up") or {name: cards[0] for name, cards in dealt["stacks"].items()}
    face_up = [card_text(card) for card in tops.values()]
    text.append_text(Text(" and ").join(face_up)).append(" lie face up")
    if hand := dealt.get("hand"):
        text.append("; your hand: ").append_text(cards_text(hand))
    return text


def _card_exchanged(event: Event, cast: Cast) -> Text:
    made = event.data
    text = Text.assemble(cast[event.seat], " takes ", card_text(made["taken"]))
    text.append(f" from stack {plain(made['stack'])}")
    if card := made.get("discarded"):
        text.append(" for ").append_text(card_text(card))
    if made.get("refilled"):
        text.append("; the Farmyard moves there")
    return text.append("; next comes ").append_text(card_text(made["turned_up"]))


def _swap_called(event: Event, cast: Cast) -> Text:
    return Text.assemble(cast[event.seat], " calls a swap: everybody passes a card to the left")


def _card_sealed(event: Event, cast: Cast) -> Text:
    text = Text.assemble(cast[event.seat], " has chosen")
    card = event.data.get("card")
    return text.append(": ").append_text(card_text(card)) if card else text.append(" a card")


def _cards_passed(event: Event, cast: Cast) -> Text:
    text = Text("All cards are passed")
    if given := event.data.get("given"):
        text.append(": you give ").append_text(card_text(given))
        text.append(" and get ").append_text(card_text(event.data["received"]))
    return text


def _group_cried(event: Event, cast: Cast) -> Text:
    cry = event.data
    text = Text.assemble(cast[event.seat], " cries for the young of the ")
    text.append_text(_group_text(cry["group"]))
    if not cry["given"]:
        return text.append("; nobody has any")
    gifts = [
        Text.assemble(cast[gift["seat"]], " ", cards_text(gift["cards"])) for gift in cry["given"]
    ]
    return text.append("; they come from ").append_text(Text(", ").join(gifts))


def _race_started(event: Event, cast: Cast) -> Text:
    seats = cast.listed(event.data["seats"])
    return Text("Several have a set: ", style="bold").append_text(seats).append(" race to lay down")


def _set_laid_down(event: Event, cast: Cast) -> Text:
    return Text.assemble(cast[event.seat], " lays down first")


def _round_ended(event: Event, cast: Cast) -> Text:
    ended = event.data
    text = Text(f"Round {plain(ended.get('round'))} ends: ", style="bold")
    won = _won(ended.get("winner"), ended.get("group"), ended["cards"], cast)
    text.append_text(won)
    if scores := ended.get("scores"):
        text.append(f"; in all {' / '.join(plain(score) for score in scores)}")
    return text


def move(text: str) -> Text:
    """Show a move in the colour of its card, and say what it does."""
    verb, _, what = text.partition(":")
    card, _, stack = text.partition(">")
    if text == "swap":
        return Text.assemble((text, "bold"), ("  everybody passes a card to the left", "dim"))
    if text == "lay-down":
        return Text.assemble((text, "bold"), ("  your set, before the others", "dim"))
    if verb == "cry" and what in GROUPS:
        words = f"  ask for the young of the {GROUPS[what][0]}"
        return Text.assemble((plain(text), "bold"), (words, "dim"))
    if verb == "pass" and what:
        return Text("pass:").append_text(card_text(what)).append(_part(what), style="dim")
    if stack:
        return card_text(card).append(f">{plain(stack)}", style="default")
    return Text(plain(text))


def _part(code: str) -> str:
    group, _, part = code.partition(".")
    if group not in GROUPS or part[:1] not in PARTS:
        return ""
    return f"  {PARTS[part[:1]]} of the {GROUPS[group][0]}"


FARMYARD_CRIES = Renderer(
    table=table,
    move=move,
    sentences={
        "RoundDealt": _round_dealt,
        "CardExchanged": _card_exchanged,
        "SwapCalled": _swap_called,
        "CardSealed": _card_sealed,
        "CardsPassed": _cards_passed,
        "GroupCried": _group_cried,
        "RaceStarted": _race_started,
        "SetLaidDown": _set_laid_down,
        "RoundEnded": _round_ended,
    },
)
