"""The inspector: a game step by step, and hidden cards only behind broken glass (A44)."""

import json
import re
from uuid import UUID, uuid4

import pytest

from accounts.models import Account
from accounts.moderation.roles import PERMISSIONS, STAFF_ROLES, Permission, Role
from games.selectors import inspection
from games.selectors.inspection import Look
from games.services.moderation import glass
from games.store import load
from tests.admin.staff import Browser, browser
from tests.moderation.staff import audited, give_role
from tests.tables import given_up, played_out, seated

RULESETS = ("mow", "farmyard-cries", "family-favourites", "tortoise")


@pytest.fixture
def moderator(database):
    return browser(Role.MODERATOR)


@pytest.fixture
def game(alice, bob):
    game = seated(alice, bob)
    for player in (alice, bob):
        player.move(game)
    return game


def hidden(game, *players):
    """Return the cards of these hands that no spectator was shown by now."""
    hands = {card for one in players for card in one.view(game)["table"]["hand"]}
    found = inspection.inspected(load.game(game), 10**6)
    public = [inspection.table(found, Look())]
    public += [inspection.event_data(one, Look()) for one in found.log]
    told = set(re.findall(r"[A-Z0-9][\w.]*", json.dumps(public)))
    assert hands - told
    return hands - told


def chips(shown):
    return set(re.findall(r'<span class="chip"[^>]*>([^<]*)</span>', shown))


def break_glass(client, game, reason="a report says so"):
    return client.post(f"/admin/games/{game}/break-glass/", {"reason": reason, "version": "3"})


def test_a_running_game_shows_no_hidden_card_at_any_version_whoever_looks(game, alice, bob):
    """A44"""
    cards = hidden(game, alice, bob)
    for role in STAFF_ROLES:
        client = browser(role)
        for version in range(1, load.game(game).state.version + 1):
            for view in ("public", "seat-0", "truth"):
                shown = client.page(f"games/{game}/?version={version}&view={view}&card=S")
                assert not chips(shown) & cards
                assert not {one for one in cards if f"&quot;{one}&quot;" in shown}
                assert "Who knew what" not in shown
        change = client.page(f"store/game/{game}/change/")
        assert not {one for one in cards if f"&quot;{one}&quot;" in change}


def test_broken_glass_shows_a_seat_or_everything_for_fifteen_minutes(
    moderator, game, alice, bob, clock
):
    """A44"""
    response = break_glass(moderator, game)
    assert response["Location"] == f"/admin/games/{game}/?version=3"
    [row] = audited("game", game)
    assert (row.action, row.reason, row.role) == (glass.ACTION, "a report says so", "moderator")
    assert str(row.actor) == str(moderator.account.pk)
    own, other = (set(one.view(game)["table"]["hand"]) for one in (alice, bob))
    seat = chips(moderator.page(f"games/{game}/?view=seat-0"))
    assert own <= seat
    assert not (hidden(game, bob) - own) & seat
    assert own | other <= chips(moderator.page(f"games/{game}/?view=truth"))
    # Others see no more than before, and after its time neither does who broke it.
    assert not hidden(game, alice, bob) & chips(browser().page(f"games/{game}/?view=truth"))
    clock.advance(15 * 60 + 1)
    assert not hidden(game, alice, bob) & chips(moderator.page(f"games/{game}/?view=truth"))


@pytest.mark.parametrize("role", STAFF_ROLES)
def test_breaking_the_glass_is_a_permission_of_its_own(game, role):
    client = browser(role)
    may = Permission.BREAK_GLASS in PERMISSIONS[role]
    assert ("Break the glass" in client.page(f"games/{game}/")) == may
    assert break_glass(client, game).status_code == (302 if may else 403)
    assert len(audited("game", UUID(game))) == may


def test_the_glass_asks_for_a_reason_and_a_game(moderator, game):
    assert break_glass(moderator, game, "  ").status_code == 302
    assert "Say why." in moderator.page(f"games/{game}/")
    assert not audited("game", game)
    assert break_glass(moderator, uuid4()).status_code == 404
    assert moderator.get(f"/admin/games/{uuid4()}/").status_code == 404
    assert moderator.get(f"/admin/games/{game}/break-glass/").status_code == 405


def test_whoever_sits_or_sat_there_or_whose_bot_does_breaks_no_glass(ann, alice, bob, clock):
    """A44: a second account spectates with full view."""
    from tests.accounts.people import bot_player, open_bot

    bot = bot_player(ann, open_bot(ann))
    client = None
    for game in (seated(ann, alice), seated(alice, bot)):
        if client is None:
            give_role(ann.account)
            client = Browser(Account.objects.get(id=ann.account))
        break_glass(client, game)
        assert "You have a part in this" in client.page(f"games/{game}/")
        assert not audited("game", UUID(game))
        cards = hidden(game, alice)
        assert not cards & chips(client.page(f"games/{game}/?view=truth"))


def test_a_role_that_is_lost_closes_the_glass(moderator, game, alice, bob):
    break_glass(moderator, game)
    Account.objects.filter(id=moderator.account.pk).update(staff_role="operator")
    assert not hidden(game, alice, bob) & chips(moderator.page(f"games/{game}/?view=truth"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_version_of_a_finished_game_is_drawn(moderator, alice, bob, ruleset):
    others = ["random"] * 3
    game = alice.create("me", *others, ruleset=ruleset)["id"]
    alice.post(f"/games/{game}/resign")
    last = load.game(UUID(game)).state.version
    for version in {1, 2, last // 2, *range(max(1, last - 6), last + 1)}:
        for view in ("public", "seat-0", "truth"):
            shown = moderator.page(f"games/{game}/?version={version}&view={view}")
            assert f'value="{version}"' in shown


def test_one_steps_forwards_and_back_and_never_out_of_the_game(moderator, alice, bob):
    game = given_up(alice, bob)
    last = load.game(UUID(game)).state.version
    assert 'rel="prev"' not in moderator.page(f"games/{game}/?version=1")
    assert 'rel="next"' not in moderator.page(f"games/{game}/")
    middle = moderator.page(f"games/{game}/?version=2")
    assert "?version=1&amp;view=public" in middle
    assert "?version=3&amp;view=public" in middle
    for asked in ("0", "99999999", "9" * 40, "-1", "x", "²"):
        assert f"of {last}" in moderator.page(f"games/{game}/?version={asked}")
    for junk in ("?view=seat-99", "?view=%00", "?card=%3Cscript%3E", "?version=%00"):
        moderator.page(f"games/{game}/{junk}")


def test_who_knew_a_card_and_since_when(moderator, alice, bob):
    game = played_out(alice, bob)
    found = inspection.inspected(load.game(UUID(game)), 5)
    hands = [
        (inspection.table(found, Look(seat=seat)) or {})["hand"]
        for seat in found.state.seat_numbers
    ]
    [card, *_] = set(hands[0]) - set(hands[1]) - {"S"}
    everybody, first, second = inspection.knowledge(found, card)
    assert first.is_seen
    assert first.shown[0].event.type == "RoundDealt"
    assert not any((everybody.is_seen, everybody.shown, second.is_seen, second.shown))
    shown = moderator.page(f"games/{game}/?version=5&card={card}")
    assert "RoundDealt</a>" in shown
    assert "never" in shown


def test_the_time_line_says_who_caused_what(moderator, alice, bob):
    game = seated(alice, bob)
    alice.move(game)
    shown = moderator.page(f"games/{game}/")
    row = re.search(r'<td class="event">CowPlayed</td>.*?</tr>', shown, re.DOTALL)
    assert row is not None
    assert alice.name in row[0]
    assert "<td>bot</td>" in row[0]


def test_the_number_of_queries_depends_on_nothing(moderator, alice, bob):
    """Not on the length of the game, nor on how many there are."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = set()
    for game in (given_up(alice, bob), played_out(alice, bob)):
        with CaptureQueriesContext(connection) as queries:
            moderator.page(f"games/{game}/?view=truth")
        counts.add(len(queries))
    assert len(counts) == 1
