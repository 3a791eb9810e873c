"""What a process counts about itself, for Prometheus. Each process answers at /metrics/ for itself alone."""

import datetime
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Protocol

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tiebreaks.refusal import Refusal
from tournaments.operation.bounded_cache import caches
from tournaments.operation.release import VERSION

TIMED = ("page", "staff")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SAMPLE = 16

RELEASE = Gauge("crosstable_release", "The release that this process serves", ["version"])
RELEASE.labels(VERSION).set(1)
SPECTATORS = Gauge("crosstable_spectators", "Open event streams")
STREAMS_REFUSED = Counter("crosstable_streams_refused", "Event streams refused because there were too many")
FRAMES = Counter("crosstable_frames", "Frames rendered, each once for all who watch", ["view"])
LATENCY = Histogram(
    "crosstable_commit_to_send_seconds",
    f"From the commit of a change to its frame being handed to a stream, of every {SAMPLE}th stream",
    buckets=BUCKETS,
)
ENTRIES = Counter("crosstable_entries", "Results that were sent; conflict: somebody else was faster", ["outcome"])
REQUESTS = Counter("crosstable_requests", "Requests answered", ["kind", "status"])
SECONDS = Histogram("crosstable_request_seconds", "Time to answer a page", ["kind"], buckets=BUCKETS)


class Caches(Collector):
    """What the process remembers at the moment, by the names of its caches."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield how many values each cache holds, and how many bytes those take where the cache measures them."""
        entries = GaugeMetricFamily("crosstable_cache_entries", "Values that a cache holds", labels=["cache"])
        size = GaugeMetricFamily("crosstable_cache_bytes", "Size of the values that a cache holds", labels=["cache"])
        for cache in sorted(caches, key=lambda each: each.name):
            entries.add_metric([cache.name], len(cache))
            if cache.size_of:
                size.add_metric([cache.name], cache.bytes)
        yield entries
        yield size


REGISTRY.register(Caches())


def observe_latency(changed_at: datetime.datetime) -> None:
    """Note how long ago a change was made that has just been sent."""
    LATENCY.observe(max(0.0, time.time() - changed_at.timestamp()))


class EntryAnswer(Protocol):
    """The answer to an entry of a result."""

    @property
    def outcome(self) -> str: ...


def count_entries[**Parameters, Answer: EntryAnswer](
    enter: Callable[Parameters, Answer],
) -> Callable[Parameters, Answer]:
    """Count the entries by the outcome of their answers, or as “refused”."""

    @wraps(enter)
    def counting(*arguments: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            answer = enter(*arguments, **named)
        except Refusal:
            ENTRIES.labels("refused").inc()
            raise
        ENTRIES.labels(answer.outcome).inc()
        return answer

    return counting
