"""What the server counts, for Prometheus; a registry of its own, without anything about single persons."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from gouji_desktop.server.timings import LAG_LIMIT, Timing, Timings

__all__ = ["COUNTERS", "GAUGES", "LAG_LIMIT", "Metrics", "Values"]

#: How often the delay of the event loop is measured, in seconds, and over how many measurements readiness looks.
_PROBE_SECONDS = 0.1
_PROBES_KEPT = 20

#: Values by their labels, with a full stop between: `{"playing": 3}`, `{"play.ok": 7}`; "" is the label of what has
#: none.
Values = Mapping[str, float]


class _About(NamedTuple):
    """What a metric is, and what its labels are called."""

    text: str
    labels: tuple[str, ...] = ()


GAUGES = {
    "connections": _About("Connections: open, and signed in.", ("state",)),
    "tables": _About("Open tables by phase.", ("phase",)),
    "frozen_tables": _About("Tables that stand still because nothing can be kept."),
    "outbound_queue_bytes": _About("Bytes that wait to be sent, to all clients together."),
}
COUNTERS = {
    "messages": _About("Frames of clients that came to the core."),
    "cmd": _About("Requests that were answered; the requests of seats by what they do.", ("op", "code")),
    "errors": _About("Refusals by code, of requests and of frames that are none.", ("code",)),
    "rate_limited": _About("Refusals because there was too much."),
    "repeated": _About("Requests that had been answered before and were answered again."),
    "signed_in": _About("Connections that signed in."),
    "resume": _About("Tokens that clients came back with.", ("result",)),
    "refused": _About("Handshakes and sockets refused.", ("why",)),
    "slow_consumer": _About("Connections cut off because they did not read."),
    "shed": _About("Droppable messages left out for slow clients."),
    "timeouts": _About("Deadlines that persons missed."),
    "trustee": _About("How often a trustee began to play for a person."),
    "table_faults": _About("Faults of tables that nobody expected."),
    "not_restored": _About("Tables that could not be restored at the start."),
}
#: Counters of the core that are called otherwise here.
_NAMES = {"err": "errors"}


class Metrics:
    """Counters of the sockets and the loop, and gauges that are read when they are asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.timings = Timings()
        #: What happens to sockets, by name and label.
        self._counts: Counter[str] = Counter()
        self._gauges: Callable[[], Mapping[str, Values]] = dict
        self._counters: Callable[[], Mapping[str, float]] = dict
        self._lags: deque[float] = deque(maxlen=_PROBES_KEPT)
        self._timer: asyncio.TimerHandle | None = None
        self.registry.register(_Asked(self))
        # Memory, processor time and files of the process, where the system tells.
        ProcessCollector(registry=self.registry)

    def refused(self, why: str) -> None:
        """A handshake or a socket was refused."""
        self._counts[f"refused.{why}"] += 1

    def shed(self, messages: int) -> None:
        """So many droppable messages were left out."""
        self._counts["shed"] += messages

    def cut(self) -> None:
        """A slow connection was cut off."""
        self._counts["slow_consumer"] += 1

    def worked(self, seconds: float) -> None:
        """The core took so long for a frame."""
        self.timings.frames.observe(seconds)

    def delivered(self, seconds: float) -> None:
        """A frame waited for so long before its client took it."""
        self.timings.deliveries.observe(seconds)

    def read_from(
        self, gauges: Callable[[], Mapping[str, Values]], counters: Callable[[], Mapping[str, float]]
    ) -> None:
        """Ask these for more whenever the metrics are read.

        `gauges` are values by label, by names without `gouji_`; `counters` are numbers by names such as `err.busy`.
        """
        self._gauges, self._counters = gauges, counters

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def gauges(self) -> Mapping[str, Values]:
        """All gauges, now."""
        return {name: {} for name in GAUGES} | dict(self._gauges())

    def counters(self) -> Mapping[str, Values]:
        """All counters, now."""
        found: dict[str, dict[str, float]] = {name: {} if about.labels else {"": 0} for name, about in COUNTERS.items()}
        for name, value in (*self._counts.items(), *self._counters().items()):
            kind, _, labels = name.partition(".")
            found.setdefault(_NAMES.get(kind, kind), {})[labels] = value
        found["rate_limited"] = {"": found["errors"].get("rate_limited", 0)}
        return found

    # -- the loop

    @property
    def lag(self) -> float:
        """The longest delay of the event loop in the last two seconds, in seconds."""
        return max(self._lags, default=0.0)

    def watch_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Measure the delay of the loop from now on."""
        planned = loop.time() + _PROBE_SECONDS

        def probe() -> None:
            nonlocal planned
            now = loop.time()
            late = max(0.0, now - planned)
            self.timings.lags.observe(late)
            self._lags.append(late)
            planned = now + _PROBE_SECONDS
            self._timer = loop.call_at(planned, probe)

        self._timer = loop.call_at(planned, probe)

    def close(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Asked(Collector):
    """Everything that the server counts, read when it is asked for."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily | HistogramMetricFamily]:
        """All of it, now."""
        for name, values in self._metrics.gauges().items():
            about = GAUGES.get(name) or _about(name, values)
            gauge = GaugeMetricFamily(f"gouji_{name}", about.text, labels=about.labels)
            for labels, value in values.items():
                gauge.add_metric(labels.split(".") if labels else [], value)
            yield gauge
        for name, values in self._metrics.counters().items():
            about = COUNTERS.get(name) or _about(name, values)
            counter = CounterMetricFamily(f"gouji_{name}", about.text, labels=about.labels)
            for labels, value in values.items():
                counter.add_metric(labels.split(".") if labels else [], value)
            yield counter
        for name, text, timing in _timed(self._metrics.timings):
            histogram = HistogramMetricFamily(f"gouji_{name}", text)
            histogram.add_metric([], timing.buckets, timing.sum)
            yield histogram


def _about(name: str, values: Values) -> _About:
    """What nobody has described."""
    return _About(name.replace("_", " "), () if set(values) <= {""} else ("kind",))


def _timed(timings: Timings) -> Iterator[tuple[str, str, Timing]]:
    yield "frame_seconds", "What the core took for a frame, with everything that followed from it.", timings.frames
    yield "cmd_seconds", "What a command of a seat took: checked, carried out, kept and told.", timings.commands
    yield "deliver_seconds", "How long frames waited that a client did not take at once.", timings.deliveries
    yield "store_append_seconds", "What a transaction of the store took, with its commit.", timings.appends
    yield "store_batch_size", "Statements of a transaction of the store.", timings.batches
    yield "bot_seconds", "What an answer of a bot or a trustee took, where it thinks in the loop.", timings.bots
    yield "loop_lag_seconds", "How much later than planned the event loop calls.", timings.lags
