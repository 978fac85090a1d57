"""Waiting that ends early: for a child that died, and for a person who wants to stop."""

import select
import signal
import socket
import time
from types import FrameType


class StopAskedError(Exception):
    """Somebody pressed Ctrl-C, or sent SIGTERM or SIGHUP: an orderly end, not a failure."""


class Wakeups:
    """Turns signals into a flag and a byte on a socket, so that no wait has to be short."""

    def __init__(self) -> None:
        self.stops_asked = 0
        self.last_stop: signal.Signals | None = None
        self._stopped_at = 0.0
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)
        signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, _ignore)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGTERM, self._stop)
        # Started with nohup, the terminal may go and the stack stays.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._stop)

    def wait(self, seconds: float) -> None:
        """Sleep until something happens, `seconds` at most."""
        if select.select([self._near], [], [], max(0.0, seconds))[0]:
            self._near.recv(4096)

    def raise_if_asked_to_stop(self) -> None:
        if self.stops_asked:
            raise StopAskedError

    def _stop(self, number: int, frame: FrameType | None) -> None:
        # A signal to the whole process group may come twice, the second time from make.
        now = time.monotonic()
        if now - self._stopped_at > 1.0:
            self.stops_asked += 1
        self._stopped_at, self.last_stop = now, signal.Signals(number)


def _ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing: the wake-up is what the signal is for."""
