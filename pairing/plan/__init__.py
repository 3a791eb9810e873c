"""The plan of an event as data: stages, their systems and settings, and how many rounds they take.

A plan is checked here before a round is paired by it, whoever wrote it.
"""
