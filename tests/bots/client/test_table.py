"""A person's table, driven by its keys against a peer that keeps one game."""

import asyncio
import time

import herdbook
import pytest
from herdbook.terminal.table import connection
from herdbook.terminal.table.app import TableApp
from herdbook.terminal.table.choices import Act, Choice, meant_by
from herdbook.terminal.table.evening import IMPATIENT
from herdbook.terminal.table.sitting import Wish

WISH = Wish("mow", 3, "normal")
PATIENCE = 20


class House:
    """A server with one game: it answers a move with one of its own, and ends when told to."""

    def __init__(self, words, **changes):
        self.words = words
        self.changes = changes
        self.version = 5
        self.decision = 1
        self.moves: list[dict[str, str]] = []
        self.events = [self.event(number, "SeatTaken") for number in range(1, 6)]
        self.refusal = None
        self.away = 0
        self.over = False
        self.seat_away = False
        self.calls: list[str] = []
        self.id = "g1"

    def event(self, version, kind, seat=1, **data):
        return {"version": version, "type": kind, "at": "2026-01-01T00:00:00Z", "seat": seat,
                "cause": "bot", "data": data}  # fmt: skip

    def happens(self, kind, seat, **data):
        self.version += 1
        self.events.append(self.event(self.version, kind, seat, **data))

    def view(self):
        seats = self.words.game()["seats"]
        if self.seat_away:
            seats = [seats[0] | {"state": "away"}, seats[1]]
        fixed = {"id": self.id, "version": self.version, "seats": seats}
        if self.over:
            return self.words.finished(**fixed)
        moves = ["2.1", "2.3", "12.0", "take"]
        decision = {"id": f"d{self.decision}", "seat": 0, "kind": "turn", "legal_moves": moves,
                    "deadline_at": "2026-01-01T23:00:00.000Z"}  # fmt: skip
        owed = {"decision": None if self.seat_away else decision}
        return self.words.game(**fixed, **(owed | self.changes))

    def __call__(self, asked):
        path, _, query = asked.path.removeprefix("/api/v1").partition("?")
        self.calls.append(f"{asked.method} {path}")
        if self.away > 0:
            self.away -= 1
            return self.words.problem(503, "unavailable", retryable=True)
        match asked.method, path.split("/")[1:]:
            case "POST", ["sandbox"]:
                account = {"name": "sandbox-1", "kind": "bot"}
                return self.words.ok({"token": "hb_1_x", "account": account}, 201)
            case "GET", ["rulesets", slug]:
                return self.words.ok({"slug": slug, "strategies": [{"name": "random"}]})
            case "GET", ["games", _, "events"]:
                after = int(query.removeprefix("after="))
                return self.words.ok({"items": self.events[after:], "next": None})
            case "GET", ["games", _]:
                return self.look(asked)
            case "POST", ["games", _, "moves"]:
                return self.move(asked.body)
            case "POST", ["games", _, "resign"]:
                self.over = True
                self.happens("SeatResigned", 0)
            case "POST", ["games", _, "seats", "me", "return"]:
                self.seat_away = False
                self.happens("SeatReturned", 0)
            case "POST", ["games", _, "rematch"]:
                self.over = False
                self.id = "g2"
            case _:
                assert path == "/games"
        return self.words.ok(self.view(), 201)

    def look(self, asked):
        tag = f'"{self.id}-{self.version}"'
        if asked.headers.get("if-none-match") == tag and "prefer" in asked.headers:
            time.sleep(0.05)
        tag = f'"{self.id}-{self.version}"'
        if asked.headers.get("if-none-match") == tag:
            return self.words.Answer(304)
        return self.words.ok(self.view(), ETag=tag)

    def move(self, body):
        self.moves.append(body)
        if self.refusal:
            refusal, self.refusal = self.refusal, None
            self.decision += 1
            self.happens("DecisionExpired", 0)
            return self.words.problem(409, refusal)
        events = len(self.events)
        self.happens("CowPlayed", 0, card="2.1")
        self.happens("HerdTaken", 1, cards=["7.1"])
        self.decision += 1
        return self.words.ok({"events": self.events[events:], "game": self.view()}, 201)


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch):
    monkeypatch.setattr(connection, "PAUSE", 0.05)


@pytest.fixture
def sit(peer):
    """Sit down and run a script of keys and looks; the app comes back."""

    def sitting(house, script, *, wish=WISH, size=(80, 24)):
        peer.script = house

        async def run():
            async with herdbook.AsyncClient(peer.url, retries=IMPATIENT) as client:
                app = TableApp(client, wish)
                async with app.run_test(size=size) as pilot:
                    await script(Person(app, pilot))
                return app

        return asyncio.run(run())

    return sitting


class Person:
    def __init__(self, app, pilot):
        self.app = app
        self.pilot = pilot
        self.press = pilot.press

    @property
    def screen(self):
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def types(self, text):
        await self.pilot.press(*({".": "full_stop"}.get(char, char) for char in text))

    async def sees(self, *texts):
        end = time.monotonic() + PATIENCE
        while not all(text in self.screen for text in texts):
            assert time.monotonic() < end, f"{texts} not in\n{self.screen}"
            await self.pilot.pause(0.02)


@pytest.fixture
def house(words):
    return House(words)


def test_a_move_is_typed_and_the_house_answers(sit, house):
    async def script(person):
        await person.sees("your turn", "12.0", "take", "house-normal sits down", "herd")
        await person.types("take")
        await person.press("enter")
        await person.sees("house-normal takes the herd: 7•")

    sit(house, script)
    assert house.moves == [{"move": "take", "decision": "d1"}]
    assert house.calls[:2] == ["POST /sandbox", "POST /games"]


def test_house_bots_play_as_is_usual_where_nothing_else_is_wished(sit, house):
    async def script(person):
        await person.sees("your turn")

    sit(house, script, wish=Wish("tortoise", 3, None))
    assert house.calls[:3] == ["POST /sandbox", "GET /rulesets/tortoise", "POST /games"]


def test_a_move_is_chosen_with_the_arrows(sit, house):
    async def script(person):
        await person.sees("your turn")
        await person.press("enter")
        await person.sees("Choose with")
        await person.press("down", "down", "up", "up", "enter")
        await person.sees("takes the herd")
        await person.press("down", "enter")
        await person.pilot.pause(0.1)

    sit(house, script)
    assert [move["move"] for move in house.moves] == ["take", "2.1"]


def test_what_means_no_move_or_several_is_not_sent(sit, house):
    async def script(person):
        await person.sees("your turn")
        await person.types("2.")
        await person.press("enter")
        await person.sees("is meant by '2.'")
        await person.types("3")
        await person.press("enter")
        await person.sees("takes the herd")

    sit(house, script)
    assert [move["move"] for move in house.moves] == ["2.3"]


CHOICES = [Choice(Act.MOVE, move) for move in ("2.1", "2.3", "12.0", "S@6>L", "S@6>R", "take")]


@pytest.mark.parametrize(
    ("line", "place"),
    [("2.3", 1), (" TAKE ", 5), ("t", 5), ("12", 2), ("2", 1), ("6", 5), ("s@6>r", 4), ("s", None),
     ("", None), ("7", None), ("0", None), ("²", None), ("nothing", None)],
)  # fmt: skip
def test_a_line_means_a_text_a_number_or_a_beginning(line, place):
    assert meant_by(line, CHOICES) == place


def test_an_expired_decision_is_told_and_the_next_one_shown(sit, house):
    house.refusal = "decision_expired"

    async def script(person):
        await person.sees("your turn")
        await person.types("take")
        await person.press("enter")
        await person.sees("decision_expired", "ran out of time")
        await person.types("1")
        await person.press("enter")
        await person.sees("takes the herd")

    sit(house, script)
    assert [move["decision"] for move in house.moves] == ["d1", "d2"]


def test_a_server_that_is_away_is_waited_for_and_the_move_arrives(sit, house):
    async def script(person):
        await person.sees("your turn")
        house.away = 12
        await person.sees("The server is away")
        await person.types("take")
        await person.press("enter")
        await person.sees("takes the herd", "Enter: play")

    sit(house, script)
    assert house.moves == [{"move": "take", "decision": "d1"}]


def test_a_ruleset_without_a_renderer_can_be_played(sit, words):
    house = House(words, ruleset="bridge", table={"trumps": "spades"}, free_moves=["cry:HEN"])

    async def script(person):
        await person.sees("bridge", "trumps", "spades", "cry:HEN  free")
        await person.types("cry")
        await person.press("enter")
        await person.pilot.pause(0.2)

    sit(house, script)
    assert house.moves == [{"move": "cry:HEN"}]


@pytest.mark.parametrize("table", [{}, {"herd": 7}, {"herd": [], "hand_sizes": ["[/x]"]}])
def test_a_table_of_another_shape_is_shown_somehow(sit, words, table):
    async def script(person):
        await person.sees("your turn", "take")

    sit(House(words, table=table), script)


def test_no_size_of_the_terminal_breaks_it(sit, house):
    async def script(person):
        await person.sees("your turn")
        for size in ((20, 6), (1, 1), (200, 60), (3, 40), (80, 24)):
            await person.pilot.resize_terminal(*size)
            await person.press("down", "f1", "escape")
        await person.sees("your turn", "take")

    sit(house, script)


def test_resigning_is_asked_about_first(sit, house):
    async def script(person):
        await person.sees("your turn")
        await person.press("ctrl+r")
        await person.sees("Resign this game for good?")
        await person.press("n", "ctrl+r", "escape")
        assert "POST /games/g1/resign" not in house.calls
        await person.press("ctrl+r", "y")
        await person.sees("Result: completed", "play again")

    sit(house, script)


def test_after_the_end_another_game_can_be_played(sit, house):
    house.over = True

    async def script(person):
        await person.sees("Result: completed", "play again", "leave")
        await person.press("down", "enter")
        await person.sees("your turn", "g2")
        house.over = True
        house.happens("GameFinished", None)
        await person.sees("Result: completed")
        await person.types("leave")
        await person.press("enter")

    app = sit(house, script)
    assert app.game is not None
    assert app.game.id == "g2"


def test_a_seat_that_a_house_bot_plays_is_taken_back(sit, house):
    house.seat_away = True

    async def script(person):
        await person.sees("take your seat back")
        await person.press("down", "enter")
        await person.sees("is back", "12.0")

    sit(house, script)


def test_leaving_a_game_that_goes_on_is_asked_about(sit, house):
    async def script(person):
        await person.sees("your turn")
        await person.press("ctrl+q")
        await person.sees("The game goes on without you.")
        await person.press("s")
        await person.sees("your turn")
        await person.press("ctrl+c", "l")

    app = sit(house, script)
    assert not app.is_running


def test_help_explains_the_keys(sit, house):
    async def script(person):
        await person.sees("your turn")
        await person.press("f1", "f1", "pageup", "pagedown")
        await person.sees("resign", "type a move")
        await person.press("escape")
        await person.sees("your turn")

    sit(house, script)


def test_a_move_is_clicked_on(sit, house):
    async def script(person):
        await person.sees("your turn", "2.3")
        await person.pilot.click("#moves", offset=(6, 2))
        await person.sees("takes the herd")

    sit(house, script)
    assert [move["move"] for move in house.moves] == ["2.3"]


def test_a_rematch_that_is_refused_is_told(sit, words):
    class Refusing(House):
        def __call__(self, asked):
            if asked.path.endswith("/rematch"):
                return self.words.problem(409, "game_running")
            return super().__call__(asked)

    refusing = Refusing(words)
    refusing.over = True

    async def script(person):
        await person.sees("play again")
        await person.types("1")
        await person.press("enter")
        await person.sees("game_running")

    sit(refusing, script)


def test_a_game_of_ones_own_is_gone_on_with(sit, house):
    async def script(person):
        await person.sees("your turn")

    sit(house, script, wish=Wish("mow", 3, "normal", "g1"))
    assert house.calls[0] == "GET /games/g1"


def test_somebody_who_only_watches_has_nothing_to_choose(sit, words):
    async def script(person):
        await person.sees("others decide")
        await person.types("take")
        await person.press("enter", "ctrl+r")
        await person.sees("It is not your turn.")
        await person.press("ctrl+q")

    sit(House(words, you=None, decision=None), script, wish=Wish("mow", 3, "normal", "g1"))


def test_a_game_that_cannot_be_made_ends_it_with_the_reason(sit, words):
    async def script(person):
        await person.pilot.pause(0.5)

    app = sit(lambda _: words.problem(422, "bad_seats"), script)
    assert isinstance(app.failure, herdbook.BadSeatsError)
