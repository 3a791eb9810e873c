"""What a table is based on: the system, the edition of the rules, and the round."""

from django.utils.translation import gettext as _

from tiebreaks.standings import Standings
from tournaments.domain.choices import Edition, System
from tournaments.domain.disciplines import rules_of
from tournaments.queries.endings import is_knock_out, read_known_endings
from tournaments.wording.pairings import pairing_system


def describe_rules(ranked: Standings) -> str:
    """Return the system and the edition of FIDE's rules: "Swiss system · FIDE from March 2026".

    Where matches decide from the first round on, no such rules apply.
    """
    if is_knock_out(ranked):
        systems = (pairing_system(stage.system) for stage, _draw in read_known_endings(ranked))
        return " · ".join(dict.fromkeys(systems))
    facts = ranked.facts
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
