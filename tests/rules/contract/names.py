"""No field, event or refusal names a card that its reader has not seen."""

import random

from games.engine.seats import Seat
from tests.rules.contract import sent
from tests.rules.contract.codes import find_codes
from tests.rules.contract.games import Game, Plan, play
from tests.rules.contract.knowledge import fresh_deals, news
from tests.rules.contract.moves import refused_moves
from tests.rules.contract.subject import Subject


def check_names(subject: Subject, plan: Plan) -> None:
    """Every code that a viewer is sent lay in its own hand once, or in the open."""
    game = play(subject, plan)
    for viewer in game.viewers:
        _check_viewer(game, viewer, random.Random(plan.seed))


def _check_viewer(game: Game, viewer: Seat | None, rng: random.Random) -> None:
    ruleset = game.subject.ruleset
    known: set[str] = set()
    for number, commit in enumerate(game.commits):
        state = commit.after
        known |= _brought(game, viewer, number)
        shown = sent.sent_to(viewer, ruleset, state)
        for view in sent.views(viewer, commit.events):
            shown[f"the event {view['type']}"] = view["data"]
        for move in [] if viewer is None else refused_moves(game.subject, state, viewer, rng):
            assert viewer is not None
            shown[f"the refusal of {move}"] = sent.refusal(ruleset, state, viewer, move)
        for name, value in shown.items():
            # To repeat the card that was asked for tells nothing.
            unseen = {*find_codes(value, ruleset.pack)} - known - {*find_codes(name, ruleset.pack)}
            assert not unseen, (
                f"{game.where(viewer, number)}: "
                f"{name} names {sorted(unseen)}, which it has not seen: {value}"
            )


def _brought(game: Game, viewer: Seat | None, number: int) -> set[str]:
    """Return the codes that a commit brought before the viewer's eyes."""
    seen = [fresh_deals(game, viewer, number), news(game, viewer, number)]
    if viewer is not None:
        seen.append(game.position(number)["hands"][viewer])
    return {*find_codes(seen, game.subject.ruleset.pack)}
