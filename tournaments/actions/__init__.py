"""Every write. One function is one transaction: lock the event, check, change, log, wake, return."""
