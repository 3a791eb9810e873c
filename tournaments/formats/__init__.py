"""Files <-> crosstables and events: a module for each format, `incoming` for what becomes an event."""

from tournaments.formats.incoming import tournament as read

__all__ = ["read"]
