"""FIDE's titles."""

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")  # as title norms count them, the highest first


def write_title(written: str) -> str:
    """Return a title of FIDE in capitals, any other one as it is."""
    return written.upper() if written.upper() in TITLES else written
