"""What the pages and the live stream show, as frozen values with their texts in the active language.

Equal values render to the same bytes, so comparing values finds the rows that have changed.
"""
