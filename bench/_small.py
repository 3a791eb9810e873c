"""Run a benchmark in small, as the tests do to see that it still reaches its end: `BENCH=small python -m bench.entry`.

SIZES = sized((200, 500, 1000), (20, 30))   # the first, or the second in small, where no figure means anything
"""

import os

IS_SMALL = os.environ.get("BENCH") == "small"


def sized[T](full: T, small: T) -> T:
    return small if IS_SMALL else full


DATABASES = ["sqlite", "postgresql"]
USUAL_DATABASES = sized(DATABASES, DATABASES[:1])
