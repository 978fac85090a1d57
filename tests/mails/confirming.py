"""People whose addresses are confirmed, and the codes of their mails."""

import re

from django.test import Client

from accounts.mails import sending
from accounts.mails.own_letters import CONFIRM_PATH, RESET_PATH
from tests.accounts.people import fresh_address, fresh_name, open_person
from tests.cast import Caller
from tests.mails.postbox import text_of

ANOTHER = "three hens in a heap"


def some_address() -> str:
    return f"{fresh_name()}@example.org"


def last_code(box, address, path) -> str:
    """Return the code of the latest mail, having sent what waits."""
    sending.send_due()
    link = re.search(rf"{path}(\S+)", text_of(box.to(address)[-1]))
    assert link is not None
    return link[1]


def confirmed(box, **fields):
    """Sign somebody up whose address is confirmed."""
    address = some_address()
    ann = open_person(email=address, **fields)
    code = last_code(box, address, CONFIRM_PATH)
    assert Caller().post("/email-confirmations", {"code": code}).status_code == 204
    return ann, address


def ask_for_reset(**who):
    caller = Caller(client=Client(REMOTE_ADDR=fresh_address()))
    return caller.post("/password-resets", who)


def reset_code(box, name, address) -> str:
    assert ask_for_reset(name=name).status_code == 202
    return last_code(box, address, RESET_PATH)
