"""The final of an event beside its table: its matches decide places, and their games count nowhere else."""

from pairing import finals, rounds, stages
from tiebreaks.crosstable import Crosstable
from tiebreaks.notation import ChosenCriterion
from tiebreaks.refusal import Refusal
from tiebreaks.standings import Standings, rank
from tournaments.models import Event
from tournaments.queries import games

MATCHES, STAGE = "matches of the final", "stage of the final"  # keys of what is cached with a table


def read_known_stage(table: Standings) -> stages.Stage | None:
    """Return the stage of finals that a table was ranked with."""
    return table.table.compute_once(STAGE, lambda: None)


def read_absent_from_final(event: Event, table: Standings) -> frozenset[int]:
    """Return who will not play the final of an event. One query or two while a final is still to come, else none."""
    stage = read_known_stage(table)
    return frozenset(games.read_absences(event, stage.first)) if stage and not read_matches(table) else frozenset()


def rank_with_final(final: stages.Stage | None, facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    """Rank an event: by its criteria, and from the first round of the final on by its matches too.

    The values are then those before the final.
    """
    table = _ranked(final, facts, order)
    table.table.compute_once(STAGE, lambda: final)
    return table


def _ranked(final: stages.Stage | None, facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    if final is None:
        return rank(facts, order)
    earlier = facts.up_to(final.first - 1)._replace(rounds=final.first - 1)
    if not has_begun(facts, final):
        return rank(earlier, order)
    table = rank(earlier, order)
    standings = tuple(row.number for row in table.rows)
    matches = find_published_matches(facts, final, standings)
    if not matches:
        return table
    table.table.compute_once(MATCHES, lambda: matches)
    return table.placed(finals.final_table(standings, matches), facts)


def has_begun(facts: Crosstable, final: stages.Stage) -> bool:
    """Tell whether a pair of the first round of the final is published."""
    return any(g.round == final.first and g.opponent for games in facts.games.values() for g in games)


def find_published_matches(
    facts: Crosstable, final: stages.Stage, standings: tuple[int, ...]
) -> tuple[finals.PlayedMatch, ...]:
    """Return the matches that were published; none while an earlier result is missing, withheld or taken back."""
    try:
        return tuple(rounds.played_finals(facts, final, standings))
    except Refusal:
        return ()


def read_matches(table: Standings) -> tuple[finals.PlayedMatch, ...]:
    """Return the matches that a ranked table respects."""
    return table.table.compute_once(MATCHES, tuple)
