"""Addresses are confirmed, and passwords chosen anew, by mails: no stranger can be flooded."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.mails import sending
from accounts.mails.models import Mail
from accounts.mails.own_letters import CONFIRM_PATH, RESET_PATH
from accounts.models import Account
from accounts.services import addresses, counting, passwords
from tests.accounts.keys import key_for
from tests.accounts.oauth.browsing import Browser, allowed, logged_in, person, register
from tests.accounts.people import (
    PASSWORD,
    bot_player,
    fresh_address,
    fresh_name,
    log_in,
    open_bot,
    open_person,
)
from tests.cast import Caller, problem
from tests.mails.confirming import (
    ANOTHER,
    ask_for_reset,
    confirmed,
    last_code,
    reset_code,
    some_address,
)


@pytest.fixture(autouse=True)
def cheap(settings):
    """Argon2 with little work: these tests hash more than any person could."""
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def test_an_address_gets_no_mail_but_the_one_to_confirm_it_until_that_is_done(box):
    address = some_address()
    ann = open_person(email=address)
    ann.request("PATCH", "/me", {"notifications": {"tokens": True}})
    assert ann.get("/me").json()["email_confirmed"] is False
    Caller().post("/tokens/leaked", {"tokens": [key_for(ann, "games:read").token]})
    code = last_code(box, address, CONFIRM_PATH)
    assert [mail["Subject"] for mail in box.to(address)] == ["Is this your address?"]
    assert "List-Unsubscribe" not in box.to(address)[0]
    for _ in range(2):
        assert Caller().post("/email-confirmations", {"code": code}).status_code == 204
    assert ann.get("/me").json()["email_confirmed"] is True
    Caller().post("/tokens/leaked", {"tokens": [key_for(ann, "games:read").token]})
    sending.send_due()
    assert len(box.to(address)) == 2


def test_the_link_shows_a_button_and_the_button_confirms(box):
    address = some_address()
    ann = open_person(email=address)
    path = CONFIRM_PATH + last_code(box, address, CONFIRM_PATH)
    page = Client().get(path)
    assert b"<button>" in page.content
    assert "script" not in page["Content-Security-Policy"]
    assert ann.get("/me").json()["email_confirmed"] is False
    assert Client(enforce_csrf_checks=True).post(path).status_code == 200
    assert ann.get("/me").json()["email_confirmed"] is True


@pytest.mark.parametrize("code", ["x", "a:b:c", "é", "0" * 200])
def test_a_code_that_is_none_opens_nothing(database, code):
    problem(Caller().post("/email-confirmations", {"code": code}), 422, "code_invalid")
    use = {"code": code, "password": ANOTHER}
    problem(Caller().post("/password-resets/use", use), 422, "code_invalid")
    for path in (CONFIRM_PATH, RESET_PATH):
        assert Client().post(path + code, {"password": ANOTHER}).status_code == 404


def test_a_code_is_for_one_address(box):
    address, other = some_address(), some_address()
    ann = open_person(email=address)
    code = last_code(box, address, CONFIRM_PATH)
    changed = ann.request("PATCH", "/me", {"email": other, "password": PASSWORD})
    assert changed.json()["email"] == other
    problem(Caller().post("/email-confirmations", {"code": code}), 422, "code_invalid")
    last_code(box, other, CONFIRM_PATH)
    assert ann.request("PATCH", "/me", {"email": None, "password": PASSWORD}).status_code == 200
    assert ann.get("/me").json()["email"] is None
    problem(ann.post("/me/email-confirmation"), 409, "nothing_to_confirm")


def test_a_mail_that_was_ordered_for_one_address_goes_to_no_other(box):
    address, other = some_address(), some_address()
    ann = open_person(email=address)
    ann.request("PATCH", "/me", {"email": other, "password": PASSWORD})
    sending.send_due()
    assert (len(box.to(address)), len(box.to(other))) == (0, 1)


def test_another_address_needs_the_password_and_no_app_can_give_one(database):
    ann = open_person()
    wanted = {"email": some_address()}
    body = problem(ann.request("PATCH", "/me", wanted), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/password"]
    wrong = {**wanted, "password": "three cows in a raw"}
    problem(ann.request("PATCH", "/me", wrong), 422, "wrong_password")
    tokens = allowed(logged_in(), register(person()), scope="account:read account:write")
    app = Caller(token=tokens["access_token"])
    problem(app.request("PATCH", "/me", {**wanted, "password": PASSWORD}), 403, "not_for_apps")
    problem(app.post("/me/email-confirmation"), 403, "not_for_apps")
    assert ann.get("/me").json()["email"] is None


def test_nobody_can_order_many_mails_to_a_stranger(box):
    """However the address is written, and however many accounts have it."""
    local = fresh_name()
    people = [open_person(email=f"{local}+{number}@example.org") for number in range(8)]
    for ann in people:
        ann.post("/me/email-confirmation")
    sending.send_due()
    stranger = [to for to, _ in box.got if to.startswith(local)]
    assert len(stranger) == addresses.TO_AN_ADDRESS.most
    problem(people[0].post("/me/email-confirmation"), 429, "rate_limited")


def test_no_spelling_of_an_address_makes_another_of_it(box):
    local = fresh_name()
    spellings = (
        f"{local}@example.org",
        f'"{local}"@example.org',
        f'"\\{local}"@Example.org',
        f"{local}@\uff45xample.org",  # wide letters and hidden hyphens: the same when looked up
        f"{local}@ex\u00adample.org",
        f"{local[0]}.{local[1:]}@example.org",
    )
    for spelling in spellings:
        open_person(email=spelling)
    sending.send_due()
    assert len(box.got) == addresses.TO_AN_ADDRESS.most


def test_one_account_orders_few_mails_to_whomever(box):
    ann = open_person()
    for _ in range(addresses.OF_AN_ACCOUNT.most + 3):
        changes = {"email": some_address(), "password": PASSWORD}
        assert ann.request("PATCH", "/me", changes).status_code == 200
        sending.send_due()
    assert len(box.got) == addresses.OF_AN_ACCOUNT.most


def test_nobody_has_many_mails_sent_to_ever_other_strangers(box, settings, monkeypatch):
    settings.HERDBOOK_LIMITS = True
    monkeypatch.setattr(
        addresses, "FROM_AN_ADDRESS", counting.Limit("confirm-from", most=4, seconds=3600)
    )
    here = fresh_address()
    for _ in range(6):
        body = {"name": fresh_name(), "password": PASSWORD, "email": some_address()}
        caller = Caller(client=Client(REMOTE_ADDR=here))
        assert caller.post("/accounts", body).status_code == 201
    sending.send_due()
    assert len(box.got) == 4


def test_a_server_may_do_without(box, settings):
    settings.HERDBOOK_CONFIRM_EMAIL = False
    ann = open_person(email=some_address())
    assert ann.get("/me").json()["email_confirmed"] is True
    assert sending.send_due() == 0


def test_a_server_without_mails_says_so(database, settings):
    settings.HERDBOOK_MAIL = False
    ann = open_person(email=some_address())
    problem(ann.post("/me/email-confirmation"), 409, "no_mail")
    problem(ask_for_reset(name=ann.name), 409, "no_mail")
    assert not Mail.objects.filter(account__name=ann.name).exists()


def test_a_reset_ends_every_session_and_token(box):
    address = some_address()
    browser = logged_in()
    ann = browser.person
    Account.objects.filter(name=ann.name).update(email=address, email_confirmed_at=timezone.now())
    of_app = Caller(token=allowed(browser, register(person()))["access_token"])
    bot = bot_player(ann, open_bot(ann))
    calendar = ann.post("/me/calendar").json()["address"]
    code = reset_code(box, ann.name, address)
    use = {"code": code, "password": ANOTHER}
    assert Caller().post("/password-resets/use", use).status_code == 204
    for caller in (ann, of_app, bot):
        problem(caller.get("/me/limits"), 401, "token_revoked")
    assert Client().get("/api/v1" + calendar.partition("/api/v1")[2]).status_code == 404
    assert browser.get("/oauth/device").status_code == 302  # to the log-in
    problem(log_in(ann.name, address=fresh_address()), 401, "bad_credentials")
    assert log_in(ann.name, ANOTHER, address=fresh_address()).status_code == 201
    problem(Caller().post("/password-resets/use", use), 422, "code_invalid")


def test_the_link_of_a_reset_asks_for_the_password(box):
    ann, address = confirmed(box)
    path = RESET_PATH + reset_code(box, ann.name, address)
    assert ann.name in Client().get(path).content.decode()
    weak = Client().post(path, {"password": "123456789012"})
    assert weak.status_code == 422
    assert Client(enforce_csrf_checks=True).post(path, {"password": ANOTHER}).status_code == 200
    assert Client().get(path).status_code == 404
    assert log_in(ann.name, ANOTHER, address=fresh_address()).status_code == 201


def test_who_has_the_old_password_cannot_void_a_code_by_logging_in(box):
    ann, address = confirmed(box)
    code = reset_code(box, ann.name, address)
    assert Browser(ann).log_in().status_code == 302
    use = {"code": code, "password": ANOTHER}
    assert Caller().post("/password-resets/use", use).status_code == 204


def test_a_code_lives_for_a_short_time(box, monkeypatch, settings):
    ann, address = confirmed(box)
    code = reset_code(box, ann.name, address)
    settings.PASSWORD_RESET_TIMEOUT = -1
    use = {"code": code, "password": ANOTHER}
    problem(Caller().post("/password-resets/use", use), 422, "code_invalid")


def test_whether_there_is_an_account_can_be_read_off_nothing(box):
    """Known or unknown, confirmed or not: the same answer, after as many queries."""
    ann, address = confirmed(box)
    unsure = open_person(email=some_address())
    asked = (
        {"name": ann.name},
        {"email": address.upper()},
        {"name": unsure.name},
        {"name": fresh_name()},
        {"email": some_address()},
    )
    seen = []
    for who in asked:
        with CaptureQueriesContext(connection) as queries:
            response = ask_for_reset(**who)
        seen.append((response.status_code, response.content, len(queries)))
    assert len(set(seen)) == 1
    sending.send_due()
    resets = [to for to, mail in box.got if mail["Subject"] == "Choose another password"]
    assert resets == [address]  # asked for twice


def test_who_asks_for_many_has_to_wait(database, settings):
    settings.HERDBOOK_LIMITS = True
    caller = Caller(client=Client(REMOTE_ADDR=fresh_address()))
    for _ in range(passwords.FROM_AN_ADDRESS.most):
        assert caller.post("/password-resets", {"name": fresh_name()}).status_code == 202
    response = caller.post("/password-resets", {"name": fresh_name()})
    problem(response, 429, "rate_limited")
    assert 0 < int(response["Retry-After"]) <= 4200
    page = caller.client.post("/mails/forgotten", {"who": fresh_name()})
    assert page.status_code == 429


def test_the_page_for_who_has_forgotten_it_sends_the_mail(box):
    ann, address = confirmed(box)
    client = Client(REMOTE_ADDR=fresh_address())
    assert b"<form" in client.get("/mails/forgotten").content
    answers = {client.post("/mails/forgotten", {"who": who}).content for who in (ann.name, "x")}
    assert len(answers) == 1
    assert last_code(box, address, RESET_PATH)


def test_a_change_of_the_password_ends_sessions_and_tokens_if_asked(database):
    ann = open_person()
    browser, other = Browser(ann), key_for(ann, "games:read")
    assert browser.log_in().status_code == 302
    body = {"password": "three cows in a raw", "new_password": ANOTHER}
    problem(ann.request("PUT", "/me/password", body), 422, "wrong_password")
    body["password"] = PASSWORD
    weak = problem(
        ann.request("PUT", "/me/password", {**body, "new_password": "x"}), 422, "invalid_request"
    )
    assert [error["pointer"] for error in weak["errors"]] == ["/new_password"]
    assert browser.get("/oauth/device").status_code == 200
    assert ann.request("PUT", "/me/password", body).status_code == 204
    assert browser.get("/oauth/device").status_code == 302
    assert other.get("/me/turns").status_code == 200
    again = {"password": ANOTHER, "new_password": PASSWORD, "end_tokens": True}
    assert ann.request("PUT", "/me/password", again).status_code == 204
    problem(other.get("/me/turns"), 401, "token_revoked")
    assert ann.get("/me").status_code == 200


def test_guessing_at_the_password_with_a_token_is_slow_too(database):
    ann = open_person()
    body = {"password": "three cows in a raw", "new_password": ANOTHER}
    statuses = [ann.request("PUT", "/me/password", body).status_code for _ in range(12)]
    assert statuses == [422] * 10 + [429] * 2


def test_no_code_reaches_a_log_or_the_database(box, caplog):
    ann, address = confirmed(box)
    code = reset_code(box, ann.name, address)
    Client().get(RESET_PATH + code)
    Client().get(RESET_PATH + code[:-1])
    Caller().post("/password-resets/use", {"code": code[:-1], "password": ANOTHER})
    assert code[32:-1] not in caplog.text
    rows = Mail.objects.filter(account__name=ann.name).values_list("data", "dedupe", "failure")
    assert code[32:] not in str(list(rows))


def test_a_limit_holds_for_any_span_wherever_it_begins(monkeypatch):
    limit, now = counting.Limit(fresh_name(), most=4, seconds=60), [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    done: list[float] = []
    waits: list[int] = []
    for _ in range(400):
        now[0] += 1.7
        try:
            counting.count((limit, "x"))
        except counting.TooOftenError as error:
            waits.append(error.seconds)
        else:
            done.append(now[0])
    assert 0 < min(waits) <= max(waits) <= limit.seconds + limit.step
    assert all(later - one > 60 for one, later in zip(done, done[4:], strict=False))
    assert len(done) > 4 * 400 * 1.7 / 70 * 0.8
    counting.count((limit, "y"))


def test_nobody_has_many_resets_sent_to_a_stranger_day_and_night(box, clock):
    ann, address = confirmed(box)
    for _ in range(30):
        assert ask_for_reset(name=ann.name).status_code == 202
        assert ask_for_reset(email=address).status_code == 202
        clock.advance(20 * 60)
    assert Mail.objects.filter(account=ann.account, kind="reset").count() == passwords.A_DAY
    clock.advance(24 * 3600)
    assert ask_for_reset(name=ann.name).status_code == 202
    assert Mail.objects.filter(account=ann.account, kind="reset").count() == passwords.A_DAY + 1
