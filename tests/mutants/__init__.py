"""Mutation testing: change one thing in a function, run its nearest tests, and see whether one of them fails."""
