"""The text form of a token, and what is stored of it."""

import pytest

from accounts import tokens


def test_a_token_reads_back():
    text = tokens.new()
    assert tokens.parse(str(text)) == text
    assert tokens.matches(text.secret, tokens.digest(text.secret))
    assert not tokens.matches(tokens.new().secret, tokens.digest(text.secret))


def test_tokens_differ():
    assert len({str(tokens.new()) for _ in range(100)}) == 100


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hb",
        "hb__",
        "hb_1_2",
        "xx_" + "0" * 16 + "_" + "0" * 64,
        "hb_" + "0" * 16 + "_" + "0" * 63,
    ],
)
def test_other_texts_are_none(text):
    assert tokens.parse(text) is None


@pytest.mark.parametrize("end", ["\n", " ", "\0", "0"])
def test_nothing_may_follow(end):
    assert tokens.parse(str(tokens.new()) + end) is None
