"""Pages of the dashboard, held against the stored game: staff sees what everybody sees.

But for games that are over, and for whoever has broken the glass of one.
"""

import re
from html import unescape
from uuid import UUID

from tests.canary.cards import CODES, codes_in_prose, seen_on_the_table
from tests.canary.channels import SECRETS
from tests.canary.findings import report
from tests.canary.told import public_cards
from tests.canary.truth import Stored, truth

_GAME = re.compile(r"/admin/(?:games|store/game)/([0-9a-f-]{36})/")
_DRAWN = re.compile(r"<(svg|style|script|head)\b.*?</\1>", re.DOTALL)
"""What has numbers and no cards."""
_PLAIN = ("a token", "a secret of a webhook")
"""Secrets by their form; hashes that are public stand on pages too."""


def search(path: str, *, account: UUID, content: bytes) -> None:
    """Report the cards on a page of a game that its reader may not know, and secrets on any."""
    text = unescape(_DRAWN.sub(" ", content.decode()))
    for what in _PLAIN:
        if SECRETS[what].search(text):
            report("dashboard", path, what)
    found = _GAME.match(path)
    stored = truth.find(found[1], None) if found else None
    if found is None or stored is None or stored.is_over or stored.state.ruleset not in CODES:
        return
    if any(secret in text for secret in stored.secrets):
        report("dashboard", path, "the secret or a hash of the game")
    if truth.is_glass_broken(found[1], account):
        return
    told = codes_in_prose(re.sub(r"[:>@^]", " ", text)) & CODES[stored.state.ruleset]
    if hidden := told - _public(found[1], stored):
        report("dashboard", path, sorted(hidden))


def _public(game: str, stored: Stored) -> frozenset[str]:
    """Return the codes of all cards that everybody sees, or has seen."""
    slug, rules, shown = stored.state.ruleset, stored.state.rules, frozenset[str]()
    if rules is not None and stored.state.rules_installed:
        code_of = stored.state.game_rules.pack.code_of
        shown = seen_on_the_table(slug, rules, None)
        for kind, seat, payload in truth.log(game):
            shown |= {code_of[card] for card in public_cards(slug, kind, seat, payload)}
    return shown
