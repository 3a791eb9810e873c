"""Every read that is more than a filter.

Each function asks a fixed number of questions, whatever the size of the event.
"""
