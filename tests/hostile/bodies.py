"""Hostile bodies: of JSON, of forms, and of neither."""

import gzip
import json
import random
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

from tests.api.routes import WITH_BODY, Route
from tests.hostile.shapes import body_of
from tests.hostile.texts import TEXTS, VALUES
from tests.hostile.wire import Request

JSON, FORM = b"application/json", b"application/x-www-form-urlencoded"
SPARED = frozenset({"DELETE /me", "DELETE /tokens/{token}", "POST /tokens/leaked"})
"""What would end who asks: everything after it would only be 401."""
ROUTES = tuple(route for route in WITH_BODY if str(route) not in SPARED)
FORMS: dict[bytes, dict[str, str]] = {
    b"/oauth/token": {
        "grant_type": "authorization_code",
        "code": "hbc_x",
        "redirect_uri": "https://board.example.org/back",
        "client_id": "hbapp_cli",
        "client_secret": "x",
        "code_verifier": "x" * 43,
        "refresh_token": "hbr_x",
        "device_code": "hbd_x",
        "scope": "games:read",
    },
    b"/oauth/revoke": {"token": "hba_x", "token_type_hint": "access_token", "client_id": "x"},
    b"/oauth/introspect": {"token": "hba_x", "client_id": "x", "client_secret": "x"},
    b"/oauth/device-authorization": {"client_id": "hbapp_cli", "scope": "games:read"},
    b"/oauth/device": {"user_code": "BCDF-GHJK", "answer": "allow"},
    b"/oauth/log-in": {"name": "nobody", "password": "x"},
    b"/oauth/log-out": {},
    b"/oauth/apps": {"client_id": "hbapp_x"},
    b"/oauth/authorize": {"answer": "allow", "client_id": "x"},
    b"/mails/stop/x": {},
    b"/admin/login/": {"username": "nobody", "password": "x", "next": "/admin/"},
    b"/admin/": {"action": "delete_selected"},
    b"/admin/second-factor/": {"code": "000000"},
    b"/admin/accounts/account/orders/sanction/": {"ids": "x", "kind": "warning"},
}
TYPES = (
    *(JSON, JSON, FORM, b"multipart/form-data; boundary=x", b"multipart/form-data", b"text/plain"),
    *(b"application/json; charset=utf-16", b"application/json; charset=\xff", b"", b";", b"/"),
    *(b"application/json, text/html", b"application/json;" + b"a=b;" * 500),
)


def changed(value: Any, rng: random.Random) -> Any:
    """Return a body with something in it that does not belong there."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(list(value))
        match rng.randrange(5):
            case 0:
                return {k: v for k, v in value.items() if k != name}
            case 1:
                return {**value, str(rng.choice(TEXTS)): rng.choice(VALUES)}
            case _:
                return {**value, name: changed(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], changed(value[place], rng), *value[place + 1 :]]
    return rng.choice(VALUES)


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _doubled(text: bytes) -> bytes:
    return b'{"a":1,' + text[1:] if text.startswith(b'{"') else text + text


SPOILED: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    lambda text, rng: text[: rng.randrange(len(text) + 1)],
    lambda text, rng: text + rng.choice((b"}", b",", b"\0", b"//", b" 1", b"\x1a", text)),
    lambda text, rng: b"[" * rng.choice((16, 17, 200, 5000)) + text,
    lambda text, rng: b'{"a":' * rng.choice((16, 17, 200, 3000)) + text,
    lambda text, _: _doubled(text),
    lambda text, rng: text.replace(b'"', rng.choice((b"'", b"", b'\\"', b"\xe2\x80\x9c"))),
    lambda text, rng: text.replace(b":", rng.choice((b"=", b"::", b":NaN,", b":-Infinity,"))),
    lambda text, rng: text.decode("utf-8", "replace").encode(
        rng.choice(("utf-16", "utf-32", "utf-7", "cp500")), "replace"
    ),
    lambda text, _: b"\xef\xbb\xbf" + text,
    lambda text, _: gzip.compress(text),
    lambda _, rng: rng.randbytes(rng.choice((1, 20, 3000))),
    lambda text, rng: bytes(
        rng.randrange(256) if rng.random() < 0.1 else one for one in text[:4000]
    ),
    lambda text, rng: b" " * rng.choice((16 * 1024, 200_000)) + text,
    lambda text, rng: text.replace(b"}", b',"x":1%s}' % (b"0" * rng.choice((30, 400, 5000)))),
    lambda text, _: text.replace(b'"', b'"\\ud800', 1),
    lambda text, _: text.replace(b'"', b'"\\u0000', 1),
)


def bodies(rng: random.Random, *, game: str, tokens: list[str]) -> Iterator[Request]:
    """Yield hostile bodies without end."""
    while True:
        yield _form(rng) if rng.random() < 0.2 else _json(rng.choice(ROUTES), rng, game, tokens)


def _json(route: Route, rng: random.Random, game: str, tokens: list[str]) -> Request:
    body: Any = body_of(route.method, route.path, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        body = changed(body, rng)
    text = _dumped(body)
    if rng.random() < 0.4:
        text = rng.choice(SPOILED)(text, rng)
    kind = JSON if rng.random() < 0.8 else rng.choice(TYPES)
    path = f"/api/v1{route.at(game)}".encode()
    return _framed(route.method.encode(), path, text, kind, rng, rng.choice(tokens))


def _form(rng: random.Random) -> Request:
    path, fields = rng.choice(list(FORMS.items()))
    sent = [(k, v) for k, v in fields.items() if rng.random() < 0.85]
    for _ in range(rng.randrange(3)):
        name = rng.choice([*fields, str(rng.choice(TEXTS)), "scope", "resource", "client_id"])
        sent.append((name, str(rng.choice(VALUES))))
    rng.shuffle(sent)
    text = urlencode(
        [(k.encode("utf-8", "surrogatepass"), v.encode("utf-8", "surrogatepass")) for k, v in sent]
    ).encode()
    if rng.random() < 0.3:
        text = rng.choice(
            (
                text.replace(b"=", b"%", 1),
                text + b"&" * 2000,
                quote_from_bytes(rng.randbytes(100)).encode(),
                b'--x\r\nContent-Disposition: form-data; name="a"; filename="\xff"\r\n\r\nb\r\n--x--',
                rng.randbytes(50),
                text * 50,
            )
        )
    kind = FORM if rng.random() < 0.85 else rng.choice(TYPES)
    return _framed(b"POST", path, text, kind, rng, "")


def _framed(
    method: bytes, path: bytes, text: bytes, kind: bytes, rng: random.Random, token: str
) -> Request:
    headers = [(b"Content-Type", kind)] if kind else []
    if token:
        headers.append((b"Authorization", f"Bearer {token}".encode()))
    if method == b"POST" and rng.random() < 0.1:
        headers.append((b"Idempotency-Key", rng.choice((b"k", b"\xff", b"a b", b"x" * 65))))
    if rng.random() < 0.06:
        coded = rng.choice((_chunked(text, rng), _chunked(text, rng)[:-5], b"zz\r\n" + text))
        headers.append(
            (b"Transfer-Encoding", rng.choice((b"chunked", b"chunked", b"gzip, chunked")))
        )
        return Request(method, path, tuple(headers), coded, framed=False)
    if rng.random() < 0.03:
        length = rng.choice((b"-1", b"x", b"0", b"1, 2", b"+5", b"9" * 30, b""))
        headers.append((b"Content-Length", length))
        return Request(method, path, tuple(headers), text, framed=False)
    return Request(method, path, tuple(headers), text)


def _chunked(text: bytes, rng: random.Random) -> bytes:
    size = rng.choice((1, 7, 1000))
    parts = [text[at : at + size] for at in range(0, min(len(text), 4000), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in parts) + b"0\r\n\r\n"
