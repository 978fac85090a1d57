"""The verifier: it accepts what house bots played, and names what was tampered with."""

import hashlib
import json
import re
import sys
from pathlib import Path

import pytest
from herdbook.verifying import TamperedError, proves, verifier, verify
from herdbook.verifying.course import check_course, check_undos
from herdbook.verifying.known_events import MOVES, OTHERS, QUIET
from herdbook.verifying.verifier import PACKS

from games.engine.registry import all_versions
from games.selectors import replays
from games.services import lobby, undo
from tests.bots.client.tampering import (
    File,
    found,
    store,
    stored,
    tampered,
)
from tests.bots.client.tamperings import AS_IT_IS, CHAINED
from tests.entropy import committed, reveals
from tests.house_games import RULESETS, house_game
from tests.services.table import bot, new_game


@pytest.fixture
def instant(database, settings) -> None:
    """House bots answer at once."""
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)


def assert_in_order(ruleset: str, games: range) -> None:
    watcher = bot()
    for nth in games:
        assert len(verify(house_game(watcher, ruleset, nth))) == 9


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_of_house_bots_are_in_order(instant, ruleset):
    assert_in_order(ruleset, range(2))


CAT = ["CAT.M", "CAT.Y1", "CAT.W1", "CAT.B1", "COW.M"]


@pytest.mark.parametrize(
    ("cards", "is_in_order"),
    [([0, 1, 2, 3], True), ([0, 1, 2], False), ([0, 1, 2, 4], False), ([], False)],
    ids=["a set", "three", "two groups", "nothing"],
)
def test_a_round_that_a_dealt_set_ends_is_dealt_anew_without_a_move(cards, is_in_order):
    """2.8.19: a lone set is laid down by itself, and nothing else ends a round like that."""
    dealt: File = {"type": "RoundDealt", "hands": [[0, 1, 2, 3], [4]]}
    ended = {"type": "RoundEnded", "winner": 0, "cards": cards}
    course: list[File] = [
        {"type": "GameCreated"},
        *({"type": "SeatTaken", "seat": seat} for seat in (0, 1)),
    ]
    course += [{"type": "GameStarted"}, dealt, ended, dealt]
    events = [
        {"version": version, "type": event["type"], "payload": json.dumps(event)}
        for version, event in enumerate(course, start=1)
    ]
    file = {"ruleset": "farmyard-cries", "seats": 2, "pack": CAT, "events": events}
    if is_in_order:
        assert check_course(file)
    else:
        with pytest.raises(TamperedError, match="dealt again without a move"):
            check_course(file)


def test_a_game_with_an_undo_is_in_order(instant):
    player, table = bot(), None
    table = new_game(player, "random", options={"limit": 20})
    table.play(2)
    while "take" not in table.legal() or table.owed().seat != 0:
        table.play(1)
    table.answer("take")
    undo.consent_to_undo(game=table.game, asker=player)
    table.play(6)
    lobby.resign(game=table.game, asker=player)
    file: File = json.loads(json.dumps(replays.replay(table.loaded)))
    assert [move["move"] for move in file["moves"] if move.get("undone")] == ["take"]
    assert len(verify(file)) == 9
    next(move for move in file["moves"] if move.get("undone")).pop("undone")
    with pytest.raises(TamperedError, match="moves that were undone"):
        verify(file)


@pytest.mark.parametrize(
    ("moves", "to_version", "is_in_order"),
    [
        (["HerdTaken"], 3, True),
        (["HerdTaken"], 0, False),
        (["HerdTaken"], 5, False),
        (["CowPlayed", "CardDrawn"], 3, False),
        (["HerdTaken", "CowPlayed"], 3, False),
        (["CowPlayed", "HerdTaken"], 4, True),
        (["HerdTaken", "RoundEnded", "RoundDealt"], 4, False),
    ],
    ids=str,
)
def test_only_what_showed_nobody_anything_can_have_been_undone(moves, to_version, is_in_order):
    """F48: no undo across a card that was shown, or a deal."""
    course: list[File] = [{"type": kind} for kind in ("GameCreated", "GameStarted", "RoundDealt")]
    course += [{"type": kind} for kind in moves]
    course.append({"type": "MoveUndone", "to_version": to_version})
    events = [
        {"version": version, "type": event["type"], "payload": json.dumps(event)}
        for version, event in enumerate(course, start=1)
    ]
    file = {"ruleset": "mow", "events": events}
    if is_in_order:
        check_undos(file)
    else:
        with pytest.raises(TamperedError):
            check_undos(file)


@pytest.mark.slow
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("first", range(0, 250, 50))
def test_a_thousand_games_of_house_bots_are_in_order(instant, ruleset, first):
    assert_in_order(ruleset, range(first, first + 50))


@pytest.fixture(scope="module")
def honest(test_database, django_db_blocker) -> File:
    """The replay of a game of Mow in which two of three seats added entropy."""
    with django_db_blocker.unblock():
        table = committed(True, False, True)
        for seat in (0, 2):
            reveals(table, seat)()
        table.play(2_000)
        file: File = json.loads(json.dumps(replays.replay(table.loaded)))
    return file


def test_an_honest_game_is_in_order_and_proves_what_its_entropy_allows(honest):
    told = " ".join(verify(honest))
    assert "Seats that added entropy of their own: 0, 2." in told
    assert f"Its last hash is {honest['events'][-1]['hash']}." in told
    proven = " ".join(proves(honest))
    assert "they depend on entropy of seats 0, 2" in proven
    assert "not prove that the server did not look" in proven


def test_without_entropy_it_says_that_the_server_could_have_chosen(instant):
    proven = " ".join(proves(house_game(bot(), "mow", 0)))
    assert "does not prove that the server did not choose" in proven


def test_of_a_silent_seat_it_says_what_that_allows(honest):
    half = tampered(
        honest, lambda file: file["proof"]["entropy"][1].update(entropy=None), whole_chain=False
    )
    assert "Entropy of seat 2 was promised and not revealed." in " ".join(proves(half))


def test_the_packs_and_the_events_that_are_known_are_those_of_the_rules():
    """Else the server could say afterwards which number stood for which card."""
    assert PACKS.keys() >= {"mow", "farmyard-cries", "family-favourites", "tortoise"}
    for rules in (rules for rules in all_versions() if rules.slug in PACKS):
        codes = json.dumps(list(rules.pack.code_of)).encode()
        assert hashlib.sha256(codes).hexdigest() == PACKS[rules.slug]
        types = {event_type.__name__ for event_type in rules.event_types}
        assert types == MOVES[rules.slug] | OTHERS[rules.slug]
        quiet = {
            event_type.__name__ for event_type in rules.event_types if event_type.tells_nothing
        }
        assert quiet == QUIET.get(rules.slug, set())


@pytest.mark.parametrize(("tampering", "message"), AS_IT_IS)
def test_what_was_tampered_with_is_named(honest, tampering, message):
    with pytest.raises(TamperedError, match=message):
        verify(tampered(honest, tampering, whole_chain=False))


@pytest.mark.parametrize(("tampering", "message"), CHAINED)
def test_a_chain_made_anew_hides_nothing_of_the_deal(honest, tampering, message):
    with pytest.raises(TamperedError, match=message):
        verify(tampered(honest, tampering, whole_chain=True))


def test_what_proves_a_deal_is_one_short_file_that_needs_nothing_else(honest):
    """Whoever does not trust the server reads it first; it finds what changes the deal alone."""
    text = Path(verifier.__file__).read_text()
    imported = re.findall(r"^(?:from|import) ([a-z_]+)", text, flags=re.MULTILINE)
    assert len(text.splitlines()) < 200
    assert set(imported) <= sys.stdlib_module_names
    found_alone = 0
    for case in CHAINED:
        try:
            verifier.prove(tampered(honest, case[0], whole_chain=True))
        except TamperedError:
            found_alone += 1
    assert found_alone >= 12


@pytest.mark.parametrize("ruleset", ["family-favourites", "tortoise"])
def test_recycled_piles_and_offers_are_checked_too(instant, ruleset):
    file = next(
        one
        for one in (house_game(bot(), ruleset, nth) for nth in range(60))
        if {"recycle", "offer"} & {shuffle["purpose"] for shuffle in one["shuffles"]}
    )
    kind, name = (
        ("PileRecycled", "draw_pile") if ruleset != "tortoise" else ("HandOffered", "cards")
    )

    def reversed_pile(changed: File) -> None:
        shuffled = found(changed, kind)
        store(shuffled, **{name: stored(shuffled)[name][::-1]})

    with pytest.raises(TamperedError, match=r"Shuffle \d+ \((recycle|offer), event \d+\)"):
        verify(tampered(file, reversed_pile, whole_chain=True))
