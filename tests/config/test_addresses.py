"""The address that a request counts for, which no header of a client's can choose (F24)."""

import pytest
from django.test import RequestFactory

from accounts.api.addresses import client_address

NEAR = "192.0.2.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, NEAR),
        (0, "198.51.100.7", NEAR),
        (1, None, NEAR),
        (1, "", NEAR),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "forged, 198.51.100.7", "198.51.100.7"),
        (1, "forged,,198.51.100.7,", "198.51.100.7"),
        (2, "forged, 198.51.100.7, 203.0.113.2", "198.51.100.7"),
        (2, "203.0.113.2", "203.0.113.2"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        (1, "::ffff:198.51.100.7", "198.51.100.7"),
        (1, "198.51.100.7:50123", "198.51.100.7"),
        (1, "[2001:db8:1:2::7]:50123", "2001:db8:1:2::/64"),
        (1, "[::ffff:198.51.100.7]:50123", "198.51.100.7"),
        (1, "x" * 500, "x" * 64),
    ],
)
def test_the_outermost_proxy_of_ours_is_believed_and_nobody_further_out(
    settings, proxies, forwarded, address
):
    settings.HERDBOOK_NUM_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory(REMOTE_ADDR=NEAR).get("/", headers=headers)
    assert client_address(request) == address


def test_a_socket_file_has_no_address():
    assert client_address(RequestFactory(REMOTE_ADDR="").get("/")) == ""
