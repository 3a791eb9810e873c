"""What a table is based on: the system, the edition of the rules, and the round."""

from django.utils.translation import gettext as _

from tiebreaks.crosstable import Crosstable
from tiebreaks.standings import Standings
from tournaments.domain.choices import Edition, System
from tournaments.domain.disciplines import rules_of


def describe_rules(facts: Crosstable) -> str:
    """Return the system and the edition of FIDE's rules: "Swiss system · FIDE from March 2026"."""
    edition = [str(Edition(facts.edition).label)] if rules_of(facts.discipline).follows_fide else []
    return " · ".join([str(System(facts.system).label), *edition])


def describe_round(ranked: Standings) -> str:
    """Return the round that a table stands at: "after round 5 of 9"."""
    number = ranked.table.rounds_so_far
    rounds = {"number": number, "rounds": max(ranked.facts.rounds, number)}
    if not number:
        return _("before round 1")
    if ranked.table.is_running:
        return _("during round %(number)d of %(rounds)d") % rounds
    return _("after round %(number)d of %(rounds)d") % rounds
