"""Every read that is more than a filter.

Each function makes a fixed number of queries, whatever the size of the event.
"""
