"""People with accounts of their own, and the addresses they call from."""

import secrets
from itertools import count
from typing import Any

from django.test import Client

from accounts.models import Account
from tests.cast import Caller, Player, Response

PASSWORD = "three cows in a row"
_MOST_HOSTS = 2 * 250 * 250
_hosts = count(secrets.randbelow(_MOST_HOSTS))


def fresh_name(kind: str = "ann") -> str:
    return f"{kind}-{secrets.token_hex(5)}"


def fresh_address() -> str:
    """Return an address from which nobody has called yet, in this process or lately in another."""
    host = next(_hosts) % _MOST_HOSTS
    return f"198.{18 + host // 62_500}.{host // 250 % 250}.{host % 250 + 1}"


def open_person(name: str | None = None, **fields: Any) -> Player:
    """Sign somebody up through the API."""
    body = {"name": name or fresh_name(), "password": PASSWORD, **fields}
    response = Caller().post("/accounts", body)
    assert response.status_code == 201, response.content
    answer = response.json()
    return Player(token=answer["token"], name=answer["account"]["name"])


def as_person(player: Player) -> Player:
    """Make a person of a sandbox bot: with a name of its own, and no password, which takes long."""
    name = player.name.replace("sandbox", "person")
    Account.objects.filter(name=player.name).update(
        name=name, kind=Account.Kind.PERSON, sandbox=False, expires_at=None
    )
    player.name = name
    return player


def log_in(name: str, password: str = PASSWORD, *, address: str, **fields: Any) -> Response:
    """Ask for a token by name and password."""
    body = {"name": name, "password": password, "label": "test", "scopes": ["games:read"], **fields}
    return Caller(client=Client(REMOTE_ADDR=address)).post("/tokens", body)


def open_bot(owner: Caller, name: str | None = None, **fields: Any) -> str:
    """Make a bot of somebody; return its name."""
    response = owner.post("/bots", {"name": name or fresh_name("bot"), **fields})
    assert response.status_code == 201, response.content
    made: str = response.json()["name"]
    return made


def bot_player(owner: Caller, name: str, *scopes: str) -> Player:
    """Return a bot with a token of its own, which can play unless told otherwise."""
    asked = list(scopes or ("games:read", "games:play", "games:create"))
    response = owner.post(f"/bots/{name}/tokens", {"label": "play", "scopes": asked})
    assert response.status_code == 201, response.content
    return Player(token=response.json()["token"], name=name)
