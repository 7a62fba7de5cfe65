"""What the server counts, for Prometheus; a registry of its own, without anything about single persons."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

#: How often the delay of the event loop is measured, in seconds, and over how many measurements readiness looks.
_PROBE_SECONDS = 0.1
_PROBES_KEPT = 20
#: Delay from which the server is not ready, in seconds.
LAG_LIMIT = 0.25

#: Values by label: `{"playing": 3}`; "" is the label of what has none.
Values = Mapping[str, float]


class Metrics:
    """Counters of the sockets and the loop, and gauges that are read when they are asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._refused = Counter("gouji_refused", "Handshakes and sockets refused.", ["why"], registry=self.registry)
        self._shed = Counter("gouji_shed", "Droppable messages left out for slow clients.", registry=self.registry)
        self._cut = Counter("gouji_slow_consumer", "Connections cut off as too slow.", registry=self.registry)
        self._work = Histogram(
            "gouji_frame_seconds",
            "What the core took for a frame, with everything that followed from it.",
            buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=self.registry,
        )
        self._lag = Histogram(
            "gouji_loop_lag_seconds",
            "How much later than planned the event loop calls.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, LAG_LIMIT, 0.5, 1.0, 2.5),
            registry=self.registry,
        )
        self._lags: deque[float] = deque(maxlen=_PROBES_KEPT)
        self._timer: asyncio.TimerHandle | None = None

    def refused(self, why: str) -> None:
        """A handshake or a socket was refused."""
        self._refused.labels(why).inc()

    def shed(self, messages: int) -> None:
        """So many droppable messages were left out."""
        self._shed.inc(messages)

    def cut(self) -> None:
        """A slow connection was cut off."""
        self._cut.inc()

    def worked(self, seconds: float) -> None:
        """The core took so long for a frame."""
        self._work.observe(seconds)

    def read_from(
        self, gauges: Callable[[], Mapping[str, Values]], counters: Callable[[], Mapping[str, Values]]
    ) -> None:
        """Ask these for more whenever the metrics are read: names without `gouji_`, values by label."""
        self.registry.register(_Asked(gauges, counters))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

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
            self._lag.observe(late)
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
    """Gauges and counters that somebody else keeps."""

    def __init__(
        self, gauges: Callable[[], Mapping[str, Values]], counters: Callable[[], Mapping[str, Values]]
    ) -> None:
        self._gauges = gauges
        self._counters = counters

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """All of them, now."""
        for name, values in self._gauges().items():
            gauge = GaugeMetricFamily(f"gouji_{name}", name.replace("_", " "), labels=_labels(values))
            for label, value in values.items():
                gauge.add_metric([label] if label else [], value)
            yield gauge
        for name, values in self._counters().items():
            counter = CounterMetricFamily(f"gouji_{name}", name.replace("_", " "), labels=_labels(values))
            for label, value in values.items():
                counter.add_metric([label] if label else [], value)
            yield counter


def _labels(values: Values) -> list[str]:
    return [] if set(values) <= {""} else ["kind"]
