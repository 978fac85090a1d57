"""Is the log of a game sound? Every test of the command path asks this of its games."""

from collections.abc import Collection
from uuid import UUID

from games.engine.game import GameState
from games.store.models import Holder
from games.verifying.verify import verify_game


def assert_log_is_sound(game_id: UUID | str, *, gone: Collection[int] = ()) -> GameState:
    """Let the verifier look at a game, and return the state that its log folds to.

    `gone` are the seats whose accounts came to their end.
    """
    verdict = verify_game(UUID(str(game_id)))
    assert verdict.is_sound, "\n".join(map(str, verdict.findings))
    assert verdict.state is not None
    held = Holder.objects.filter(game=verdict.game, until_version__isnull=True, seat__isnull=False)
    seated = {seat for seat, record in enumerate(verdict.state.seats) if record.holder}
    assert set(held.values_list("seat", flat=True)) == seated - set(gone)
    return verdict.state
