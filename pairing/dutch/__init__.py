"""FIDE Dutch (C.04.3, applied from 1 February 2026): our own engine, and the files of foreign ones.

Each part of the rules is a module, to be read beside the text: `players` (article 1), `colours` (1.6, 1.7 and 5),
`criteria` (2), `bracket` (3), `sequence` (3.6, 3.7 and 4) and `round_pairing` (1.9). Not endorsed by FIDE.
"""

from pairing.dutch.checking import judge_boards
from pairing.dutch.engine_files import (
    EMPTY,
    ILLEGAL,
    UNREADABLE,
    USUAL,
    Settings,
    check_own_answer,
    engine_input,
    in_pairing_order,
    pair_first_round,
    read_answer,
    refuse_round,
    renumber_pairs,
)
from pairing.dutch.explained_brackets import ExplainedBracket, explain_brackets
from pairing.dutch.round_pairing import pair_round, read_round
from pairing.dutch.solver import TOO_LARGE

__all__ = [
    "EMPTY",
    "ILLEGAL",
    "TOO_LARGE",
    "UNREADABLE",
    "USUAL",
    "ExplainedBracket",
    "Settings",
    "check_own_answer",
    "engine_input",
    "explain_brackets",
    "in_pairing_order",
    "judge_boards",
    "pair_first_round",
    "pair_round",
    "read_answer",
    "read_round",
    "refuse_round",
    "renumber_pairs",
]
