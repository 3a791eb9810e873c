"""The event as it was at an earlier moment: today's facts, with every later line of the log undone."""
