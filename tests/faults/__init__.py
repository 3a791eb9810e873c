"""Faults that a hall's server lives through: small in `make test-all`, at full size in `make faults` (FAULTS=full)."""
