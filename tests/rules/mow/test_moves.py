import pytest

from games.engine.errors import MalformedMoveError
from games.rules.mow.game import RULESET
from games.rules.mow.moves import PLAYS, SLOWPOKE_PLAYS


def test_every_move_has_one_text_and_the_text_gives_the_move():
    # 0.2
    moves = [move for way in (*PLAYS, *SLOWPOKE_PLAYS[1:]) for move in way]
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts) == 42 + 4 * 2 + 15 * 2
    assert [RULESET.parse_move(text) for text in texts] == moves


def test_examples_of_texts():
    for text in ("7.2", "B0>L", "A7>R", "S@6>L", "take"):
        assert str(RULESET.parse_move(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "pass", "7.4", "16.0", "7.2>L", "B0", "B16", "B16>", "B16>X", "A8>L", "S>L", "S@6"),
        *("S1@6>L", "S@0>L", "S@16>L", "S@06>L", "s@6>l", "TAKE", " take", "take ", "7.2\n"),
        *("B0@3>L", "S@6>L>R"),
    ],
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(MalformedMoveError):
        RULESET.parse_move(text)
