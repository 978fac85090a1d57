"""What can be asked of the lists by an address: what they show, and nothing beside it."""

from urllib.parse import quote

from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Account
from accounts.moderation.roles import STAFF_ROLES, Role
from games.store.models import Game
from tests.admin.hostile_world import hostile_world
from tests.admin.pages import PAGES
from tests.admin.staff import browser
from tests.api.stored import changed, mark
from tests.tables import seated

LISTS = [
    page
    for page in PAGES
    if f"{page}{{id}}/change/" in PAGES and not page.startswith("oauth2_provider/")
]
"""Registers that somebody may read, by their paths."""
NUL = "%00"


def register_of(path):
    return next(
        one
        for model, one in admin.site._registry.items()
        if f"{model._meta.app_label}/{model._meta.model_name}/" == path
    )


def test_nobody_guesses_hidden_cards_by_whether_a_game_is_in_the_list(alice, bob):
    """F28: they are open to whoever breaks the glass, and to no other lookup of any role."""
    game = seated(alice, bob)
    state = Game.objects.get(id=game).state
    for role in STAFF_ROLES:
        asking = browser(role)
        assert game in asking.page(f"store/game/?q={game}")
        for guess in (f"state__startswith={quote(state[:40])}", "state__regex=.", "secret__gt=0"):
            answer = asking.get(f"/admin/store/game/?q={game}&{guess}")
            assert answer.status_code == 400, guess
            assert game not in answer.content.decode()


def test_nobody_guesses_the_hash_of_a_password(alice):
    asking = browser(Role.OPERATOR)
    stored = Account.objects.get(id=alice.account).password
    for guess in (f"password__startswith={stored[:8]}", "password__regex=(", "email__contains=@"):
        assert asking.get(f"/admin/accounts/account/?{guess}").status_code == 400, guess


def test_no_list_takes_a_field_that_it_has_no_filter_for(database):
    asking = browser()
    for path in LISTS:
        register = register_of(path)
        shown = [getattr(one, "parameter_name", one) for one in register.list_filter]
        for field in register.opts.get_fields():
            if field.name in {*shown, register.date_hierarchy}:
                continue
            for end in ("", "__contains", "__isnull"):
                answer = asking.get(f"/admin/{path}?{field.name}{end}=1")
                assert answer.status_code == 400, f"{path}?{field.name}{end}"


def test_what_cannot_be_is_refused_and_breaks_nothing(database):
    asking = browser()
    for path in (
        "search/?s=a&page=x",
        "search/?s=a&page=999",
        "search/?s=a&page=-1",
        "search/?s=a&page=",
        f"store/game/?status__exact={NUL}",
        f"accounts/account/?kind__exact={NUL}",
        f"accounts/account/?{NUL}=1",
        f"accounts/account/?kind=person&kind={NUL}",
        f"accounts/token/{NUL}/change/",
        f"accounts/token/{NUL}/history/",
        f"accounts/token/{NUL}/delete/",
        f"store/feedcheckpoint/{NUL}/change/",
        f"accounts/account/orders/sanction/?ids={NUL}",
        "store/game/?p=999999",
        "store/game/?private__exact=2",
        "games/dayofplay/?day__year=99999",
        "accounts/auditentry/99999999999999999999999999/change/",
    ):
        assert asking.get(f"/admin/{path}").status_code in {302, 400, 404}, path


def test_no_glass_breaks_for_what_is_no_reason(alice, bob):
    game = seated(alice, bob)
    asking, since = browser(), mark()
    for reason in ("a\0b", "", " ", "\n", "x" * 501):
        sent = {"reason": reason, "version": "9" * 99}
        answer = asking.post(f"/admin/games/{game}/break-glass/", sent)
        assert answer.status_code == 302
        assert answer["Location"] == f"/admin/games/{game}/"
    assert changed(since) == set()


def test_no_address_has_a_list_counted_or_sorted_by_what_has_no_index(database):
    hostile_world()
    asking = browser()
    for path in LISTS:
        usual = _ordered(asking, path)
        for asked in ("?_facets=True", "?o=1.2.3", "?all="):
            ordered = _ordered(asking, f"{path}{asked}")
            if not register_of(path).sortable_by:
                assert ordered == usual, asked


def _ordered(asking, path):
    """Return by what the list of a page was put in order; nothing was counted for it."""
    with CaptureQueriesContext(connection) as queries:
        asking.page(path)
    asked = [one["sql"] for one in queries]
    assert not [one for one in asked if "COUNT(" in one], path
    return [one.rpartition(" ORDER BY ")[2] for one in asked if " LIMIT 51" in one]
