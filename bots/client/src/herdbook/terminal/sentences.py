"""The events that every ruleset has, each told in a sentence."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rich.text import Text

from herdbook.terminal.writing import Cast, plain
from herdbook.views import Event

Sentence: TypeAlias = Callable[[Event, Cast], Text]
"""Tells one kind of event. May raise on data of an unexpected shape."""


def unknown(event: Event, cast: Cast) -> Text:
    """Tell an event of which nothing is known, by its name and data."""
    text = Text(plain(event.type), style="italic")
    if event.seat is not None:
        text.append(" by ", style="not italic").append_text(cast[event.seat])
    if event.data:
        text.append(f" ({plain(event.data)})", style="not italic dim")
    return text


def _said(words: str) -> Sentence:
    """Make a sentence about the seat of an event."""

    def sentence(event: Event, cast: Cast) -> Text:
        return Text.assemble(cast[event.seat], f" {words}")

    return sentence


def _stated(words: str) -> Sentence:
    """Make a sentence about the game."""

    def sentence(event: Event, cast: Cast) -> Text:
        return Text(words, style="bold")

    return sentence


def _round_ended(event: Event, cast: Cast) -> Text:
    text = Text(f"Round {plain(event.data['round'])} ends", style="bold")
    if points := event.data.get("points"):
        text.append(f": {plain(points)}", style="not bold")
    return text


def _round_dealt(event: Event, cast: Cast) -> Text:
    return Text(f"Round {plain(event.data['round'])} is dealt", style="bold")


def _decision_expired(event: Event, cast: Cast) -> Text:
    reasons = {"refusals": "was refused too often", "deadline": "ran out of time"}
    words = reasons.get(event.data.get("reason", ""), "ran out of time")
    return Text.assemble(cast[event.seat], f" {words}")


def _move_undone(event: Event, cast: Cast) -> Text:
    version = plain(event.data["to_version"])
    return Text(f"The game goes back to how it stood at version {version}", style="bold")


def _game_finished(event: Event, cast: Cast) -> Text:
    ended: Mapping[str, Any] = event.data.get("outcome") or event.data
    text = Text("The game is over", style="bold")
    if winners := ended.get("winners"):
        text.append("; won by ").append_text(cast.listed(winners))
    if (reason := ended.get("reason")) not in {None, "completed"}:
        text.append(f" ({plain(reason)})")
    return text


def _seat_replaced(event: Event, cast: Cast) -> Text:
    if event.data.get("kind") == "house":
        return Text.assemble("A house bot takes over the seat of ", cast[event.seat])
    return Text.assemble(cast[event.seat], " takes over the seat")


def _order_given(event: Event, cast: Cast) -> Text:
    role, order = plain(event.data["role"]), plain(event.data["order"])
    text = Text(f"Order of a {role}: {order}", style="bold")
    return text.append(f" ({plain(event.data['reason'])})", style="not bold")


def _result_changed(words: str) -> Sentence:
    """Make a sentence about another result."""

    def sentence(event: Event, cast: Cast) -> Text:
        text = Text(words, style="bold")
        if winners := event.data["outcome"].get("winners"):
            text.append("; won by ").append_text(cast.listed(winners))
        return text

    return sentence


GENERAL: Mapping[str, Sentence] = {
    "GameCreated": _stated("The game is created"),
    "SeatInvited": _said("is invited"),
    "InvitationDeclined": _said("declines the invitation"),
    "SeatTaken": _said("sits down"),
    "SeatLeft": _said("leaves the table"),
    "SeatRenamed": _said("goes by a new name"),
    "RevealsAwaited": _stated("The seats are asked for their part of the shuffle"),
    "EntropyRevealed": _said("reveals its part of the shuffle"),
    "GameStarted": _stated("The game starts"),
    "DealSealed": _stated("The deal is sealed"),
    "RoundDealt": _round_dealt,
    "RoundEnded": _round_ended,
    "DecisionExpired": _decision_expired,
    "SeatAway": _said("is away; a house bot plays on"),
    "SeatReturned": _said("is back"),
    "SeatResigned": _said("resigns"),
    "DeadlineMoved": _said("has another deadline now"),
    "GamePaused": _stated("The game is paused"),
    "IncidentReported": _stated("Something went wrong in the game; the operator has to look"),
    "GameResumed": _stated("The game goes on"),
    "SeatOffered": _said("can be taken over"),
    "OfferWithdrawn": _said("is not on offer any more"),
    "SeatReplaced": _seat_replaced,
    "IdleNoticed": _stated("Nobody has moved for long"),
    "VacationStarted": _said("is on vacation"),
    "VacationEnded": _said("is back from vacation"),
    "AbortConsented": _said("agrees to call the game off"),
    "UndoRequested": _said("asks to take back its last move"),
    "UndoConsented": _said("agrees to the undo"),
    "UndoDeclined": _said("declines the undo"),
    "MoveUndone": _move_undone,
    "GameFinished": _game_finished,
    "GameAborted": _stated("The game is called off"),
    "GameExpired": _stated("The game is given up: nobody came"),
    "OrderGiven": _order_given,
    "ResultAdjudicated": _result_changed("The game has another result"),
    "ResultAnnulled": _result_changed("The result does not count"),
    "ResultRestored": _result_changed("The result counts as before"),
}
