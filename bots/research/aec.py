"""Every ruleset as a PettingZoo AEC environment.

    env = CardGame("mow", seats=3)
    env.reset(seed=7)

Agents are `seat_0`, `seat_1` and so on. An observation holds `observation` (see `features`) and
`action_mask`; `table` and `history` give the exact texts. Needs the dependency group `research`.
"""

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from bots.research.features import Features
from bots.research.play import Play
from games.engine.chance import RandomChance
from games.engine.registry import find_ruleset
from games.engine.seats import Seat

MAX_MOVES = 2_000


class CardGame(AECEnv):
    """A game of cards. One that goes on for `max_moves` moves is truncated."""

    def __init__(
        self,
        slug: str,
        *,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._ruleset = find_ruleset(slug)
        self._seats = self._ruleset.seat_counts[0] if seats is None else seats
        self._options = options or {}
        self._max_moves = max_moves
        self._features = Features(self._ruleset)
        self._chance = RandomChance(random.Random())  # noqa: S311 - reset brings the seed
        self._play = self._new_play()
        self.metadata = {
            "name": f"herdbook_{slug}_v{self._ruleset.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._seats)]
        self.agents: list[str] = []
        size, actions = len(self._features), len(self._play.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def _new_play(self) -> Play:
        return Play(self._ruleset, self._seats, self._options, self._max_moves)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed and actions give the same game."""
        self._chance = RandomChance(random.Random(seed))  # noqa: S311 - research, no real deal
        self._play = self._new_play()
        self._play.deal(self._chance)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def step(self, action: int | None) -> None:
        """Make the move of the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is still in the game acts"
        self._cumulative_rewards[agent] = 0.0
        self._play.act(int(action), self._chance)
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        play = self._play
        if play.is_over or play.is_cut_off:
            self.rewards = dict(zip(self.agents, play.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, play.is_over)
            self.truncations = dict.fromkeys(self.agents, play.is_cut_off)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[play.to_act()]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know of the table, and the mask of what it may do."""
        seat, play = self._seat(agent), self._play
        mask = np.zeros(len(play.actions), np.int8)
        if not (play.is_over or play.is_cut_off) and play.to_act() == seat:
            mask[play.legal()] = 1
        row = np.array(self._features.row(play.observation(seat)), np.float32)
        return {"observation": row, "action_mask": mask}

    def table(self, agent: str) -> str:
        """Return an agent's observation as JSON."""
        return self._play.text_of_table(self._seat(agent))

    def history(self, agent: str) -> str:
        """Return an agent's information state as JSON."""
        return self._play.text_of_history(self._seat(agent))

    def render(self) -> str | None:
        """Return what a spectator sees, as JSON."""
        return self._play.text_of_table(None) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _seat(self, agent: str) -> Seat:
        return Seat(self.possible_agents.index(agent))
