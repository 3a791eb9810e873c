"""What is known of an event before anything is computed: players, rounds, teams and what results are worth.

Facts are frozen values. Whoever reads them from a file, a form or a database makes the same ones.
"""
