"""Whoever waits as long as they are told is answered again, whatever was too much (A07)."""

import pytest
from django.test import Client

from config.limits.policies import POLICIES
from tests.api.test_get_limits import SPENDERS
from tests.cast import problem
from tests.config.limits.conftest import fields


@pytest.mark.parametrize("key", SPENDERS)
def test_after_the_wait_no_policy_that_was_violated_refuses_again(key, limits, alice):
    """A07: and every 429 says which it was, how it stands and how long to wait."""
    alice.client = Client(REMOTE_ADDR=f"2001:db8:12:{alice.name[-4:]}::1")
    limits.on(**{key.replace("-", "_"): 2})
    assert 429 not in {SPENDERS[key](alice).status_code for _ in range(2)}
    refused = SPENDERS[key](alice)
    assert refused.status_code == 429
    if not key.startswith("oauth-"):  # these have words of their own
        assert problem(refused, 429, "rate_limited")["violated"] == [key]
    assert fields(refused, "RateLimit")[key]["r"] == 0
    (window,) = (policy.window for policy in POLICIES if policy.key == key)
    wait = int(refused["Retry-After"])
    assert 1 <= wait <= window
    limits.let_pass(wait)
    assert SPENDERS[key](alice).status_code != 429
