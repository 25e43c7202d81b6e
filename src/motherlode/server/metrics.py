"""What is measured, for Prometheus."""

import asyncio
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LAG_S = 0.5  # how often the event loop is looked at
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """All of it, of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("motherlode_tables", "Tables in memory", registry=self.registry)
        self.connections = Gauge("motherlode_connections", "Open WebSockets", registry=self.registry)
        self.events = Counter("motherlode_events", "Events stored by this process", registry=self.registry)
        self.refused = Counter("motherlode_refused", "Refused requests", ["code"], registry=self.registry)
        self.dropped = Counter("motherlode_dropped", "Connections dropped for not reading", registry=self.registry)
        self.action = Histogram(
            "motherlode_action_seconds", "From an action's receipt to its answer", buckets=FAST, registry=self.registry
        )
        self.bot = Histogram(
            "motherlode_bot_seconds", "A bot's time for one action", ["bot"], buckets=FAST, registry=self.registry
        )
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
