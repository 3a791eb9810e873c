"""What a process remembers between requests: caches with a limit, all of which the metrics show and tests empty.

A value that follows from its key alone is left to `functools`; what is read from the database belongs here, under a key
that names its version.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any
from weakref import WeakSet

caches: WeakSet["BoundedCache[Any, Any]"] = WeakSet()


class BoundedCache[Key: Hashable, Value]:
    """Values by their keys, for several threads. What was neither read nor put for the longest is dropped first.

    The cache holds `most` values, and as many as fit into `most_bytes` where `size_of` measures them, but always the
    newest. Who looks and puts in one step holds its `lock`.
    """

    def __init__(
        self, name: str, most: int, most_bytes: int = 0, size_of: Callable[[Key, Value], int] | None = None
    ) -> None:
        self.name, self.most, self.most_bytes, self.size_of = name, most, most_bytes, size_of
        self.lock, self.bytes = RLock(), 0
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        caches.add(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Value | None:
        """Return a value, None where there is none."""
        with self.lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Key, value: Value) -> None:
        """Keep a value in place of the one before, and drop others where there are too many."""
        size = self.size_of(key, value) if self.size_of else 0
        with self.lock:
            self.drop(key)
            self._kept[key] = value, size
            self.bytes += size
            while len(self) > self.most or (self.bytes > self.most_bytes > 0 and len(self) > 1):
                self.drop(next(iter(self._kept)))

    def drop(self, key: Key) -> None:
        """Forget a value, if it is there."""
        with self.lock:
            self.bytes -= self._kept.pop(key, (None, 0))[1]

    def items(self) -> list[tuple[Key, Value]]:
        """Return all keys and values, those that were read or put last at the end."""
        with self.lock:
            return [(key, value) for key, (value, _) in self._kept.items()]

    def clear(self) -> None:
        with self.lock:
            self._kept.clear()
            self.bytes = 0


def clear_caches() -> None:
    """Empty all caches of the process: for tests, which write rows past the actions and undo what they write."""
    for cache in list(caches):
        cache.clear()
