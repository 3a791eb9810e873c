"""Orders of criteria that have a name, for team events."""

PRESETS = {
    "olympiad-2008": "MP,OSB,OBH,GP",
    "olympiad-2010": "MP,OSB,GP,OBH",
    # As since 2010; the edition of 2026 changes what byes count in OSB and OBH, and a tie that is left stays shared.
    "olympiad-2026": "MP,OSB,GP,OBH",
}
