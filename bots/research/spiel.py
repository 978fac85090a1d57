"""Every ruleset as an OpenSpiel game.

    register()
    game = pyspiel.load_game("herdbook_mow(players=3)")

Shuffles are chance nodes, a card at a time. Returns are 1 for winners and -1 for losers; a game
that is cut off returns 0 for all. Needs the dependency group `research`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from bots.research.features import Features
from bots.research.nodes import Nodes, ShuffleNeededError
from bots.research.play import Play
from games.engine.registry import AnyRuleset, all_rulesets
from games.engine.seats import Seat

MAX_MOVES = 2_000
_CHANCE_PER_MOVE = 50
"""A bound on the cards of one shuffle: no pack is larger."""


def name_of(ruleset: AnyRuleset) -> str:
    """Return the name under which OpenSpiel knows a ruleset."""
    return f"herdbook_{ruleset.slug.replace('-', '_')}"


def register() -> None:
    """Make every registered ruleset known to OpenSpiel; to do so twice does no harm."""
    known = set(pyspiel.registered_names())
    for ruleset in all_rulesets():
        if name_of(ruleset) not in known:
            _register(ruleset)


def _register(ruleset: AnyRuleset) -> None:
    counts = ruleset.seat_counts
    game_type = pyspiel.GameType(
        short_name=name_of(ruleset),
        long_name=ruleset.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": counts[0], "max_moves": MAX_MOVES},
    )

    class RulesetGame(SpielGame):
        """The game of one ruleset; OpenSpiel makes it from the parameters alone."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(ruleset, game_type, params or {})

    pyspiel.register_game(game_type, RulesetGame)


class SpielGame(pyspiel.Game):
    """A ruleset with a number of seats."""

    def __init__(
        self, ruleset: AnyRuleset, game_type: pyspiel.GameType, params: Mapping[str, Any]
    ) -> None:
        self.ruleset = ruleset
        self.seats = int(params.get("players", ruleset.seat_counts[0]))
        self.max_moves = int(params.get("max_moves", MAX_MOVES))
        self.features = Features(ruleset)
        play = self.new_play()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(play.actions),
            max_chance_outcomes=len(ruleset.pack.pictures),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.max_moves,
        )
        super().__init__(game_type, info, dict(params))

    def new_play(self) -> Play:
        """Return a game in which nothing is dealt yet."""
        return Play(self.ruleset, self.seats, {}, self.max_moves)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the first card."""
        return SpielState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> "SpielObserver":
        """Return an observer: of the table as it is, or with perfect recall of all ever seen."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.features, wanted)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the cards that are shuffled in a game."""
        return _CHANCE_PER_MOVE * (self.max_moves + 1)


class SpielState(pyspiel.State):
    """A game at one moment: a seat acts, or chance draws the next card of a shuffle."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.new_play()
        self._nodes = Nodes(game.ruleset.pack)
        self._move: int | None = None
        """The move that waits for its shuffles."""
        self._is_dealt = False
        self._try()

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielState":
        """Return an independent copy, as OpenSpiel clones a state."""
        twin = SpielState(self.get_game())
        twin.play, twin._nodes = self.play.copy(), self._nodes.copy()
        twin._move, twin._is_dealt = self._move, self._is_dealt
        return twin

    def current_player(self) -> int:
        """Return who acts."""
        if self._nodes.is_drawing:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.play.to_act())

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the pictures that can come next, with their chances."""
        return self._nodes.outcomes()

    def _apply_action(self, action: int) -> None:
        if self._nodes.is_drawing:
            self._nodes.draw(action)
        else:
            self._move = action
        if not self._nodes.is_drawing:
            self._try()

    def _try(self) -> None:
        """Deal, or make the move that waits, unless a shuffle has to be drawn first."""
        self._nodes.restart()
        try:
            if self._move is not None:
                self.play.act(self._move, self._nodes)
            else:
                self.play.deal(self._nodes)
        except ShuffleNeededError as needed:
            self._nodes.begin(needed.cards)
            if not self._nodes.is_drawing:
                self._try()
        else:
            self._nodes = Nodes(self.play.ruleset.pack)
            self._move, self._is_dealt = None, True

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.play.ruleset.pack.pictures[action].code
        return str(self.play.actions.move(action))

    def is_terminal(self) -> bool:
        """Answer whether the game is over or cut off."""
        return self._is_dealt and (self.play.is_over or self.play.is_cut_off)

    def returns(self) -> list[float]:
        """Return 1 for winners, -1 for losers."""
        return self.play.returns()

    def __str__(self) -> str:
        return self.play.text_of_state()


class SpielObserver:
    """What a seat knows, as text and as numbers; public and private parts apart."""

    def __init__(self, features: Features, wanted: pyspiel.IIGObservationType) -> None:
        self._features = features
        self._wanted = wanted
        self.tensor = np.zeros(0 if wanted.perfect_recall else len(features), np.float32)
        self.dict = {} if wanted.perfect_recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a seat sees now."""
        if not self._wanted.perfect_recall:
            self.tensor[:] = self._features.row(state.play.observation(self._viewer(player)))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat knows as JSON; it is exact."""
        viewer = self._viewer(player)
        if self._wanted.perfect_recall:
            return state.play.text_of_history(viewer)
        if viewer is not None and not self._wanted.public_info:
            return state.play.text_of_own_part(viewer)
        return state.play.text_of_table(viewer)

    def _viewer(self, player: int) -> Seat | None:
        hidden = self._wanted.private_info == pyspiel.PrivateInfoType.NONE
        return None if hidden else Seat(player)
