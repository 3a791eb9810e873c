"""FIDE's Swiss Team Pairing System (C.04.6, applied from 1 February 2026): our own engine, and files for gacrux.

Each part of the rules is a module, to be read beside the text: `teams` (article 1), `colours` (1.6, 1.7 and 4),
`criteria` (2), `bye` (2.2 and 3.4), `upfloaters` (3.5), `bracket` (3.6) and `round_pairing` (3.3). Not
endorsed by FIDE.
"""

from pairing.team_swiss.engine_files import (
    USUAL,
    Settings,
    check_own_answer,
    engine_input,
    engine_method,
    in_pairing_order,
    pair_first_round,
    read_answer,
)
from pairing.team_swiss.explained_brackets import ExplainedRound, explain_round
from pairing.team_swiss.judging import judge_boards
from pairing.team_swiss.preferences import COLOURS
from pairing.team_swiss.round_pairing import pair_round

__all__ = [
    "COLOURS",
    "USUAL",
    "ExplainedRound",
    "Settings",
    "check_own_answer",
    "engine_input",
    "engine_method",
    "explain_round",
    "in_pairing_order",
    "judge_boards",
    "pair_first_round",
    "pair_round",
    "read_answer",
]
