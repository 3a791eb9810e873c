"""What a tournament file states, held against its results: points, ranks, the order of criteria, contradictions.

Nothing here changes how an event is ranked: it tells people that two statements don't agree.
"""
