"""Where the rules meet chance: the one place that makes the shuffles of real games.

Each deal is sealed right behind the event that records it. Whether and where that happens follows
from the deals alone, which everybody sees.
"""

from collections.abc import Sequence
from uuid import UUID

from games.engine.chance import DEAL, SecretChance
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.lifecycle import DealSealed, GameStarted
from games.engine.ruleset import Move
from games.engine.seals import Seed
from games.engine.seats import Seat
from games.store.load import Loaded


def seed_of(game: UUID, state: GameState, secret: bytes) -> Seed:
    """Return what all chance of a game follows from."""
    return Seed(secret=secret, game=game.bytes, entropy=state.contributions.revealed)


def decide(loaded: Loaded, seat: Seat, move: Move) -> list[Event]:
    """Let the rules decide a move; raises their `RuleError`."""
    rules, state = loaded.state.game_rules, loaded.state.rules_state
    seed = seed_of(loaded.id, loaded.state, loaded.secret)
    chance = SecretChance(seed, rules.shuffles(state))
    return _sealed(rules.decide(state, seat, move, chance), chance, seed)


def first_deal(game: UUID, state: GameState, secret: bytes) -> list[Event]:
    """Return the events with which a game begins whose seats are all held."""
    rules, seats = state.game_rules, len(state.seats)
    seed = seed_of(game, state, secret)
    chance = SecretChance(seed, 0)
    asked = state.options["first_seat"]
    first = chance.first_seat(seats) if asked == "random" else Seat(asked)
    options = rules.parse_options({**state.options, "first_seat": first}, seats)
    dealt = rules.deal(options, seats, chance)
    return [GameStarted(first_seat=first), *_sealed(dealt, chance, seed)]


def _sealed(events: list[Event], chance: SecretChance, seed: Seed) -> list[Event]:
    """Return the events with a seal behind each deal; most moves have none."""
    if not chance.deals:
        return events
    numbers, sealed = iter(chance.deals), list[Event]()
    for event in events:
        sealed.append(event)
        order = _dealt_by(event)
        if order is not None:
            number = next(numbers)
            sealed.append(DealSealed(number=number, root=seed.seal(number, order)))
    return sealed


def _dealt_by(event: Event) -> Sequence[int] | None:
    made = event.shuffle()
    return made[1] if made is not None and made[0] == DEAL else None
