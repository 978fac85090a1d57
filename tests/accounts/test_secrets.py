"""No secret, password or mail address in any log, error, address or `repr()`."""

import logging

from django.utils import timezone

from accounts import tokens
from accounts.api.accounts import AccountInput
from accounts.api.tokens import LogInInput
from accounts.models import Account, Token
from accounts.services.issuing import issue_token
from accounts.services.opening import sign_up
from tests.accounts.people import PASSWORD, fresh_address, fresh_name, log_in, open_bot, open_person
from tests.cast import Caller

EMAIL = "ann.private@example.org"
WRONG = "three cows in a raw"


def test_nothing_of_it_is_logged(database, caplog):
    with caplog.at_level(logging.DEBUG):
        ann = open_person(email=EMAIL)
        Caller().post("/accounts", {"name": ann.name, "password": PASSWORD, "email": EMAIL})
        made = log_in(ann.name, address=fresh_address()).json()["token"]
        log_in(ann.name, WRONG, address=fresh_address())
        Caller(token=made[:-1] + "x").get("/me")
        bot = ann.post(
            f"/bots/{open_bot(ann)}/tokens", {"label": "x", "scopes": ["games:read"]}
        ).json()["token"]
        ann.delete(f"/tokens/{made.split('_')[1]}")
        ann.delete("/me")
    assert caplog.text
    secrets = [text.split("_")[2][:-1] for text in (str(ann.token), made, bot)]
    for secret in (PASSWORD, WRONG, EMAIL, "argon2", *secrets):
        assert secret not in caplog.text


def test_nor_is_it_in_a_refusal(database):
    ann = open_person(email=EMAIL)
    asked = {"label": "x", "scopes": ["games:read"]}
    for response in (
        Caller().post("/accounts", {"name": ann.name, "password": WRONG, "email": EMAIL}),
        Caller().post("/accounts", {"name": "me", "password": "short", "email": "no@mail"}),
        Caller().post("/accounts", {"name": fresh_name(), "password": [WRONG]}),
        log_in(ann.name, WRONG, address=fresh_address()),
        Caller().post("/tokens", {"name": ann.name, "password": WRONG, "pin": 1, **asked}),
        Caller(token=f"hb_{'0' * 16}_{'a' * 64}").get("/me"),
    ):
        assert response.status_code >= 400
        for secret in (WRONG, "short", "no@mail", EMAIL, "a" * 64):
            assert secret not in response.text


def test_nor_in_what_an_object_says_of_itself(database):
    text = tokens.new()
    issued = sign_up(
        name=fresh_name(), password=PASSWORD, email=EMAIL, address="192.0.2.1", now=timezone.now()
    )
    another = issue_token(
        issued.token.account, label="x", scopes=["games:read"], now=timezone.now()
    )
    token = Token.objects.get(id=issued.token.id)
    account = Account.objects.get(id=token.account_id)
    sent = {"name": "ann", "password": PASSWORD, "email": EMAIL}
    inputs = [AccountInput(data=sent), LogInInput(data=sent)]
    said = " ".join(
        f"{one!r} {one}" for one in (issued, another, token, account, *inputs, issued.token.account)
    )
    for secret in (
        PASSWORD,
        EMAIL,
        "argon2",
        issued.text.split("_")[2],
        another.text.split("_")[2],
        str(bytes(token.secret_hash)),
    ):
        assert secret not in said
    assert text.secret not in repr(text)
    assert str(text) == f"hb_{text.id}_{text.secret}"
