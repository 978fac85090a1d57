"""What is asked of the database and the broker whenever somebody looks."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.db import Error, connection
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from accounts.backlog import Backlog
from accounts.mails import backlog as mails
from accounts.mails.rates import MAILS
from accounts.rates import Channel
from accounts.webhooks import backlog as webhooks
from accounts.webhooks.rates import WEBHOOKS
from config.doctor import messages
from games.store import feed_lags
from games.store.ages import AGES, lateness, owed_by_age

_CHANNELS: tuple[tuple[Channel, Callable[[], Backlog]], ...] = (
    (WEBHOOKS, webhooks.backlog),
    (MAILS, mails.backlog),
)


class _Gauge(NamedTuple):
    name: str
    text: str
    labels: tuple[str, ...] = ()

    def of(self, values: Iterable[tuple[tuple[str, ...], float]]) -> GaugeMetricFamily:
        family = GaugeMetricFamily(f"herdbook_{self.name}", self.text, labels=self.labels)
        for labels, value in values:
            family.add_metric(labels, value)
        return family


UP = _Gauge("up", "Whether a server answers", ("server",))
OWED = _Gauge("owed_decisions", "Open decisions, by who answers and age", ("answerer", "age"))
SWEEP = _Gauge("sweep_lag_seconds", "How long the longest overdue decision has been so", ("of",))
LAG = _Gauge("feed_lag_seconds", "How long the oldest event waits for a consumer", ("consumer",))
BEHIND = _Gauge("feed_behind_events", "Events that a consumer has not handled", ("consumer",))
FAILING = _Gauge("feed_failures", "Failures in a row of a consumer", ("consumer",))
DEPTH = _Gauge("broker_messages", "Messages that wait in the broker", ("queue",))
TRIED = _Gauge("messages_tried", "Messages tried in the last 15 minutes", ("channel",))
DELIVERED = _Gauge("messages_delivered", "Messages of those that got through", ("channel",))
WAITING = _Gauge("messages_waiting", "Messages that are to be sent", ("channel",))
STUCK = _Gauge("messages_waiting_seconds", "How long one waits for a worker", ("channel",))


class Present(Collector):
    """How things stand at this moment."""

    def collect(self) -> Iterator[Metric]:
        """Yield every gauge; of a server that does not answer only that."""
        up = []
        try:
            yield from list(_of_the_database())
            up.append((("database",), 1.0))
        except Error:
            up.append((("database",), 0.0))
        finally:
            connection.close()
        try:
            yield DEPTH.of(((queue,), depth) for queue, depth in messages.depths().items())
            up.append((("broker",), 1.0))
        except messages.NoBrokerError:
            up.append((("broker",), 0.0))
        yield UP.of(up)

    def describe(self) -> Iterable[Metric]:
        """Say nothing beforehand: it is not asked twice."""
        return ()


def _of_the_database() -> Iterator[Metric]:
    counts = owed_by_age()
    yield OWED.of(
        ((answerer, age), counts.get((answerer, age), 0))
        for answerer in ("account", "house")
        for age in AGES
    )
    yield SWEEP.of(((of,), seconds) for of, seconds in lateness().items())
    lags = feed_lags.feed_lags()
    yield LAG.of(((lag.consumer,), lag.seconds) for lag in lags)
    yield BEHIND.of(((lag.consumer,), lag.behind) for lag in lags)
    yield FAILING.of(((lag.consumer,), lag.failures) for lag in lags)
    rates = [channel.rate() for channel, _ in _CHANNELS]
    yield TRIED.of(((rate.channel,), rate.tried) for rate in rates)
    yield DELIVERED.of(((rate.channel,), rate.delivered) for rate in rates)
    waits = {channel.name: backlog() for channel, backlog in _CHANNELS}
    yield WAITING.of(((name,), one.waiting) for name, one in waits.items())
    yield STUCK.of(((name,), one.seconds) for name, one in waits.items())
