"""The client knows the codes, statuses and events of the server, and no others."""

import pytest
from herdbook.errors import ConnectionFailedError, HerdbookError, UnexpectedAnswerError
from herdbook.terminal.commands.games import STATUSES
from herdbook.terminal.sentences import GENERAL

from config.errors import CATALOGUE
from games.engine.game import Status
from games.engine.lifecycle import LIFECYCLE_EVENTS

OF_THE_CLIENT = {ConnectionFailedError, UnexpectedAnswerError}
"""What no server answers."""


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_of_the_server_belongs_to_the_family_of_its_status(code):
    family = HerdbookError.by_status[CATALOGUE[code].status]
    assert issubclass(HerdbookError.by_code.get(code, family), family)


def test_every_class_of_one_code_is_of_a_code_of_the_server():
    known = {code for code, kind in HerdbookError.by_code.items() if kind not in OF_THE_CLIENT}
    assert known <= set(CATALOGUE)


def test_games_can_be_listed_by_every_status():
    assert set(STATUSES) == {str(status) for status in Status}


def test_the_events_of_every_game_have_sentences():
    assert {kind.__name__ for kind in LIFECYCLE_EVENTS} <= set(GENERAL)
    of_rulesets = set(GENERAL) - {kind.__name__ for kind in LIFECYCLE_EVENTS}
    assert of_rulesets == {"RoundDealt", "RoundEnded"}
