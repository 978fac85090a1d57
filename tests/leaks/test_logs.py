"""Logs hold no card, no token and no secret, whatever is played and whatever fails."""

import logging
import re
from itertools import islice

from games.rules.mow.cards import PACK
from tests.accounts.people import as_person
from tests.cast import Caller
from tests.leaks.crawl import never_shown, pages, probes
from tests.tables import QUICK, seated, turns

_NUMBERS = re.compile(r"\bms=[\d.]+")
_WORDS = re.compile(r"[^0-9A-Za-z.]+")


def test_a_whole_game_leaves_only_its_course_in_the_log(alice, bob, mallory, caplog):
    with caplog.at_level(logging.DEBUG):
        as_person(alice)
        game = seated(alice, bob, options=QUICK)
        secrets = [text for text, what in never_shown(game).items() if what != "a salt"]
        for viewer in (alice, bob, mallory, Caller()):
            list(pages(viewer, game))
        list(probes(alice, game))
        list(islice(turns(game, alice, bob), 4))
        bob.post(f"/games/{game}/moves", {"decision": "x", "move": "take"})
        Caller(token=str(alice.token) + "0").get("/me/turns")
        alice.get(f"/games?token={alice.token}")
        for _ in turns(game, alice, bob):
            pass
    lines = [record.getMessage() for record in caplog.records]
    assert any("GameFinished" in line for line in lines)
    text = "\n".join(lines)
    for player in (alice, bob, mallory):
        assert str(player.token).split("_")[2] not in text
    assert not [secret for secret in secrets if secret in text]
    words = set(_WORDS.split(_NUMBERS.sub("", text)))
    assert not words & set(PACK.code_of)


def test_a_command_is_one_line_that_says_what_happened_and_how_long_it_took(alice, bob, caplog):
    game = seated(alice, bob)
    caplog.clear()
    with caplog.at_level(logging.INFO, logger="herdbook.commands"):
        alice.move(game)
    (line,) = (r.getMessage() for r in caplog.records if r.name == "herdbook.commands")
    assert re.fullmatch(
        rf"game={game} events=CowPlayed,CardDrawn cause=bot version=6->8 ms=\d+\.\d", line
    )
