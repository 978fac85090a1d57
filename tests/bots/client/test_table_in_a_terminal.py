"""The command as a person starts it: in a terminal, with its size, its keys and its signals."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

SECONDS = 60


class Terminal:
    """A pseudo-terminal with `herdbook` at the other end."""

    def __init__(self, url, *argv, home, size=(24, 80)):
        self.fd, theirs = pty.openpty()
        self.resize(*size)
        environment = {
            "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "HERDBOOK_URL": url, "XDG_CONFIG_HOME": str(home),
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "herdbook", *argv],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self):
        if select.select([self.fd], [], [], 0.1)[0]:
            try:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                return False
        return True

    def sees(self, text):
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            assert time.monotonic() < end, self.seen[-3000:]
            assert self.read() or text in self.seen, self.seen[-3000:]

    def types(self, text):
        os.write(self.fd, text.encode())

    def ends(self):
        end = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < end, self.seen[-3000:]
            self.read()
        while self.read() and select.select([self.fd], [], [], 0)[0]:
            pass
        return self.process.returncode

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.fd)


@pytest.fixture
def open_terminal(tmp_path):
    opened = []

    def opening(url, *argv, **kwargs):
        opened.append(Terminal(url, *argv, home=tmp_path, **kwargs))
        return opened[-1]

    yield opening
    for terminal in opened:
        terminal.close()


@pytest.fixture
def table(peer, words):
    """A peer whose game ends with the first move."""
    over: list[bool] = []

    def script(asked):
        path = asked.path.removeprefix("/api/v1").partition("?")[0]
        if path == "/sandbox":
            return words.ok({"token": "hb_1_x", "account": {"name": "sandbox-1"}}, 201)
        if path == "/rulesets/mow":
            return words.ok({"slug": "mow", "strategies": [{"name": "normal"}]})
        if path.endswith("/events"):
            return words.Answer(204)
        if path.endswith("/moves"):
            over.append(True)
            return words.ok({"events": [], "game": words.finished(version=6)}, 201)
        if path == "/health/ready":
            return words.ok({"status": "ready"})
        if "prefer" in asked.headers:
            time.sleep(0.05)
        view = words.finished(version=6) if over else words.game()
        return words.ok(view, ETag='"6"' if over else '"5"')

    peer.script = script
    return peer


def test_a_game_is_played_to_its_end(table, open_terminal):
    terminal = open_terminal(table.url, "play", "--me")
    terminal.sees("your move")
    terminal.sees("take")
    terminal.types("take\r")
    terminal.sees("play again")
    terminal.types("\x11")
    assert terminal.ends() == 0
    moves = [asked.body for asked in table.asked if asked.path.endswith("/moves")]
    assert moves == [{"move": "take", "decision": "d1"}]
    # Left as it was found, with the result below.
    assert "\x1b[?1049l" in terminal.seen
    assert "completed" in terminal.seen.rpartition("\x1b[?1049l")[2]


def test_a_change_of_size_is_no_end(table, open_terminal):
    terminal = open_terminal(table.url, "play", "--me")
    terminal.sees("take")
    for size in ((5, 20), (1, 1), (60, 200), (24, 80)):
        terminal.resize(*size)
        terminal.process.send_signal(signal.SIGWINCH)
        time.sleep(0.2)
        terminal.read()
    terminal.types("\x03")
    terminal.sees("The game goes on without you")
    terminal.types("l")
    assert terminal.ends() == 0


def test_a_password_is_not_shown(peer, words, open_terminal):
    peer.says(
        words.ok({"status": "ready"}),
        words.ok({"token": "hb_1_x", "id": "t1"}, 201),
        words.ok({"name": "alice"}),
    )
    terminal = open_terminal(peer.url, "login", "--password")
    terminal.sees("Name: ")
    terminal.types("alice\r")
    terminal.sees("Password: ")
    terminal.types("correct horse battery\r")
    terminal.sees("You are alice")
    assert terminal.ends() == 0
    assert "correct" not in terminal.seen
    assert peer.asked[1].body["password"] == "correct horse battery"
