"""Orders of criteria that have a name, and the usual ones of tournament files that name none."""

from tiebreaks.facts.disciplines import DISCIPLINES

SWISS_ORDER, ROUND_ROBIN_ORDER = (DISCIPLINES["chess"].orders[system] for system in ("swiss", "round-robin"))
TEAM_SWISS_ORDER, TEAM_ROUND_ROBIN_ORDER = "PTS,MPvGP,BH/C1,EMGSB/C1,EDE", "PTS,MPvGP,EDE,EMGSB"

PRESETS = {
    "german-2007": "PTS,SRO,BH",
    "german-youth": "PTS,BH,SBH",
    "us-chess": "PTS,MMED,SOLK,CUM,OCUM",
    "olympiad-2008": "MP,OSB,OBH,GP",
    "olympiad-2010": "MP,OSB,GP,OBH",
    # As since 2010; the edition of 2026 changes what byes count in OSB and OBH, and a tie that is left stays shared.
    "olympiad-2026": "MP,OSB,GP,OBH",
}
