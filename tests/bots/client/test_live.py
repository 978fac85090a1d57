"""The calls of accounts and invitations against the real server."""

import herdbook
import pytest
from herdbook.terminal.commands.login import SCOPES

PASSWORD = "a herd of seven cows"


@pytest.fixture
def person(live_url):
    """Sign up under a name that nobody has."""

    def signing_up(name):
        client = herdbook.Client(live_url)
        registered = client.register(name, PASSWORD)
        assert registered.account.name == name
        client.token = registered.token
        return client

    return signing_up


def test_an_account_from_its_beginning_to_its_end(person, live_url):
    with person("live-anna") as anna:
        assert anna.me().kind == "person"
        assert anna.change_me({"display_name": "Anna B."}).display_name == "Anna B."
        assert anna.player("live-anna").display_name == "Anna B."
        token = anna.sign_in("live-anna", PASSWORD, label="second", scopes=SCOPES)
        assert token.token is not None
        assert token.token not in repr(token)
        assert {one.label for one in anna.tokens().items} >= {"second"}
        with herdbook.Client(live_url, token.token) as second:
            assert second.this_token().id == token.id
            anna.revoke_token(token.id)
            with pytest.raises(herdbook.TokenRevokedError):
                second.me()
        with pytest.raises(herdbook.BadCredentialsError):
            anna.sign_in("live-anna", "another password", label="x", scopes=SCOPES)
        with pytest.raises(herdbook.NameTakenError):
            anna.register("live-anna", PASSWORD)
        assert anna.sanctions() == ()
        anna.delete_me()
        with pytest.raises(herdbook.TokenRefusedError):
            anna.me()


def test_a_bot_of_ones_own(person, live_url):
    with person("live-bea") as bea:
        bot = bea.bots.create("live-beas-bot", description="counts flies", accepts="nobody")
        assert (bot.owner, bot.accepts) == ("live-bea", "nobody")
        assert (
            bea.bots.change(bot.name, {"description": "counts cows"}).description == "counts cows"
        )
        assert [one.name for one in bea.bots.list().items] == [bot.name]
        assert bea.bots.view(bot.name).kind == "bot"
        token = bea.bots.new_token(bot.name, "ci", ["games:read", "games:play"]).token
        with herdbook.Client(live_url, token) as client:
            assert client.turns().count == 0
        bea.bots.delete(bot.name)
        assert bea.bots.list().items == ()


def test_an_invitation_is_accepted_and_another_declined(person):
    with person("live-cleo") as cleo, person("live-dora") as dora:
        seats = [herdbook.ME, herdbook.invite("live-dora")]
        first, second = (cleo.games.create("mow", seats).id for _ in range(2))
        assert {game.id for game in dora.invitations().items} == {first, second}
        assert dora.games.answer_invitation(first, accept=True).status == "running"
        dora.games.answer_invitation(second, accept=False)
        assert dora.invitations().items == ()
        cleo.games.resign(first)
        rematch = cleo.games.rematch(first)
        assert dora.games.rematch(first).id == rematch.id
        assert first in {game.id for game in dora.player_games("live-cleo").items}
        dora.block("live-cleo")
        dora.unblock("live-cleo")


def test_a_new_code_opens_a_private_game_and_voids_the_old_one(person):
    with person("live-emma") as emma, person("live-fee") as fee:
        game = emma.games.create("mow", [herdbook.ME, herdbook.OPEN], private=True)
        assert game.join_code is not None
        code = emma.games.new_code(game.id)
        with pytest.raises(herdbook.NotFoundError):
            fee.games.join(game.id, code=game.join_code)
        assert fee.games.join(game.id, code=code).status == "running"
