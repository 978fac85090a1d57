"""A client that openapi-python-client writes from the committed document plays a whole game."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from config.openapi.__main__ import COMMITTED

NAME = "written_client"
MOVES = 2_000
"""More than a game needs that ends at a few flies."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the package, on the path of imports."""
    folder = tmp_path_factory.mktemp("written")
    settings = folder / "settings.yml"
    settings.write_text("post_hooks: []\n")
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"),
            *("--path", COMMITTED, "--output-path", folder / NAME),
            *("--meta", "none", "--config", settings),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def part(name: str) -> ModuleType:
    return importlib.import_module(f"{NAME}.{name}")


def test_a_generated_client_plays_a_whole_game(written, live_url):
    """S09: it knows what the document says, and needs nothing else."""
    models = part("models")
    with part("client").Client(base_url=live_url) as anybody:
        sandbox = part("api.accounts.create_sandbox").sync(
            client=anybody, body=models.SandboxInput()
        )
    assert isinstance(sandbox, models.OpenedAccount)
    with part("client").AuthenticatedClient(base_url=live_url, token=sandbox.token) as me:
        kinds = models.SeatInputKind
        seats = [
            models.SeatInput(kind=kinds.ME),
            models.SeatInput(kind=kinds.HOUSE, strategy="random"),
        ]
        body = models.MowGameInput(
            ruleset="mow", seats=seats, options=models.MowOptionsInput(limit=10)
        )
        game = part("api.games.create_game").sync(client=me, body=body)
        assert isinstance(game, models.MowNewGame)
        game = play(me, models, game.id)
        assert (game.status, game.outcome.reason) == ("finished", "completed")
        replay = part("api.games.get_replay").sync(client=me, game_id=game.id)
        assert isinstance(replay, models.MowReplay)
        assert replay.result == game.outcome
        check_events(me, models, game)


def play(me, models, game_id):
    """Answer decisions until the game is over, and return it."""
    for _ in range(MOVES):
        game = part("api.games.get_game").sync(client=me, game_id=game_id)
        assert isinstance(game, models.MowGameView)
        if game.outcome is not None:
            return game
        if game.decision is None:
            part("api.mine.get_next_turn").sync_detailed(client=me, prefer="wait=5")
            continue
        assert game.decision.legal_moves
        made = part("api.games.make_move").sync(
            client=me,
            game_id=game_id,
            body=models.MoveInput(decision=game.decision.id, move=game.decision.legal_moves[0]),
        )
        assert isinstance(made, models.MoveMade)
    pytest.fail("the game does not end")


def check_events(me, models, game):
    """Read the log: every event has a class of its own."""
    events, after = [], "0"
    while after != "":
        page = part("api.games.list_events").sync(
            client=me, game_id=game.id, after=int(after), limit=100
        )
        assert isinstance(page, models.EventPage)
        events += page.items
        after = page.next_ or ""
    assert [event.version for event in events] == list(range(1, game.version + 1))
    assert isinstance(events[0], models.GameCreatedEvent)
    assert isinstance(events[-1], models.GameFinishedEvent)
    deal = next(event for event in events if event.type_ == "RoundDealt")
    assert isinstance(deal, models.MowRoundDealtEvent)
    assert len(deal.data.hand) == 5
    for event in events:
        # Two games may have an event of one name and one shape; either class reads it.
        assert type(event).__name__.endswith(f"{event.type_}Event")
