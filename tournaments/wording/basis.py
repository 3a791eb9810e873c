"""What a table is based on: the system, the edition of the rules, and the round."""

from django.utils.translation import gettext as _

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import HALF, ONE
from tiebreaks.facts.round_factors import Factor, read_factors
from tiebreaks.ranking.ranked_table import Standings
from tournaments.domain.choices import Edition, System
from tournaments.domain.disciplines import rules_of
from tournaments.domain.number_format import figure
from tournaments.queries.standings.endings import is_knock_out, read_courses, read_known_endings
from tournaments.wording.pairings import pairing_system

TWICE = ONE + ONE


def describe_rules(ranked: Standings) -> str:
    """Return the system, the edition of FIDE's rules, and rounds that count otherwise.

    "Round robin · FIDE from March 2026 · rounds 1 to 9 count double". Where matches decide from the first round on, no
    such rules apply.
    """
    if is_knock_out(ranked):
        systems = (pairing_system(stage.system) for stage, _draw in read_known_endings(ranked))
        return " · ".join(dict.fromkeys(systems))
    facts = ranked.facts
    edition = [str(Edition(facts.edition).label)] if rules_of(facts.discipline).follows_fide else []
    factors = map(describe_factor, read_factors(facts.round_factors))
    return " · ".join([str(System(facts.system).label), *edition, *factors])


def describe_factor(said: Factor) -> str:
    """Say how rounds count that count otherwise: "rounds 1 to 9 count double"."""
    names = {"first": said.first, "last": said.last, "factor": figure(said.factor)}
    if said.first == said.last:
        one = {TWICE: _("round %(first)d counts double"), HALF: _("round %(first)d counts half")}
        return one.get(said.factor, _("round %(first)d counts %(factor)s times")) % names
    several = {
        TWICE: _("rounds %(first)d to %(last)d count double"),
        HALF: _("rounds %(first)d to %(last)d count half"),
    }
    return several.get(said.factor, _("rounds %(first)d to %(last)d count %(factor)s times")) % names


def describe_round_factor(facts: Crosstable, round_number: int) -> str:
    """Say of one round how it counts: "This round counts double."; "" where it counts as usual."""
    for first, last, factor in read_factors(facts.round_factors):
        if first <= round_number <= last:
            known = {TWICE: _("This round counts double."), HALF: _("This round counts half.")}
            return known.get(factor, _("This round counts %(factor)s times.") % {"factor": figure(factor)})
    return ""


# Criteria that look at opponents also where the game has no result yet.
OF_OPPONENTS = {
    "BH",
    "FB",
    "AOB",
    "SBH",
    "ARO",
    "SRO",
    "APRO",
    "APPO",
    "BHZ",
    "FBHZ",
    "OBH",
    "SSSC",
    "SOLK",
    "MMED",
    "OCUM",
}


def describe_open(ranked: Standings) -> str:
    """Say that a round is under way, or that games of earlier ones are open, and what counts then; otherwise ""."""
    last = ranked.table.rounds_so_far
    if not ranked.table.has_open or is_knock_out(ranked):
        return ""
    if ranked.table.is_running:
        said = _("Round %(number)d is under way: a result counts once it is in.") % {"number": last}
    else:
        said = _("Earlier rounds are not complete: a result counts once it is in.")
    if OF_OPPONENTS.isdisjoint(chosen.code for chosen in ranked.order):
        return said
    return " ".join([said, _("Opponents in open games count already, as they stand now.")])


def describe_round(ranked: Standings) -> str:
    """Return the round that a table stands at: "after round 5 of 9".

    Where matches decide places, the values are older than these: "after round 9 of 9, values after round 7".
    """
    number, is_running, _paired = ranked.progress
    rounds = {"number": number, "rounds": max(ranked.facts.rounds, number)}
    if not number:
        return _("before round 1")
    stage = _("during round %(number)d of %(rounds)d") if is_running else _("after round %(number)d of %(rounds)d")
    of_values = ranked.table.rounds_so_far
    if number > of_values and read_courses(ranked) and not is_knock_out(ranked):
        return _("%(stage)s, values after round %(number)d") % {"stage": stage % rounds, "number": of_values}
    return stage % rounds
