"""The commands of `python -m tiebreaks`: standings, verify and rules.

They read files and print; everything that they say is computed elsewhere.
"""
