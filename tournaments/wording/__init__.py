"""Every sentence for people, through gettext, from the codes that the cores return.

The cores carry their English sentences (`tiebreaks.refusal.SENTENCES`, `Criterion.name`, `Criterion.formula`); here
they are translated and joined with the words that only pages need. tests/site/test_wording.py finds a text for every
code.
"""

from tournaments.wording.backups import backup_kind
from tournaments.wording.categories import category_rule
from tournaments.wording.criteria import (
    EDITIONS,
    LABELS,
    OF_SCORES,
    SCOPES,
    article,
    counts_wins,
    formula,
    label,
    modifier,
    name,
    remark,
    rule,
    scope,
)
from tournaments.wording.dates import dates, day, moment
from tournaments.wording.games import (
    KINDS,
    fixture,
    kind,
    met,
    note,
    place,
    side,
    side_letter,
    side_short,
    state_of_board,
    taken,
    unplayed,
)
from tournaments.wording.jobs import job_state
from tournaments.wording.log import log_action, log_board, log_result, log_value
from tournaments.wording.pairings import (
    PAIRS,
    PEOPLE,
    PEOPLE_TOO,
    SYSTEMS,
    final_matches,
    finalists,
    no_limit,
    pairing_reason,
    pairing_system,
    pairing_wishes,
    plan_presets,
    plan_refusal,
    yes_or_no,
)
from tournaments.wording.places import MARKS, mark, move, outlook
from tournaments.wording.problems import misfit, problem_title
from tournaments.wording.sentences import advice, field, reason, refusal
from tournaments.wording.statistics import winners
from tournaments.wording.teams import board_list, by_berlin, match_forfeited, sat

__all__ = [
    "EDITIONS",
    "KINDS",
    "LABELS",
    "MARKS",
    "OF_SCORES",
    "PAIRS",
    "PEOPLE",
    "PEOPLE_TOO",
    "SCOPES",
    "SYSTEMS",
    "advice",
    "article",
    "backup_kind",
    "board_list",
    "by_berlin",
    "category_rule",
    "counts_wins",
    "dates",
    "day",
    "field",
    "final_matches",
    "finalists",
    "fixture",
    "formula",
    "job_state",
    "kind",
    "label",
    "log_action",
    "log_board",
    "log_result",
    "log_value",
    "mark",
    "match_forfeited",
    "met",
    "misfit",
    "modifier",
    "moment",
    "move",
    "name",
    "no_limit",
    "note",
    "outlook",
    "pairing_reason",
    "pairing_system",
    "pairing_wishes",
    "place",
    "plan_presets",
    "plan_refusal",
    "problem_title",
    "reason",
    "refusal",
    "remark",
    "rule",
    "sat",
    "scope",
    "side",
    "side_letter",
    "side_short",
    "state_of_board",
    "taken",
    "unplayed",
    "winners",
    "yes_or_no",
]
