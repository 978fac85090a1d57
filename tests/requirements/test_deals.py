"""The secret that all shuffles of a game follow from: fresh for each, and nobody's to guess (S05)."""

from games.engine.game import Status
from tests.services.table import new_game, person

GAMES = 1_000


def test_a_thousand_games_made_at_once_have_a_thousand_deals(database):
    """S05: 256 bits of the system's own source for each, whatever the time says."""
    maker = person()
    tables = [new_game(maker, "random", "random") for _ in range(GAMES)]
    assert {table.state.status for table in tables[:5]} == {Status.RUNNING}
    deals = set()
    for table in tables:
        (deal,) = [one.event for one in table.log if one.event.type == "RoundDealt"]
        shuffle = deal.shuffle()
        assert shuffle is not None
        assert shuffle[0] == "deal"
        deals.add(tuple(shuffle[1]))
    assert len(deals) == GAMES
    secrets = {table.loaded.secret for table in tables}
    assert len(secrets) == GAMES
    assert {len(secret) for secret in secrets} == {32}
