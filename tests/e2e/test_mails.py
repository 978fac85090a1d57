"""Mails of a whole server: real workers, a real mail server, and processes that die."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import herdbook
import httpx
import pytest

from tests.accounts.people import PASSWORD, fresh_name
from tests.mails.postbox import Postbox, postbox, text_of
from tests.stack.stacks import Stack, until

TWO_HOURS = {"kind": "per_move", "seconds": 7200, "on_expiry": "house-bot"}
SOON = 20.0


@dataclass(frozen=True)
class Reader:
    """Somebody who wants every mail, and what came."""

    client: herdbook.Client
    name: str
    live: Stack
    box: Postbox

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    @property
    def subjects(self) -> list[str]:
        return [message["Subject"] for message in self.box.to(self.address)]

    def until(self, count: int, what: str) -> str:
        """Wait for so many mails; return the subject of the last."""
        until(lambda: len(self.subjects) >= count, what, SOON)
        return self.subjects[count - 1]

    def _change(self, table: str, changes: str, where: str) -> int:
        with self.live.connect() as connection:
            account = "(SELECT id FROM account WHERE name = %s)"
            statement = f"UPDATE {table} SET {changes} WHERE {where.format(account)}"  # noqa: S608 - our words
            return connection.execute(statement, [self.name]).rowcount

    def leaves(self) -> None:
        """Let it be long ago that anything was asked for."""
        self._change("token", "last_used_at = last_used_at - interval '2 hours'", "account_id = {}")

    def waits(self) -> None:
        """Let the pause of the mails that wait be over, which there is one of."""
        self.leaves()
        changed = ("mail", "due_at = clock_timestamp()", "state = 'waiting' AND account_id = {}")
        until(lambda: self._change(*changed), "a mail that waits", SOON)

    def decides_for(self, minutes: int) -> None:
        """Let so much time of the decisions be gone."""
        gone = f"interval '{minutes} minutes'"
        self._change(
            "decision",
            f"opened_at = opened_at - {gone}, due_at = due_at - {gone}",
            "EXISTS (SELECT FROM holder h WHERE h.game_id = decision.game_id"
            " AND h.seat = decision.seat AND h.account_id = {})",
        )

    def day_begins(self) -> None:
        """Let it be the hour of the digest."""
        self._change("account", "digest_at = clock_timestamp()", "id = {}")


@pytest.fixture
def box(live: Stack) -> Iterator[Postbox]:
    with postbox(int(live.environment["HERDBOOK_MAIL_PORT"])) as opened:
        yield opened


def confirm(client: herdbook.Client, box: Postbox, address: str) -> None:
    """Confirm an address with the mail that comes to it, and forget that mail."""
    until(lambda: box.to(address), "the mail to confirm it")
    code = re.search(r"/mails/confirm/(\S+)", text_of(box.to(address)[0]))
    assert code is not None
    client.confirm_email(code[1])
    with box.lock:
        box.got.clear()


@pytest.fixture
def ann(live: Stack, live_url: str, box: Postbox) -> Iterator[Reader]:
    name = fresh_name()
    with herdbook.Client(live_url, retries=herdbook.PATIENT) as client:
        client.token = client.register(name, PASSWORD, email=f"{name}@example.org").token
        choices = ("your_turn", "deadlines", "invitations", "game_over", "digest")
        changed = httpx.patch(
            f"{live_url}/api/v1/me",
            json={"notifications": dict.fromkeys(choices, True)},
            headers={"Authorization": f"Bearer {client.token}"},
        )
        assert changed.status_code == 200, changed.text
        confirm(client, box, f"{name}@example.org")
        yield Reader(client, name, live, box)


@pytest.fixture
def ben(live_url: str) -> Iterator[herdbook.Client]:
    with herdbook.Client(live_url, retries=herdbook.PATIENT) as client:
        client.token = client.register(fresh_name(), PASSWORD).token
        yield client


def ask(live: Stack, *tasks: str) -> None:
    """Send tasks to the workers, as beat does, or a broker that hands a message out again."""
    code = "import sys; from config.celery import app; [*map(app.send_task, sys.argv[1:])]"
    live.execute(sys.executable, "-c", code, *tasks)


def begin(ann: Reader, ben: herdbook.Client) -> herdbook.Game:
    """Begin a game in which the first decision is ann's, by an invitation that she takes."""
    seats = [herdbook.invite(ann.name), herdbook.ME]
    game = ben.games.create("mow", seats, time_control=TWO_HOURS)
    assert ann.until(1, "the invitation").endswith(" invites you to Mow")
    ann.client.games.answer_invitation(game.id, accept=True)
    return game


def test_each_kind_of_mail_comes_once(live: Stack, ann: Reader, ben, box):
    """S64, S65: of each seat, decision and kind one, though both workers and each message ask."""
    game = begin(ann, ben)
    ann.waits()
    ask(live, *["accounts.tasks.send_mails"] * 20)
    assert ann.until(2, "the turn").startswith("Your turn: Mow with ")
    ann.decides_for(minutes=90)
    ann.leaves()
    ask(live, *["games.tasks.remind"] * 5)
    assert "left: Mow with " in ann.until(3, "the deadline")
    ann.client.games.resign(game.id)
    assert ann.until(4, "the end").startswith("Game over: Mow with ")
    ann.day_begins()
    assert ann.until(5, "the digest") == "Nothing waits for you; 1 game ended"
    ask(live, "games.tasks.remind", "accounts.tasks.ring_mails", "accounts.tasks.send_mails")
    live.kill_service("hooks")
    with live.connect() as connection:
        states = "SELECT state, count(*) FROM mail JOIN account a ON a.id = account_id"
        until(
            lambda: (
                connection.execute(
                    f"{states} WHERE a.name = %s GROUP BY state", [ann.name]
                ).fetchall()
                == [("sent", 6)]
            ),
            "all to be sent",
        )
    messages = box.to(ann.address)
    assert len(messages) == len({message["Message-ID"] for message in messages}) == 5


def test_one_that_dies_before_it_says_so_leads_to_the_same_mail_again(live: Stack, ann, ben, box):
    """S65: between handing it over and writing that down; the same id lets readers drop it."""
    begin(ann, ben)
    box.hangs = True
    ann.waits()
    ann.until(2, "the first attempt")
    live.kill_service("hooks")
    live.kill_service("worker")
    box.hangs = False
    assert len(ann.subjects) == 2
    with live.connect() as connection:  # as if the rest of the lease had gone by
        connection.execute(
            "UPDATE mail SET leased_until = clock_timestamp() WHERE lease IS NOT NULL"
        )
    ann.until(3, "the second attempt")
    _, first, second = box.to(ann.address)
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Subject"] == second["Subject"]


def test_mails_and_messages_go_out_while_the_broker_takes_none(live: Stack, ann, ben, receiver):
    """S36: the timers of the workers look for what is due, so that it is only later."""
    ann.client.webhooks.create(receiver.url, ["game.started", "game.finished"])
    game = begin(ann, ben)
    until(lambda: receiver.got, "the start to be told", SOON)
    with live.broker_away():
        ann.client.games.resign(game.id)
        assert ann.until(2, "the end").startswith("Game over: Mow with ")
        until(lambda: len(receiver.got) > 1, "the end to be told", SOON)
    assert [b"game.started" in receiver.got[0].body, b"game.finished" in receiver.got[1].body] == [
        True,
        True,
    ]


def test_a_broker_that_forgets_everything_delays_only(live: Stack, ann, ben):
    """S36: FLUSHALL, again and again."""
    game = begin(ann, ben)
    ann.client.games.resign(game.id)

    def forget() -> bool:
        live.broker().flushall()
        return len(ann.subjects) >= 2

    until(forget, "the end", SOON)
