import pytest

from games.engine.cards import Pack, Picture
from games.engine.errors import BadPositionError


def picture(code: str, copies: int = 1) -> Picture:
    return Picture(code=code, name=code, group="any", value=0, copies=copies)


@pytest.fixture
def pack() -> Pack:
    return Pack([picture("X"), picture("T", copies=2), picture("Y")])


def test_cards_are_numbered_in_the_order_of_the_pictures(pack):
    assert len(pack) == 4
    assert list(pack.cards()) == [0, 1, 2, 3]
    assert pack.codes([3, 2, 1, 0]) == ["Y", "T", "T", "X"]


def test_a_code_leads_to_its_lowest_number(pack):
    assert (pack.first("T"), pack.first("Y")) == (1, 3)
    assert pack.has_code("T")
    assert not pack.has_code("Z")


def test_an_unknown_code_is_refused(pack):
    with pytest.raises(BadPositionError, match="'Z' is no card"):
        pack.first("Z")


def test_twins_are_taken_from_the_lowest_up_until_none_is_left(pack):
    taken: set[int] = set()
    assert [pack.take("T", taken), pack.take("T", taken)] == [1, 2]
    with pytest.raises(BadPositionError, match="not so many T"):
        pack.take("T", taken)


def test_the_last_picture_too_has_only_so_many_copies(pack):
    taken = {3}
    with pytest.raises(BadPositionError, match="not so many Y"):
        pack.take("Y", taken)
    assert taken == {3}
