"""How games look in a terminal: one file for each ruleset, found by its slug.

A ruleset without a file of its own, or one whose table has changed beyond its file's grasp, is
shown by the generic renderer: showing less well is better than not showing.
"""

from rich.console import RenderableType
from rich.text import Text

from herdbook.terminal.renderers.family_favourites import FAMILY_FAVOURITES
from herdbook.terminal.renderers.farmyard_cries import FARMYARD_CRIES
from herdbook.terminal.renderers.generic import GENERIC
from herdbook.terminal.renderers.mow import MOW
from herdbook.terminal.renderers.renderer import Renderer
from herdbook.terminal.renderers.tortoise import TORTOISE_GAME
from herdbook.terminal.sentences import GENERAL, unknown
from herdbook.terminal.writing import Cast
from herdbook.views import Event, Game

RENDERERS: dict[str, Renderer] = {
    "family-favourites": FAMILY_FAVOURITES,
    "farmyard-cries": FARMYARD_CRIES,
    "mow": MOW,
    "tortoise": TORTOISE_GAME,
}

# What reading data of another shape than expected can raise.
SURPRISES = (LookupError, TypeError, ValueError, AttributeError)


def table_of(game: Game) -> RenderableType:
    """Draw the table as the viewer may see it."""
    try:
        return RENDERERS.get(game.ruleset, GENERIC).table(game)
    except SURPRISES:
        return GENERIC.table(game)


def move_of(move: str, game: Game) -> Text:
    """Show a move that may be chosen."""
    try:
        return RENDERERS.get(game.ruleset, GENERIC).move(move)
    except SURPRISES:
        return GENERIC.move(move)


def sentence_of(event: Event, game: Game) -> Text:
    """Tell an event in a sentence."""
    cast = Cast(game)
    renderer = RENDERERS.get(game.ruleset, GENERIC)
    sentence = renderer.sentences.get(event.type) or GENERAL.get(event.type) or unknown
    try:
        return sentence(event, cast)
    except SURPRISES:
        return unknown(event, cast)
