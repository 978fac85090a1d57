"""The letters, one function for each kind: what is so when it is called, or None."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.template.loader import render_to_string

from accounts.errors import UnknownPlayerError
from accounts.event_types import EventType
from accounts.mails.letters import Letter, Occasion, offer
from accounts.mails.models import Mail
from accounts.models import Account
from accounts.selectors import find_bot, games_told_of
from games.engine.game import Status
from games.selectors import decision_ids, refused_moves, turn_lists
from games.selectors.turn_lists import TurnOrder
from games.services.letters.describing import described, named, title_of
from games.services.letters.wording import length_text, moment_text
from games.store import load
from games.store.errors import UnknownGameError
from games.store.load import Loaded

MOST_TURNS = 50
"""Decisions that a digest lists, the most urgent; it says how many there are in all."""
DAY = timedelta(days=1)


def turn(occasion: Occasion) -> Letter | None:
    """Say that a decision is owed, if it still is."""
    return _of_a_decision(occasion, "turn")


def deadline(occasion: Occasion) -> Letter | None:
    """Say that little time is left for a decision, if it is still owed."""
    return _of_a_decision(occasion, "deadline")


def _of_a_decision(occasion: Occasion, template: str) -> Letter | None:
    game = _game(occasion)
    if game is None or game.state.status is not Status.RUNNING:
        return None
    seat = game.seat_of(occasion.account)
    owed = game.state.owed_by(seat) if seat is not None else None
    if seat is None or owed is None or game.state.seats[seat].played_by_house:
        return None
    if decision_ids.write(game.id, seat, owed.opened) != occasion.data["decision"]:
        return None  # another one, of which another mail tells
    if owed.is_due(game.now) or (template == "deadline" and owed.due_at is None):
        return None
    facts = {
        "kind": owed.kind,
        "due": _due(owed.due_at, occasion),
        "left": length_text(owed.due_at - game.now) if owed.due_at is not None else "",
    }
    return _letter(template, occasion, game, facts)


def invitation(occasion: Occasion) -> Letter | None:
    """Say that a seat is kept, if it still is."""
    game = _game(occasion)
    if game is None or game.invitation_of(occasion.account) is None:
        return None
    creator = game.owners.get(game.state.creator)
    return _letter(
        "invitation", occasion, game, {"by": creator.name if creator is not None else ""}
    )


def ended(occasion: Occasion) -> Letter | None:
    """Say how a game ended."""
    game = _game(occasion)
    if game is None or not game.state.status.is_over:
        return None
    return _letter("ended", occasion, game, {"result": _result(game, occasion.account)})


def refused(occasion: Occasion) -> Letter | None:
    """Say by which moves a bot has lost a decision, unless the bot is gone.

    The one letter that can name cards: the bot's own words, to whoever could read its hand.
    """
    try:
        bot = find_bot(occasion.data["bot"], owner=Account(id=occasion.account))
    except UnknownPlayerError:
        return None
    decision = occasion.data["decision"]
    found, game = refused_moves.of_decision(bot.id, decision), _game(occasion)
    if not found or game is None:
        return None
    server = settings.HERDBOOK_PUBLIC_URL
    facts = {
        "bot": bot.name,
        "title": title_of(game.state.ruleset),
        "game": str(game.id),
        "decision": decision,
        "address": f"{server}/api/v1/bots/{bot.name}/refusals/{decision}",
        "refused": [
            # As JSON, so that whatever a program had sent is one line, and seen as it is.
            {
                "at": moment_text(one.at, occasion.time_zone),
                "body": json.dumps(one.move),
                "code": one.code,
            }
            for one in found
        ],
    }
    return Letter(subject=_subject("refused", facts), body=_body("refused", facts))


def digest(occasion: Occasion) -> Letter | None:
    """List what is owed and what ended within a day, if there is anything."""
    owed = turn_lists.list_turns(
        occasion.account, order=TurnOrder.DEADLINE, limit=MOST_TURNS, cursor=None
    )
    over = games_told_of(
        occasion.account,
        types=[EventType.GAME_FINISHED, EventType.GAME_ABORTED],
        since=occasion.now - DAY,
    )
    if not owed.count and not over:
        return None
    turns = []
    for game, seat in owed.items:
        one = game.state.owed_by(seat)
        due = one.due_at if one is not None else None
        turns.append(f"{named(game, occasion.account)}: {_due(due, occasion) or 'no deadline'}")
    facts = {
        "count": owed.count,
        "more": owed.count - len(turns),
        "turns": turns,
        "ended": [
            f"{named(game, occasion.account)}: {_result(game, occasion.account)}"
            for game in load.games(over[:MOST_TURNS])
        ],
    }
    return Letter(subject=_subject("digest", facts), body=_body("digest", facts))


def _game(occasion: Occasion) -> Loaded | None:
    try:
        return load.game(UUID(occasion.data["game"]))
    except UnknownGameError:
        return None


def _due(due_at: Any, occasion: Occasion) -> str:
    return moment_text(due_at, occasion.time_zone) if due_at is not None else ""


def _result(game: Loaded, account: UUID) -> str:
    outcome, seat = game.state.outcome, game.seat_of(account)
    if game.state.status is not Status.FINISHED or outcome is None:
        return "broken off, without a result"
    if seat is None:
        return "over"
    if not outcome.winners:
        return f"without a result ({outcome.reason})"
    result = "you won" if seat in outcome.winners else "you lost"
    scores = f", {outcome.scores[seat]} points" if outcome.scores else ""
    return f"{result}{scores} ({outcome.reason})"


def _letter(template: str, occasion: Occasion, game: Loaded, facts: Mapping[str, Any]) -> Letter:
    context = {**described(game, occasion.account), **facts}
    return Letter(subject=_subject(template, context), body=_body(template, context))


def _subject(template: str, context: Mapping[str, Any]) -> str:
    """Return the first line; a header has one line, whatever stands in names."""
    return " ".join(render_to_string(f"mails/{template}.subject.txt", dict(context)).split())


def _body(template: str, context: Mapping[str, Any]) -> str:
    return render_to_string(f"mails/{template}.txt", dict(context))


def offer_all() -> None:
    """Offer to write what accounts are told by mail."""
    for kind, author in (
        (Mail.Kind.TURN, turn),
        (Mail.Kind.DEADLINE, deadline),
        (Mail.Kind.INVITATION, invitation),
        (Mail.Kind.ENDED, ended),
        (Mail.Kind.DIGEST, digest),
        (Mail.Kind.REFUSED, refused),
    ):
        offer(kind, author)
