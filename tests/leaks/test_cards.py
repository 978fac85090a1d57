"""No answer holds a card that its reader may not know (S01, F41, F46, A42), at any point of a game."""

from itertools import islice
from typing import Any

import pytest

from tests.cast import Caller
from tests.leaks.crawl import hidden_cards, last_deal, never_shown, pages
from tests.tables import QUICK, seated, turns, whole_log


@pytest.fixture
def viewers(alice, bob, mallory, player):
    """Three seats, a stranger with a token, a spectator without."""
    return {0: alice, 1: bob, 2: mallory, "stranger": player(), "spectator": Caller()}


def _search(game, viewers, *, attacks=True):
    """Search all that everybody is sent; return how many answers that were."""
    since, secret, looked_at = last_deal(game), never_shown(game), 0
    for who, viewer in viewers.items():
        hidden = hidden_cards(game, who if isinstance(who, int) else None)
        assert hidden
        for page in pages(viewer, game, since=since, attacks=attacks):
            looked_at += 1
            # Of a round that is over the cards left in the hands are public.
            text = page.words() - _last_round(viewer, game)
            assert not (found := hidden & text), f"{who}: {page.asked} shows {found}"
            told = [what for text_, what in secret.items() if text_ in page.text]
            assert not told, f"{who}: {page.asked} tells {told}"
    return looked_at


def _last_round(viewer, game):
    scored = viewer.get(f"/games/{game}").json()["table"]["last_round"]
    return {code for hand in scored["hands"] for code in hand} if scored else set()


def test_at_every_point_of_the_first_round(viewers):
    players = [viewers[seat] for seat in range(3)]
    game = seated(*players)
    looked_at = _search(game, viewers)
    play = turns(game, *players)
    for moves in (1, 8, 14):
        list(islice(play, moves))
        looked_at += _search(game, viewers)
    assert looked_at > 300


def test_in_the_rounds_after_it(viewers):
    players = [viewers[seat] for seat in range(3)]
    game = seated(*players, options={"limit": 500})
    play, rounds = turns(game, *players), 0
    for answer in play:
        if "RoundDealt" in {event["type"] for event in answer["events"]}:
            _search(game, viewers, attacks=False)
            list(islice(play, 5))
            _search(game, viewers, attacks=False)
            rounds += 1
        if rounds == 2:
            return
    pytest.fail("the game was over too early")


def test_what_came_before_shows_no_more_later_than_it_did(viewers):
    """The log from its beginning, as each viewer reads it at the end, is what it always read."""
    players = [viewers[seat] for seat in range(3)]
    game = seated(*players, options=QUICK)
    told: dict[Any, list[Any]] = {who: [] for who in viewers}
    for _ in turns(game, *players):
        for who, viewer in viewers.items():
            after = len(told[who])
            told[who] += viewer.get(f"/games/{game}/events?after={after}&limit=100").json()["items"]
    for who, viewer in viewers.items():
        assert whole_log(viewer, game) == told[who]


def test_a_move_is_answered_with_no_more_than_its_mover_may_see(viewers):
    players = [viewers[seat] for seat in range(3)]
    game = seated(*players)
    for answer in islice(turns(game, *players), 12):
        mover = answer["game"]["you"]["seat"]
        hidden, text = hidden_cards(game, mover), str(answer)
        words = set(text.replace("'", " ").replace(",", " ").split())
        assert not hidden & words


def test_after_the_end_accounts_stay_hidden_and_the_secret_has_its_places(viewers):
    players = [viewers[seat] for seat in range(3)]
    game = seated(*players, options=QUICK)
    for _ in turns(game, *players):
        pass
    told = never_shown(game)
    accounts = [text for text, what in told.items() if what == "an account"]
    (secret,) = [text for text, what in told.items() if what == "the secret"]
    for viewer in viewers.values():
        for page in pages(viewer, game):
            assert not [text for text in accounts if text in page.text], page.asked
            path = page.asked.removeprefix(f"GET /games/{game}").strip()
            assert (secret in page.text) == (path in {"/proof", "/replay"}), page.asked
