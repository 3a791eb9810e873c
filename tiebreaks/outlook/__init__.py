"""What can still happen: marks (safe, possible, out), and the places that each result of a board allows.

Every statement is a bound that holds however the event goes on. Where that can't be known, nothing is claimed (decision
46).
"""
