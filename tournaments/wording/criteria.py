"""The criteria of a table: their heads, names, formulas and rules."""

from collections.abc import Iterable

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.criteria.criterion import ChosenCriterion, Criterion, Modifier
from tiebreaks.order.formulas import CURRENT_EDITION, modifier_part, write_formula
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.working import Working
from tournaments.domain.disciplines import RULES

# Column heads: what fits above a number. The full name is in the legend and in the title.
LABELS = {
    "PTS": _("Points"),
    "WIN": _("Wins"),
    "WON": _("Won"),
    "BPG": _("Black"),
    "BWG": _("Black won"),
    "REP": _("Elected"),
    "NGP": _("Games"),
    "STD": _("Standard"),
    "BH": _("BH"),
    "FB": _("Fore BH"),
    "AOB": _("Avg. BH"),
    "SBH": _("Sum BH"),
    "SB": _("SB"),
    "KS": _("Koya"),
    "PS": _("Progressive"),
    "MMED": _("Mod. median"),
    "SOLK": _("Solkoff"),
    "CUM": _("Cumulative"),
    "OCUM": _("Opp. cumul."),
    "ARO": _("Avg. opp."),
    "SRO": _("Sum opp."),
    "TPR": _("Perf."),
    "PTP": _("Perfect perf."),
    "APRO": _("Avg. perf."),
    "APPO": _("Avg. perfect"),
    "RTNG": _("Own rating"),
    "TPN": _("Number"),
    "DE": _("Direct"),
    "DEB": _("Direct, Black"),
    "SPREAD": _("Spread"),
    "SCORE": _("Score"),
    "BHZ": _("Buchholz"),
    "FBHZ": _("Fine BH"),
    "DIFF": _("Difference"),
    "MAN": _("By hand"),
    "PLAYOFF": _("Play-off"),
    "LOTS": _("Lots"),
    "MP": _("Match pts"),
    "GP": _("Game pts"),
    "MPvGP": _("Secondary score"),
    "EMMSB": _("EMMSB"),
    "EMGSB": _("EMGSB"),
    "EGMSB": _("EGMSB"),
    "EGGSB": _("EGGSB"),
    "EDE": _("Ext. direct"),
    "EDEBT": _("Ext. direct, BT"),
    "EDEBB": _("Ext. direct, BB"),
    "EDET": _("Ext. direct, T"),
    "EDEB": _("Ext. direct, B"),
    "EDEC": _("Ext. direct, C"),
    "BC": _("Board count"),
    "TBR": _("Top boards"),
    "BBE": _("Without bottom"),
    "SSSC": _("SSSC"),
    "OSB": _("Olympiad SB"),
    "OBH": _("Olympiad BH"),
    "BERLIN": _("Berlin"),
}


SCOPES = {
    "swiss": _("Swiss system"),
    "round-robin": _("round robin"),
    "teams": _("team events"),
    "chess": _("chess"),
    "scrabble": _("Scrabble"),
    "petanque": _("pétanque"),
}


EDITIONS = {
    "plain": _("real points: unplayed rounds get no special treatment"),
    "pre-2023": _("rules before September 2023"),
    "2023-09": _("edition of September 2023"),
    "2024-04": _("edition of April 2024"),
    "2024-08": _("edition of August 2024"),
    "2026-03": _("edition of March 2026"),
}


SCORES = {"MP": _("of match points"), "GP": _("of game points")}


CUTS = "CM"  # the modifiers that FIDE's names of criteria contain: Buchholz Cut 1, Buchholz Median 1

OF_SCORES = {"SPREAD", "DIFF", "BHZ", "FBHZ"}  # where these count, a point is a win


# In which groups criteria are listed: the title of each, and the systems or the game that its criteria are for.
GROUPS = (
    (_("For every system"), {"swiss", "round-robin"}),
    (_("For the Swiss system"), {"swiss"}),
    (_("For round robins"), {"round-robin"}),
    *((rules.criteria_title, {str(game)}) for game, rules in RULES.items() if rules.criteria_title),
    (_("For teams"), {"teams"}),
)


def label(chosen: ChosenCriterion, order: Iterable[ChosenCriterion] = ()) -> str:
    """Return the short head of a criterion's column in its order, for example "BH C1"."""
    head = gettext("Wins") if counts_wins(chosen, order) else str(LABELS.get(chosen.code, chosen.code))
    return " ".join(filter(None, [head, chosen.score, *(str(modifier) for modifier in chosen.modifiers)]))


def counts_wins(chosen: ChosenCriterion, order: Iterable[ChosenCriterion]) -> bool:
    """Return whether the points of an order are wins."""
    return chosen.code == "PTS" and not OF_SCORES.isdisjoint(other.code for other in order)


def name(chosen: ChosenCriterion, order: Iterable[ChosenCriterion] = ()) -> str:
    """Return the full name of a criterion in its order, for example "Buchholz Cut 1, of match points"."""
    head = gettext("Wins") if counts_wins(chosen, order) else gettext(chosen.criterion.name)
    cuts, others = ([modifier(m) for m in chosen.modifiers if (m.letter in CUTS) is wanted] for wanted in (True, False))
    return ", ".join(filter(None, [" ".join([head, *cuts]), str(SCORES.get(chosen.score, "")), *others]))


def modifier(modifier: Modifier) -> str:
    """Return a modifier as names of criteria say it."""
    match modifier.letter:
        case "C":
            return gettext("Cut %(count)s") % {"count": modifier.number}
        case "M":
            return gettext("Median %(count)s") % {"count": modifier.number}
        case "P":
            return gettext("forfeits as played")
        case "F":
            return gettext("with the last round drawn")
        case "R":
            return gettext("in reverse order")
        case "U":
            return gettext("unrated players as %(rating)s") % {"rating": modifier.number}
        case "L":
            return gettext("limit %(limit)s") % {"limit": modifier.number}
        case "K":
            return gettext("with the factor %(factor)s") % {"factor": modifier.number}
    return str(modifier)


def describe_modifier(chosen: ChosenCriterion) -> str:
    """Say in a sentence what the only modifier of a criterion does."""
    text, params = modifier_part(chosen, chosen.modifiers[0])
    return gettext(text).format(**params)


def formula(chosen: ChosenCriterion, edition: str = CURRENT_EDITION) -> str:
    """Describe how the value of a criterion with its modifiers is computed in an edition of the rules."""
    return write_formula(chosen, edition, gettext)


def rule(working: Working) -> str:
    """Name the article that a value follows, and the edition of the rules."""
    edition = EDITIONS.get(working.edition, working.edition)
    if working.rule.startswith("C."):
        return gettext("FIDE %(article)s, %(edition)s") % {"article": working.rule, "edition": edition}
    return working.rule


def article(rule: str) -> str:
    """Name the article of a rule; "" for criteria without one."""
    return gettext("FIDE %(article)s") % {"article": rule} if rule.startswith("C.") else rule


def scope(criterion: Criterion) -> str:
    """Say which systems and games a criterion is meant for."""
    return ", ".join(str(SCOPES[word]) for word in criterion.scope)


def is_in_scope(criterion: Criterion, scope: set[str]) -> bool:
    """Return whether a criterion is listed under a scope: its systems, or its game where it is for one game only."""
    systems = set(criterion.scope) & {"swiss", "round-robin"}
    return systems == scope if systems else bool(set(criterion.scope) & scope)


def remark(encounter: Encounter | None) -> str:
    """Say why direct encounter did not break a tie, or that nobody was tied; "" if it did."""
    if encounter is None:
        return gettext("No tie was left here, so there was nothing to compare.")
    if not encounter.complete:
        return gettext(
            "Not all of them have met, so a place is given only to those who would stay ahead whatever the results "
            "(6.3)."
        )
    return "" if any(encounter.places.values()) else gettext("The games among them leave the tie as it is.")
