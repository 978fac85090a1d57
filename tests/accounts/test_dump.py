"""A dump of the database opens nothing: of each secret it holds a hash, or what a key has sealed."""

import base64
import re
from binascii import hexlify

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.authenticators import Authenticator
from accounts.dashboard import factors
from accounts.mails import sending
from accounts.mails.own_letters import CONFIRM_PATH, RESET_PATH
from accounts.models import Account
from accounts.moderation.roles import Role
from accounts.services import addresses, passwords
from tests.accounts.oauth.browsing import Browser, allowed, register
from tests.accounts.people import PASSWORD, bot_player, fresh_name, open_bot, open_person
from tests.moderation import staff

_COLUMNS = """
SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
WHERE table_schema IN ('public', 'herdbook') AND table_type = 'BASE TABLE'
"""


@pytest.fixture(autouse=True)
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def spellings(secret: str) -> list[str]:
    """Return how a secret may stand in a column: as it is, or as bytes in hex or Base64."""
    raw = secret.encode()
    return [secret, hexlify(raw).decode(), base64.b64encode(raw).decode().rstrip("=")]


_TELLING = 12
"""Characters of a part of a secret that stand nowhere by chance."""


def where(texts: list[str]) -> dict[str, str]:
    """Return the tables that hold any of these texts, in whatever column."""
    found = {}
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        for (table,) in cursor.fetchall():
            cursor.execute(
                f"SELECT sent FROM unnest(%s::text[]) AS sent WHERE EXISTS"  # noqa: S608 - its name
                f" (SELECT FROM {table} AS t WHERE position(sent IN t::text) > 0) LIMIT 1",
                [texts],
            )
            if (row := cursor.fetchone()) is not None:
                found[table] = row[0]
    return found


def secrets_of_a_person() -> dict[str, str]:
    """Make one of each secret that a person can have; return each by its name."""
    ann = open_person(email=f"{fresh_name()}@example.org")
    account = Account.objects.get(name=ann.name)
    browser = Browser(ann)
    browser.log_in()
    app = register(open_person(), confidential=True)
    board = register(open_person(), device_flow=True)
    tokens = allowed(browser, app)
    device = board.post("device-authorization", scope="games:read").json()
    asked = browser.send(app.request(), answer="allow")
    private = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}], "private": True}
    code = re.search(r"[?&]code=([^&]+)", asked["Location"])
    assert ann.token
    assert app.secret
    assert code
    return {
        "password": PASSWORD,
        "token": ann.token,
        "bot's token": str(bot_player(ann, open_bot(ann)).token),
        "access token": tokens["access_token"],
        "refresh token": tokens["refresh_token"],
        "authorization code": code[1],
        "device code": device["device_code"],
        "user code": device["user_code"],
        "app's secret": app.secret,
        "session": browser.client.cookies[settings.SESSION_COOKIE_NAME].value,
        "calendar": ann.post("/me/calendar").json()["address"].rpartition("/")[2][:-4],
        "ticket": ann.post("/stream-tickets", {"path": "/api/v1/me/stream"}).json()["ticket"],
        "webhook's secret": ann.post(
            "/webhooks", {"url": "https://1.1.1.1/", "types": ["game.started"]}
        ).json()["secret"],
        "join code": ann.post("/games", private).json()["join_code"],
        "confirmation": addresses.code_for(account),
        "reset": passwords.code_for(account),
    }


def test_no_secret_of_a_person_stands_in_any_table(database):
    made = secrets_of_a_person()
    for name, secret in made.items():
        last = secret.rpartition("_")[2]
        parts = {secret, last} if len(last) >= _TELLING else {secret}
        texts = [text for part in parts for text in spellings(part)]
        assert not where(texts), name


def test_the_search_finds_what_is_there(database):
    ann = open_person()
    assert "public.account" in where(spellings(ann.name))


def test_the_key_of_an_authenticator_is_sealed(database):
    account = Account.objects.get(name=staff.open_staff(Role.MODERATOR).name)
    renewed = factors.renew(account.id, reason="A new one.", now=timezone.now())
    device = Authenticator.objects.get(user=account)
    key = device.bin_key
    assert len(key) == 20
    texts = [hexlify(key).decode(), base64.b32encode(key).decode(), base64.b64encode(key).decode()]
    assert texts[1] in renewed.url
    assert not where([*texts, *renewed.codes, *(c.replace("-", "") for c in renewed.codes)])


def test_what_an_earlier_key_has_sealed_is_opened_and_no_other(database, settings):
    account = Account.objects.get(name=staff.open_staff(Role.MODERATOR).name)
    factors.renew(account.id, reason="A new one.", now=timezone.now())
    key = Authenticator.objects.get(user=account).bin_key
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another" * 10
    assert factors.verify(account.id, code="123456") is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert Authenticator.objects.get(user=account).bin_key == key


def test_codes_that_were_mailed_are_stored_nowhere(database, mailoutbox):
    address = f"{fresh_name()}@example.org"
    ann = open_person(email=address)
    sending.send_due()
    (confirm,) = [mail for mail in mailoutbox if mail.to == [address]]
    code = re.search(rf"{CONFIRM_PATH}(\S+)", str(confirm.body))
    assert code
    assert Client().post(CONFIRM_PATH + code[1]).status_code == 200
    passwords.ask_for_reset(name=ann.name, address="198.51.100.1")
    sending.send_due()
    reset = re.search(rf"{RESET_PATH}(\S+)", str(mailoutbox[-1].body))
    assert reset
    assert not where([*spellings(code[1]), *spellings(reset[1][32:])])
