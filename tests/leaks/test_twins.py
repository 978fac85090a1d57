"""Two games, equal but for what the viewer cannot see: every answer is equal, byte for byte (A40)."""

import re

from tests.accounts.people import as_person
from tests.cast import Caller, open_player
from tests.leaks.crawl import pages, probes
from tests.leaks.dealt import dealt_game
from tests.services.account_feeds import catch_up, tell_all

OWN = ("8.0", "7.0", "3.0", "B16", "S")
"""The hand of the viewer, seat 0."""
OTHER = (("9.0", "10.0", "1.0", "2.0", "A7"), ("9.0", "10.0", "15.0", "A9", "B0"))
"""The hand of seat 1 in either world; it plays the two cards that are in both."""
DRAWN = (("4.0", "11.1", "5.0", "12.2"), ("4.0", "7.3", "5.0", "S"))
"""What lies on top of the deck: seat 0 draws the first and the third card."""
PLAYED = ("8.0", "9.0", "7.0", "10.0", "take")
_PLACES = re.compile(r'"?\b[0-9a-f]{12}-[0-9a-f]{8}\b"?')
"""Cursors of the account feed, and ids of what is in it."""
UNDONE = ("", "ask", "agree")
"""What comes of the take: seat 0 asks to have it undone, and seat 1 agrees."""
_COUNTED = re.compile(r"(?:(?<=\"remaining\":)|(?<=\"resets_in\":)|(?<='Content-Length', '))\d+")
"""How much may still be asked for in this minute, which requests of both worlds count to."""
_EARNED = re.compile(r'(?<="balance":)\d+')
"""Seconds of vacation, which grow with the age of an account."""
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


class World:
    """One of the two games, with players of its own."""

    def __init__(self, number: int) -> None:
        self.alice, self.bob, self.stranger = (as_person(open_player()) for _ in range(3))
        hands = [code for pair in zip(OWN, OTHER[number], strict=True) for code in pair]
        self.game = dealt_game([*hands, *DRAWN[number]], self.alice, self.bob)

    def plain(self, text: str) -> str:
        """Take out what differs between any two games: ids, names, places, times."""
        text = text.replace(self.game, "GAME").replace(self.game.replace("-", ""), "GAME")
        for player, name in ((self.alice, "ALICE"), (self.bob, "BOB"), (self.stranger, "STRANGER")):
            text = text.replace(player.name, name)
            text = text.replace(str(player.token).split("_")[1], f"TOKEN OF {name}")
        text = _EARNED.sub("EARNED", text)
        return _PLACES.sub("PLACE", _TIMES.sub("TIME", text))

    def seen(self, viewer: Caller, *, probe: bool = False) -> list[tuple[str, int, str]]:
        """Return all that a viewer is sent now; with `probe`, for every card it tries to play."""
        tell_all()
        found = list(pages(viewer, self.game))
        if probe and viewer is self.alice:
            found += probes(self.alice, self.game)
        return [
            (
                self.plain(page.asked),
                page.status,
                _COUNTED.sub("N", text) if "/me/limits" in page.asked else text,
            )
            for page in found
            for text in [self.plain(page.text)]
        ]

    def viewers(self) -> tuple[Caller, ...]:
        return self.alice, self.stranger, Caller()


def test_every_answer_is_equal(database):
    catch_up()
    worlds, compared = (World(0), World(1)), 0
    hands = [world.bob.view(world.game)["table"]["hand"] for world in worlds]
    assert hands[0] != hands[1]
    for step, move in enumerate(("", *PLAYED, *UNDONE)):
        for world in worlds if move else ():
            mover = (world.bob, world.alice)[step % 2]
            if move in PLAYED:
                assert mover.move(world.game, move).status_code == 201
            else:
                assert mover.post(f"/games/{world.game}/undo").status_code == 200
        for one, other in zip(*(world.viewers() for world in worlds), strict=True):
            seen = (worlds[0].seen(one, probe=step == 2), worlds[1].seen(other, probe=step == 2))
            for left, right in zip(*seen, strict=True):
                assert left == right
                compared += 1
    assert compared > 300
    told = [world.alice.get("/me/events").json()["items"] for world in worlds]
    assert len(told[0]) == len(told[1]) > 3


def test_the_worlds_do_differ_for_the_other_seat(database):
    """What is compared above is able to tell two worlds apart."""
    worlds = (World(0), World(1))
    assert worlds[0].seen(worlds[0].bob) != worlds[1].seen(worlds[1].bob)


def test_a_card_in_another_hand_is_refused_like_one_in_the_deck(database):
    """One text, whether the card lies in the deck, in a hand, or nowhere near."""
    world = World(0)
    texts = {}
    for page in probes(world.alice, world.game):
        code = page.asked.split("'move': '")[1].split("'")[0]
        detail = page.text.split('"detail":"')[1].split('"')[0]
        texts[code] = (page.status, detail)
    in_hand, in_deck = ("9.0", "10.0", "1.0", "2.0"), ("4.0", "11.1", "12.2", "14.0", "15.0")
    assert len({texts[code] for code in (*in_hand, *in_deck)}) == 1
    assert not any(code in detail for code, (_, detail) in texts.items() if code != "take")
