"""What every hostile request has to meet: a documented refusal, and nothing changed (A10, F29)."""

from typing import Any

import pytest
from django.db import connection

from accounts.models import Account, Block, IdempotencyKey, Token
from accounts.scopes import Scope
from config.errors import CATALOGUE
from games.models import ChatMessage, JoinCode
from games.store.models import CommandRecord, Event, Game, Holder, OpenDecision
from tests.accounts.keys import key_for
from tests.cast import Player, problem
from tests.tables import seated

TABLES = (
    Game,
    Event,
    CommandRecord,
    OpenDecision,
    Holder,
    Account,
    Token,
    Block,
    IdempotencyKey,
    JoinCode,
    ChatMessage,
)
DOCUMENTED = {400, 401, 403, 404, 405, 409, 413, 415, 422}


class Ground:
    """A running game at which requests are thrown, and what it looked like before."""

    def __init__(self, alice: Player, bob: Player) -> None:
        alice.token = key_for(alice, *Scope).token  # so that no request is refused unread
        self.alice, self.bob = alice, bob
        self.game = seated(alice, bob)
        self.decision = alice.view(self.game)["decision"]
        self.secrets = [str(alice.token), str(bob.token), *self._hidden()]
        self.before = self.rows()

    def _hidden(self) -> list[str]:
        game = Game.objects.get(id=self.game)
        holders = Holder.objects.filter(game=game).values_list("id", "account")
        return [bytes(game.secret).hex(), *(str(one) for row in holders for one in row)]

    def rows(self) -> dict[str, Any]:
        """Return how many rows each table has, and where the game and its decision stand."""
        found: dict[str, Any] = {model.__name__: model.objects.count() for model in TABLES}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT g.version, g.state, d.refusals, d.opened FROM game g"
                " JOIN decision d ON d.game_id = g.id WHERE g.id = %s",
                [self.game],
            )
            found["game"] = cursor.fetchone()
        return found

    def check_refused(self, response: Any, *statuses: int) -> None:
        """Assert that a response is a documented problem that tells nothing."""
        status = response.status_code
        assert status in (statuses or DOCUMENTED), (status, response.content[:300])
        code = response.json()["code"]
        body = problem(response, CATALOGUE[code].status, code)
        assert response["Request-Id"] == body["request_id"]
        assert body["detail"]
        text = response.content.decode() + str(response.headers)
        assert not [secret for secret in self.secrets if secret in text]

    def check_unchanged(self) -> None:
        """Assert that nothing at all was written since the beginning."""
        assert self.rows() == self.before


@pytest.fixture
def ground(alice, bob):
    made = Ground(alice, bob)
    yield made
    made.check_unchanged()
