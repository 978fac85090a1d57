"""The admin behind the real server: forms are read there by other code than the API's."""

import re

import httpx


def test_a_wrong_password_is_a_form_with_a_message_and_no_failure(live_url):
    with httpx.Client(base_url=live_url, follow_redirects=True) as browser:
        page = browser.get("/admin/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token is not None
        form = {
            "csrfmiddlewaretoken": token[1],
            "username": "admin",
            "password": "wrong",
            "next": "/admin/",
        }
        answer = browser.post("/admin/login/", data=form, headers={"Referer": live_url})
        assert answer.status_code == 200
        assert "correct" in answer.text
