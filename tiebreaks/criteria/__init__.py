"""The criteria, a module per family. Importing this package fills `tiebreaks.registry.CRITERIA`."""

from tiebreaks.criteria import (  # noqa: F401
    buchholz,
    encounter,
    koya,
    lots,
    performance,
    petanque,
    playoff,
    progressive,
    ratings,
    record,
    scrabble,
    sonneborn_berger,
)
