"""Faults that a hall's server lives through. `make test` runs them small, `make faults` (FAULTS=full) at full size."""

import os

FULL = os.environ.get("FAULTS") == "full"
