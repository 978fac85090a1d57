"""Games in every state but that of games which were simply played to their ends."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from accounts import clock
from config.demo.playing import play_on, sit_down
from config.demo.stage import Stage, let_expire
from games.engine.seats import Seat
from games.services import chat, creating, lobby, offers, pauses
from games.services.creating import WantedSeat
from games.services.moderation.orders import clocks, results, seats
from games.services.moderation.orders.giving import give

_LONG = {"limit": 100}
"""Of a game of Mow that is not over in this demo."""
_A_SECOND = {"kind": "per_move", "seconds": 1}
Scene = Callable[[Stage], None]


def open_games(stage: Stage) -> None:
    """Make games that wait: for anyone, for who has the code, for who is invited."""
    sit_down("mow", stage.of("emil"), free=2)
    sit_down("farmyard-cries", stage.of("hanna frida"), free=1, rated=True)
    sit_down("tortoise", stage.of("milo"), free=1, private=True)
    asker = stage.people["lena"].asker
    invited = [WantedSeat(kind="me"), WantedSeat(kind="invite", account="nora")]
    creating.create_game(asker=asker, ruleset="family-favourites", seats=invited, options={})


def running_games(stage: Stage) -> None:
    """Play a game of each ruleset half-way; in the last one the house waits for a person."""
    game = sit_down("mow", stage.of("anna ben clara"), rated=True, options=_LONG)
    play_on(game, moves=23)
    chat.say(game=game, asker=stage.people["anna"].asker, text="Those flies again!")
    chat.say(game=game, asker=stage.people["ben"].asker, text="They like you.")
    stage.games["running"] = game
    more: Sequence[tuple[str, str, Mapping[str, int]]] = (
        ("farmyard-cries", "david frida hanna", {"target": 60}),
        ("family-favourites", "emil lena nora milo", {"hands": 6}),
        ("tortoise", "hanna meadow-bot", {}),
    )
    for ruleset, names, options in more:
        play_on(sit_down(ruleset, stage.of(names), options=options), moves=5)
    sit_down("mow", stage.of("david"), house=("normal", "random"), options=_LONG)


def resting_games(stage: Stage) -> None:
    """Let games rest: one by its player, one by order."""
    game = sit_down("mow", stage.of("clara emil"), options=_LONG)
    play_on(game, moves=7)
    pauses.pause_game(game=game, asker=stage.people["clara"].asker)
    game = sit_down("farmyard-cries", stage.of("ben nora lena"), options={"target": 60})
    play_on(game, moves=4)
    order = clocks.Pause(resume_at=clock.now() + timedelta(days=2))
    give(
        actor=stage.staff("olga"),
        game=game,
        order=order,
        reason="The club's hall has no network today.",
        note="Asked for by telephone.",
    )


def broken_off(stage: Stage) -> None:
    """Break games off: one by its players, one by order."""
    people = stage.of("frida milo")
    game = sit_down("mow", people)
    play_on(game, moves=6)
    for person in people:
        lobby.abort_game(game=game, asker=person.asker)
    game = sit_down("family-favourites", stage.of("ivo hanna"))
    play_on(game, moves=3)
    reason = "Both players were sent to the wrong table."
    give(actor=stage.staff("olga"), game=game, order=results.Abort(), reason=reason)


def given_up(stage: Stage) -> None:
    """Resign a game."""
    people = stage.of("lena david")
    game = sit_down("mow", people)
    play_on(game, moves=9)
    lobby.resign(game=game, asker=people[0].asker)


def judged(stage: Stage) -> None:
    """Let staff say a result, take one away, and give one back."""
    mira = stage.staff("mira")
    game = sit_down("mow", stage.of("emil goran"), options=_LONG)
    play_on(game, moves=11)
    reason = "Seat 1 told the cards of seat 0 in the chat."
    give(actor=mira, game=game, order=results.Adjudicate(winners=[0]), reason=reason)
    for is_restored in (False, True):
        game = sit_down("tortoise", stage.of("ben julia"), rated=True)
        play_on(game)
        reason = "Both seats were played by one person."
        give(actor=mira, game=game, order=results.Annul(), reason=reason)
        if is_restored:
            reason = "It was the neighbour, as has turned out."
            give(actor=mira, game=game, order=results.Restore(), reason=reason)


def changed_hands(stage: Stage) -> None:
    """Give seats away: to the house, to somebody else, to whoever wants one."""
    olga = stage.staff("olga")
    game = sit_down("mow", stage.of("anna karl frida"), options=_LONG)
    play_on(game, moves=5)
    reason = "The owner of the seat is ill, and has asked for it."
    give(actor=olga, game=game, order=seats.ReplaceByHouse(seat=2), reason=reason)
    other = seats.ReplaceByPlayer(seat=1, account="nora")
    give(actor=olga, game=game, order=other, reason="The seat was free after all.")
    later = clocks.Extend(seat=0, due_at=clock.now() + timedelta(days=4))
    if play_on(game, moves=2).state.owed_by(Seat(0)) is not None:
        give(actor=olga, game=game, order=later, reason="Seat 0 moves house this week.")
    people = stage.of("clara milo")
    game = sit_down("mow", people, options=_LONG)
    play_on(game, moves=4)
    offers.offer_seat(game=game, seat=0, asker=people[0].asker)


def let_pass(stage: Stage) -> None:
    """Let decisions pass: the house steps in, or the game is lost."""
    game = sit_down("mow", stage.of("ivo anna"), time_control=_A_SECOND, options=_LONG)
    let_expire(game)
    stage.games["stalled"] = game
    lost = {**_A_SECOND, "on_expiry": "forfeit"}
    game = sit_down("mow", stage.of("ivo nora"), time_control=lost)
    let_expire(game)


SCENES: Sequence[Scene] = (
    given_up,
    broken_off,
    judged,
    changed_hands,
    let_pass,
    resting_games,
    running_games,
    open_games,
)
