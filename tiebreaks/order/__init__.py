"""An event's order of criteria: how it is written, what its formulas say in words, and what speaks against it.

It refers to criteria and computes none of them.
"""
