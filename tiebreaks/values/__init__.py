"""Exact numbers, how they are rounded and written, and the expressions that they come from.

No float ever stands in for a value: two players would be tied, or not, by its last digit.
"""
