"""Limits of `/oauth/`: by address, for apps and for pages."""

from django.test import Client

from tests.accounts.people import fresh_address


def test_apps_and_pages_have_limits_of_their_own(database, settings):
    settings.HERDBOOK_LIMITS = True
    settings.HERDBOOK_LIMIT_OAUTH_TOKENS, settings.HERDBOOK_LIMIT_OAUTH_PAGES = 2, 3
    client = Client(REMOTE_ADDR=fresh_address())
    for _ in range(2):
        response = client.post("/oauth/token", {"a": "b"})
        assert response.status_code == 415
        assert '"oauth-tokens";q=2;w=60' in response["RateLimit-Policy"]
    refused = client.post("/oauth/token", {"a": "b"})
    assert refused.status_code == 429
    assert refused.json()["error"] == "slow_down"
    assert 1 <= int(refused["Retry-After"]) <= 60
    for _ in range(3):
        assert client.get("/oauth/device").status_code == 302
    page = client.get("/oauth/device")
    assert page.status_code == 429
    assert "Too many requests" in page.text
    assert Client(REMOTE_ADDR=fresh_address()).get("/oauth/device").status_code == 302
