"""Hostile header fields, with requests that are fine but for them."""

import random
from collections.abc import Iterator

from tests.hostile.texts import TEXTS
from tests.hostile.wire import Request

NAMES: tuple[bytes, ...] = (
    *(b"Authorization", b"Authorization", b"Authorization", b"If-None-Match", b"If-Match"),
    *(b"Prefer", b"Idempotency-Key", b"Last-Event-ID", b"Cookie", b"Accept", b"Accept-Encoding"),
    *(b"Accept-Language", b"Content-Type", b"Content-Encoding", b"Content-Length", b"Expect"),
    *(b"Transfer-Encoding", b"Connection", b"Upgrade", b"Host", b"Origin", b"Referer", b"Range"),
    *(b"X-Forwarded-For", b"X-Forwarded-Host", b"X-Forwarded-Proto", b"X-Real-Ip", b"Forwarded"),
    *(b"X-CSRFToken", b"Request-Id", b"Herdbook-Topic", b"Herdbook-Waiter", b"Traceparent"),
    *(b"X-HTTP-Method-Override", b"Access-Control-Request-Method", b"If-Modified-Since"),
    *(b"Access-Control-Request-Headers", b"Trailer", b"Date", b"Via", b"X_Forwarded_For"),
)
WHERE = (
    *(
        b"/api/v1/games",
        b"/api/v1/me",
        b"/api/v1/me/turns/next",
        b"/api/v1/time",
        b"/api/v1/nowhere",
    ),
    *(b"/api/v1/games/%s", b"/api/v1/games/%s/stream", b"/api/v1/me/stream", b"/api/v1/docs"),
    *(b"/api/v1/games/%s/events?after=9", b"/api/v1/games/%s/moves", b"/api/v1/sandbox"),
    *(
        b"/oauth/authorize?client_id=x",
        b"/oauth/token",
        b"/oauth/device",
        b"/oauth/log-in",
        b"/oauth/apps",
    ),
    *(b"/oauth/introspect", b"/.well-known/oauth-authorization-server", b"/mails/stop/x"),
    *(b"/admin/", b"/admin/login/", b"/static/oauth/pages.css", b"/"),
)
POSTED = (b"/moves", b"/sandbox", b"/token", b"/log-in", b"/introspect", b"/login/", b"/stop/x")


def value(rng: random.Random, token: str) -> bytes:
    """Return what a field may hold; sometimes it is nearly right."""
    text = rng.choice(TEXTS).encode("utf-8", "surrogatepass")[:6000]
    good = token.encode() or b"hb_0"
    made: tuple[bytes, ...] = (
        *(
            text,
            text,
            rng.randbytes(rng.choice((1, 30, 300))).replace(b"\n", b"").replace(b"\r", b""),
        ),
        *(b"Bearer " + text, b"bearer  " + good, b"Bearer " + good + text[:50], b"Bearer\t" + good),
        *(b"Basic " + good, b"Basic OjpfOg==", b"Basic \xff", b"Bearer " + good + b", Bearer x"),
        *(b"Bearer " * 400, b"Bearer " + b"x" * 7000, b'Digest username="' + text[:20] + b'"'),
        *(b'W/"' + text[:60] + b'"', b'"x", ' * 900, b"*", b"wait=" + text[:20], b"wait=0, wait=0"),
        *(b"wait=0; x=" + text[:20], b"chunked", b"gzip, chunked", b"close, keep-alive", b"h2c"),
        *(
            b"100-continue",
            b"bytes=0-,-1",
            b"bytes=9999999999999999999-",
            b"websocket",
            b"0",
            b"-1",
        ),
        *(
            b"localhost:99999",
            b"evil.example",
            b"[::1",
            b"a b",
            b"null",
            b"herdbook_session=" + text,
        ),
        *(b"csrftoken=x; " * 300, b"application/json;q=0", b"1.2.3.4, " * 400, b"a\r\n folded"),
        *(b"x\r\nInjected: yes", b"\x00", b"%00", b"GET"),
    )
    return rng.choice(made)


def fields(rng: random.Random, *, game: str, tokens: list[str]) -> Iterator[Request]:
    """Yield requests with hostile header fields without end."""
    while True:
        path = rng.choice(WHERE).replace(b"%s", game.encode())
        token, body = rng.choice(tokens), b""
        sent = [(rng.choice(NAMES), value(rng, token)) for _ in range(rng.choice((1, 1, 2, 3)))]
        if rng.random() < 0.03:
            sent += [(b"X-%d" % number, b"y") for number in range(rng.choice((50, 99, 500)))]
        if rng.random() < 0.05:
            sent.append((rng.choice(TEXTS).encode("utf-8", "surrogatepass")[:200], b"x"))
        method = (
            b"POST" if path.endswith(POSTED) else rng.choice((b"GET", b"GET", b"HEAD", b"OPTIONS"))
        )
        names = {name.lower() for name, _ in sent}
        if token and b"authorization" not in names and rng.random() < 0.7:
            sent.append((b"Authorization", b"Bearer " + token.encode()))
        if method == b"POST":
            body = b"{}"
            if b"content-type" not in names:
                sent.append((b"Content-Type", b"application/json"))
        framed = not names & {
            b"content-length",
            b"transfer-encoding",
            b"host",
            b"expect",
            b"upgrade",
        }
        yield Request(method, path, tuple(sent), body, framed=framed)
