"""How much the tests try: a quick part in `make test`, all of it in `make faults` (FAULTS=full).

@examples(60)           # a property: 60 examples in `make faults`, a quarter of them in `make test`
@examples(30, 1000)     # 30 in `make test`, 1000 in `make faults`
some(CASES, 5)          # all cases in `make faults`, every fifth one in `make test`
"""

import os

from hypothesis import HealthCheck, settings

FULL = os.environ.get("FAULTS") == "full"
PER_TEST = 1800 if FULL else None  # seconds; in `make test` those of pyproject.toml are enough

# The same examples on every run and machine: a test must not depend on luck, nor on how busy the machine is.
SLOW = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large)
settings.register_profile("quick", max_examples=25, derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("full", settings.get_profile("quick"), max_examples=100)
settings.load_profile("full" if FULL else "quick")


def examples(quick, full=None):
    """Return the settings of a property: so many examples, and `full` at full size; one number is the full size."""
    if full is None:
        quick, full = max(5, quick // 4), quick
    return settings(max_examples=full if FULL else quick)


def some(cases, step):
    """Return every so-many-th case of a table, and all of them at full size."""
    return list(cases)[:: 1 if FULL else step]
