"""What pairing systems have in common."""

TABLES = ("round-robin", "scheveningen")
