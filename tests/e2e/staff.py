"""Somebody of the staff in a browser, past both factors, on a server that runs."""

import re
from base64 import b32decode
from urllib.parse import parse_qs, urlsplit

import httpx
from django_otp.oath import totp

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def code_of(second_factor: str) -> str:
    """Return what an authenticator shows now that has read this address."""
    secret = parse_qs(urlsplit(second_factor).query)["secret"][0]
    return f"{totp(b32decode(secret)):06d}"


def logged_in(url: str, *, name: str, password: str, second_factor: str) -> httpx.Client:
    """Open the dashboard; the caller closes the client."""
    browser = httpx.Client(base_url=url, follow_redirects=True, headers={"Referer": url})
    asked = browser.get("/admin/")
    form = {"username": name, "password": password, "next": "/admin/"}
    answer = browser.post("/admin/login/", data=form | _csrf(asked))
    assert answer.url.path == "/admin/second-factor/", answer.url
    form = {"code": code_of(second_factor), "next": "/admin/"}
    answer = browser.post("/admin/second-factor/", data=form | _csrf(answer))
    assert (answer.status_code, answer.url.path) == (200, "/admin/"), answer.text[:500]
    return browser


def _csrf(page: httpx.Response) -> dict[str, str]:
    found = _TOKEN.search(page.text)
    assert found is not None, page.text[:500]
    return {"csrfmiddlewaretoken": found[1]}
