"""The answer to a move holds all that the move led to (A39)."""

from tests.tables import QUICK, seated, turns


def test_it_holds_every_event_committed_with_it_and_what_is_owed_next(alice, bob):
    """A39: rounds that end and are dealt anew included; the view is the one that is read then."""
    game, players = seated(alice, bob, options=QUICK), (alice, bob)
    version, longest = alice.view(game)["version"], 0
    for answer in turns(game, *players):
        mover = players[answer["game"]["you"]["seat"]]
        log = mover.get(f"/games/{game}/events?after={version}&limit=100").json()["items"]
        assert answer["events"] == log
        view = mover.view(game)
        assert {**answer["game"], "server_now": 0} == {**view, "server_now": 0}
        version, longest = view["version"], max(longest, len(log))
    assert longest >= 3  # a card, the end of a round, a new deal
