"""What is measured, for Prometheus."""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector

LAG_S = 0.5  # how often the event loop is looked at
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Timing(Collector):
    """A histogram for what happens thousands of times in a second, in one thread."""

    def __init__(self, name: str, meaning: str, registry: CollectorRegistry) -> None:
        self.name = name
        self.meaning = meaning
        self.counts = [0] * (len(FAST) + 1)
        self.seconds = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Count one more value."""
        self.counts[bisect_left(FAST, seconds)] += 1
        self.seconds += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What Prometheus asks for."""
        bounds = [*(str(float(bound)) for bound in FAST), "+Inf"]
        counts = list(zip(bounds, accumulate(self.counts), strict=True))
        yield HistogramMetricFamily(self.name, self.meaning, buckets=counts, sum_value=self.seconds)


class Metrics:
    """All figures of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("motherlode_tables", "Tables in memory", registry=self.registry)
        self.connections = Gauge("motherlode_connections", "Open WebSockets", registry=self.registry)
        self.events = Gauge("motherlode_events_total", "Events stored by this process", registry=self.registry)
        self.refused = Counter("motherlode_refused", "Refused requests", ["code"], registry=self.registry)
        self.dropped = Counter("motherlode_dropped", "Connections dropped for not reading", registry=self.registry)
        self.action = Timing("motherlode_action_seconds", "From an action's receipt to its answer", self.registry)
        self.bot = Histogram(
            "motherlode_bot_seconds", "A bot's time for one action", ["bot"], buckets=FAST, registry=self.registry
        )
        self.waiting_bots = Gauge("motherlode_waiting_bots", "Bots that wait for a thread", registry=self.registry)
        self.lag = Histogram(
            "motherlode_loop_lag_seconds", "How late the event loop is", buckets=FAST, registry=self.registry
        )
        self.commits = Gauge("motherlode_commits", "Transactions of the writer", registry=self.registry)
        self.commit_seconds = Gauge("motherlode_commit_seconds", "Time spent in them", registry=self.registry)
        self.write_failures = Gauge("motherlode_write_failures", "Transactions that failed", registry=self.registry)
        self.waiting = Gauge("motherlode_waiting_writes", "Writes that wait", registry=self.registry)

    def page(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)

    async def watch_loop(self) -> None:
        """Measure the lag of the event loop, again and again."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LAG_S)
            self.lag.observe(max(0.0, time.perf_counter() - before - LAG_S))
