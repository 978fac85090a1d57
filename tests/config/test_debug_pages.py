"""Debug mode shows a traceback and holds no thread, whatever was sent (A10)."""

import time

import pytest
from django.test import Client

from config.debug_pages import BriefReporter

MANY = "&".join(f"p{number}=x" for number in range(1_100))


@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("path", ["/oauth/device", "/oauth/apps", "/admin/login/", "/nowhere"])
def test_a_request_with_too_many_parameters_is_refused_at_once(database, settings, debug, path):
    settings.DEBUG = debug
    began = time.monotonic()
    client = Client(raise_request_exception=False)
    assert client.get(f"{path}?{MANY}").status_code in {400, 404}
    sent = client.generic("POST", path, MANY, content_type="application/x-www-form-urlencoded")
    assert sent.status_code in {400, 403, 404}
    assert time.monotonic() - began < 5


def test_no_variable_of_a_frame_is_shown():
    card = "the-hidden-card"
    with pytest.raises(ValueError, match="a failure") as caught:
        int(f"a failure <b>{len(card)}")
    reporter = BriefReporter(None, caught.type, caught.value, caught.tb)
    for shown in (reporter.get_traceback_html(), reporter.get_traceback_text()):
        assert "a failure" in shown
        assert card not in shown
    assert "<b>" not in reporter.get_traceback_html()
