"""The criteria, a module per family. Importing this package fills `tiebreaks.criteria.registry.CRITERIA`.

Each criterion is one function that returns the terms of a value, or a column of addends for everybody: what is shown as
an explanation is what was added up.
"""

from tiebreaks.criteria import (  # noqa: F401
    berlin,
    buchholz,
    direct_encounter,
    extended_encounter,
    koya,
    lots,
    manual,
    olympiad,
    own_results,
    performance,
    petanque,
    playoff,
    progressive,
    ratings,
    scrabble,
    sonneborn_berger,
    team_boards,
    team_scores,
    us_chess,
)
