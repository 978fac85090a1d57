import pytest
from herdbook.errors import HerdbookError

from config.errors import CATALOGUE


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_of_the_server_belongs_to_the_family_of_its_status(code):
    family = HerdbookError.by_status[CATALOGUE[code].status]
    assert issubclass(HerdbookError.by_code.get(code, family), family)
