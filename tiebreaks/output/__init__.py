"""Standings and workings for people and programs: lines of text, and plain values for JSON.

Nothing is computed here: both show what `tiebreaks.standings` found.
"""
