"""Files <-> crosstables and events: a module for each format, `incoming` for what becomes an event."""
