"""Names that people choose freely: none can be taken for another, and every script can be written."""

# ruff: noqa: RUF001 - letters that only look like others are what this is about

import pytest

from accounts import shown_names
from tests.accounts.oauth.browsing import person
from tests.cast import problem

GOOD = (
    *("Kitchen board", "Zoë's Brettspiele 2", "o'Neil", "A_B-c", "Mow 🐄", "a…b", "42", "Łódź"),
    *(
        "将棋 Club",
        "将棋Club",
        "日本ーゲーム",
        "한국어 게임",
        "Nguyễn Văn",
        "शतरंज",
        "ไทยเกม",
        "שָׁלוֹם",
    ),
    *("Клуб Herd", "Шахматы", "О рыбах", "Σκάκι", "العربية ۱۲", "Հայերեն", "Zoe\u0301", "Đorđe"),
)
IN_DISGUISE = (
    *("Kitсhen", "Неrd", "Ωmega", "Ꭺpp", "Ｈerd", "𝐇erd", "Ⓐpp", "🅰pp", "½ mow", "²x", "ﬁne"),
    *("Mow۱", "z" + "\u0301" * 5, "ᎠᎡ", "ꓮꓲ", "ⲁⲃ"),
)
UNSEEN = (
    "a\u200bb",
    "a\u202eb",
    "a\u00adb",
    " a",
    "a\u00a0b",
    "\u3164",
    "a\nb",
    "\ufe0f",
    "a\x7fb",
)
ONLY_LOOKING = ("аррӏе", "Вера", "ΑΒ", "А board", "ԁ", "օսո")
OURS = ("Herdbook", "H3rdb00k", "ʜᴇʀᴅʙᴏᴏᴋ", "Her dbook login", "-Hérdbook", "HERDBOOK command line")


@pytest.mark.parametrize("name", GOOD)
def test_every_script_in_wide_use_can_be_written(name):
    assert shown_names.fault_of(name) is None
    assert shown_names.app_fault_of(name) is None


@pytest.mark.parametrize("name", [*IN_DISGUISE, *UNSEEN, *OURS])
def test_what_could_be_taken_for_another_is_no_name(name):
    assert shown_names.fault_of(name)
    assert shown_names.app_fault_of(name)


@pytest.mark.parametrize("name", ONLY_LOOKING)
def test_people_may_be_called_by_words_that_look_latin_and_apps_may_not(name):
    assert shown_names.fault_of(name) is None
    assert shown_names.app_fault_of(name)


@pytest.mark.parametrize("name", ["ΗΕRDΒΟΟΚ", "Неrdbооk", "ΗΕRDВООК"])
def test_ours_is_known_in_letters_of_others(name):
    assert shown_names.is_as_ours(name)


@pytest.mark.parametrize("name", [IN_DISGUISE[0], UNSEEN[1], OURS[1]])
def test_accounts_bots_and_apps_are_refused_such_names_and_keep_what_they_have(database, name):
    ann = person()
    bot = f"{ann.name[:20]}-b"
    assert ann.post("/bots", {"name": bot}).status_code == 201
    app = ann.post("/apps", {"name": "A clock", "device_flow": True}).json()
    for method, path, field in (
        ("PATCH", "/me", "display_name"),
        ("PATCH", f"/bots/{bot}", "display_name"),
        ("PATCH", f"/apps/{app['client_id']}", "name"),
        ("POST", "/apps", "name"),
    ):
        refused = problem(ann.request(method, path, {field: name}), 422, "invalid_request")
        assert f"/{field}" in {error["pointer"] for error in refused["errors"]}
    assert ann.get(f"/apps/{app['client_id']}").json() == {
        key: value for key, value in app.items() if key != "client_secret"
    }
