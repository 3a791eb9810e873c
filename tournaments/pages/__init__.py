"""What the pages and the stream show, as frozen values with their texts in the active language.

Equal values render to the same bytes, so that a changed row is found by comparing.
"""
