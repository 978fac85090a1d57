"""Games that were simply played, one evening after the other."""

import random
from collections.abc import Mapping, Sequence

from config.demo.people import Person
from config.demo.playing import SHORT, play_on, sit_down
from games.services import chat

DAYS = 30
"""So many evenings a demo has, unless somebody is in a hurry."""
_TALK = (
    "Good luck, all!",
    "That was my last hen.",
    "Who deals next?",
    "Well played.",
    "I should have kept the goat.",
    "Sorry, the phone rang.",
    "One more?",
)


def spend(people: Mapping[str, Person], *, day: int, rng: random.Random) -> None:
    """Play the games of one evening; more of them at weekends, and more from week to week."""
    games = 1 + day // 10 + (day % 7 in {5, 6}) + rng.randrange(2)
    players = [one for one in people.values() if one.password or one.token is not None]
    for _ in range(games):
        ruleset = rng.choice(sorted(SHORT))
        chosen = rng.sample(players, rng.choice((2, 2, 3, 4)))
        _play(ruleset, chosen, rng)


def _play(ruleset: str, people: Sequence[Person], rng: random.Random) -> None:
    house = [rng.choice(("random", "normal") if ruleset != "tortoise" else ("random",))]
    game = sit_down(
        ruleset,
        people,
        house=house if len(people) < 4 and rng.random() < 0.4 else (),  # noqa: PLR2004 - seats
        rated=rng.random() < 0.5,  # noqa: PLR2004 - one in two
    )
    play_on(game, moves=rng.randrange(4, 12))
    for person in people[: rng.randrange(len(people) + 1)]:
        chat.say(game=game, asker=person.asker, text=rng.choice(_TALK))
    play_on(game)
