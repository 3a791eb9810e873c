"""Every sentence for people, through gettext, from the codes that the cores return.

The cores carry their English sentences (`tiebreaks.refusal.SENTENCES`, `Criterion.name`, `Criterion.formula`); here
they are translated and joined with the words that only pages need. tests/site/test_wording.py finds a text for every
code.
"""

import re
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from pairing.boards import Reason
from tiebreaks.crosstable import Colour, Kind
from tiebreaks.outlook import Mark, Outlook
from tiebreaks.refusal import SENTENCES, Refusal
from tournaments.figures import figure

# Column heads: what fits above a number. The full name stands in the legend and in the title.
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
    "PLAYOFF": _("Play-off"),
    "LOTS": _("Lots"),
    "MP": _("Match pts"),
    "GP": _("Game pts"),
    "MPvGP": _("Second score"),
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
    "scrabble": _("Scrabble"),
    "petanque": _("pétanque"),
}

KINDS = {
    Kind.PLAYED: _("played"),
    Kind.OPEN: _("not finished"),
    Kind.PAB: _("bye: no opponent left"),
    Kind.FPB: _("full-point bye"),
    Kind.HPB: _("half-point bye"),
    Kind.ZPB: _("absent"),
    Kind.FORFEIT_WIN: _("won by forfeit"),
    Kind.FORFEIT_LOSS: _("lost by forfeit"),
}

MARKS = {
    Mark.SAFE: pgettext_lazy("outlook", "safe"),
    Mark.POSSIBLE: pgettext_lazy("outlook", "possible"),
    Mark.OUT: pgettext_lazy("outlook", "out"),
}

EDITIONS = {
    "plain": _("real points: unplayed rounds get no special treatment"),
    "pre-2023": _("rules before September 2023"),
    "2023-09": _("edition of September 2023"),
    "2024-04": _("edition of April 2024"),
    "2024-08": _("edition of August 2024"),
    "2026-03": _("edition of March 2026"),
}


OF_SCORES = {"SPREAD", "DIFF", "BHZ", "FBHZ"}  # where these count, a point is a win


def label(chosen, order=()) -> str:
    """Return the short head of a criterion's column in its order, such as "BH C1"."""
    head = gettext("Wins") if counts_wins(chosen, order) else str(LABELS.get(chosen.code, chosen.code))
    return " ".join([head, *(str(modifier) for modifier in chosen.modifiers)])


def counts_wins(chosen, order) -> bool:
    """Tell whether the points of an order are wins."""
    return chosen.code == "PTS" and not OF_SCORES.isdisjoint(other.code for other in order)


def name(chosen, order=()) -> str:
    """Return the full name of a criterion in its order, with its modifiers in words."""
    head = gettext("Wins") if counts_wins(chosen, order) else gettext(chosen.criterion.name)
    parts = [head, *(modifier(m) for m in chosen.modifiers)]
    return ", ".join(part for part in parts if part)


def modifier(modifier) -> str:
    """Say in words what a modifier does."""
    count = int(modifier.number) if modifier.number.isdigit() else 0
    match modifier.letter:
        case "C":
            return ngettext("without the lowest value", "without the %(count)d lowest values", count) % {"count": count}
        case "M":
            return ngettext(
                "without the lowest and the highest value",
                "without the %(count)d lowest and the %(count)d highest values",
                count,
            ) % {"count": count}
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


def formula(criterion) -> str:
    """Say in words how a criterion's value is worked out."""
    return gettext(criterion.formula)


def rule(working) -> str:
    """Name the article that a value follows, and the edition of the rules."""
    edition = EDITIONS.get(working.edition, working.edition)
    if working.rule.startswith("C."):
        return gettext("FIDE %(article)s, %(edition)s") % {"article": working.rule, "edition": edition}
    return gettext(working.rule) if working.rule else ""


def article(rule: str) -> str:
    """Name the article of a rule; "" for criteria that FIDE does not have."""
    return gettext("FIDE %(article)s") % {"article": rule} if rule else ""


def scope(criterion) -> str:
    """Say which systems and games a criterion is meant for."""
    return ", ".join(str(SCOPES[word]) for word in criterion.scope)


def reason(code: str) -> str:
    """Say why a term is what it is or is left out. Return "" for the ordinary."""
    return gettext(SENTENCES[code]) if code else ""


def refusal(refused: Refusal | Reason) -> str:
    """Say in words why an input was refused; a reason that a refusal quotes is translated too."""
    quoted = {name: refusal(value) for name, value in refused.params.items() if isinstance(value, Reason)}
    return gettext(SENTENCES[refused.code]).format(**{**refused.params, **quoted})


def field(refused: Refusal) -> str:
    """Name the field of a file that was refused. Columns keep the names that the file gives them."""
    word, _space, number = refused.field.partition(" ")
    return gettext("round %(number)s") % {"number": number} if word == "round" and number else refused.field


def advice(advice) -> str:
    """Say what is to be known about an order of criteria."""
    return gettext(SENTENCES[advice.code]).format(**advice.params)


def mark(mark: Mark) -> str:
    """Name the outlook of a player. It is reckoned, and no word of the finalists' rule."""
    return str(MARKS[mark])


def outlook(found: Outlook) -> str:
    """Say why a player is safe, possible or out."""
    return gettext(SENTENCES[found.code]).format(**{name: figure(value) for name, value in found.params.items()})


def kind(kind: Kind) -> str:
    """Name the way a round went, such as "half-point bye"."""
    return str(KINDS[kind])


def unplayed(kind: Kind) -> str:
    """Name an unplayed round; return "" for a game."""
    return "" if kind in (Kind.PLAYED, Kind.OPEN) else str(KINDS[kind])


def side(colour: Colour, discipline: str) -> str:
    """Name the side that a player had: White or Black in chess, first or second in Scrabble."""
    if colour == Colour.NONE or discipline == "petanque":
        return ""
    first = colour == Colour.WHITE
    if discipline == "chess":
        return gettext("White") if first else gettext("Black")
    return gettext("plays first") if first else gettext("plays second")


def side_short(colour: Colour) -> str:
    """Name in a few letters who played first: for Scrabble."""
    if colour == Colour.NONE:
        return ""
    return gettext("1st") if colour == Colour.WHITE else gettext("2nd")


def side_letter(colour: Colour, discipline: str) -> str:
    """Name the side in chess by one letter, for the cells of a cross table."""
    if colour == Colour.NONE or discipline != "chess":
        return ""
    return gettext("w") if colour == Colour.WHITE else gettext("b")


def met(game, opponent: str, discipline: str) -> str:
    """Say what a cell of the cross table shows: the round, the side, the opponent, and how it went if not played."""
    parts = [gettext("Round %(round)d") % {"round": game.round}, side(game.colour, discipline), opponent]
    if game.kind != Kind.PLAYED:
        parts.append(kind(game.kind))
    return ", ".join(part for part in parts if part)


def fixture(game, opponent: str, discipline: str) -> str:
    """Say which game it is: the round, the board, the side and the opponent, or why there is none."""
    parts = [gettext("Round %(round)d") % {"round": game.round}]
    if not opponent:
        return ", ".join([*parts, kind(game.kind)])
    if game.board:
        where = gettext("board %(board)d") if discipline == "chess" else gettext("table %(board)d")
        parts.append(where % {"board": game.board})
    parts += [side(game.colour, discipline), gettext("against %(name)s") % {"name": opponent}]
    if game.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS):
        parts.append(kind(game.kind))
    return ", ".join(part for part in parts if part)


def remark(encounter) -> str:
    """Say what direct encounter made of a tied group, or that nobody was tied. Return "" where it broke the tie."""
    if encounter is None:
        return gettext("Nobody was tied with this player any more, so there was nothing to compare.")
    if not encounter.complete:
        return gettext("Not all of them have met: only those are placed who stay ahead whatever happened (6.3).")
    return "" if any(encounter.places.values()) else gettext("The games among them leave the tie as it is.")


def move(places: int | None) -> str:
    """Say aloud how many places a player has moved since the last finished round."""
    if not places:
        return "" if places is None else gettext("unchanged")
    if places > 0:
        return ngettext("up %(count)d place", "up %(count)d places", places) % {"count": places}
    return ngettext("down %(count)d place", "down %(count)d places", -places) % {"count": -places}


def dates(first, last) -> str:
    """Write the days of an event: "4 – 6 June 2027", or one day alone."""
    if not first:
        return ""
    # Translators: formats of dates; in German they are "j. F Y", "j. F" and "j.".
    whole, month, day = gettext("j F Y"), gettext("j F"), gettext("j")
    if not last or last == first:
        return date_format(first, whole)
    same = (first.year == last.year) + (first.year == last.year and first.month == last.month)
    return f"{date_format(first, (whole, month, day)[same])} – {date_format(last, whole)}"


def day(date) -> str:
    """Write one day, such as "6 June 2027"."""
    return date_format(date, gettext("j F Y"))


def note(result: str) -> str:
    """Say of a paired board what its marks don't: a forfeit, an unrated game. Return "" for the ordinary."""
    if result in ("+-", "-+", "--"):
        return gettext("forfeit")
    return gettext("unrated") if result in ("WL", "DD", "LW") else ""


SYSTEMS = {
    "groups": _("Preliminary groups"),
    "new-swiss": _("New Swiss"),
    "finalists": _("Finalists’ round"),
    "final": _("Final and placement games"),
    "king-of-the-hill": _("King of the hill"),
    "round-robin": _("Round robin"),
    "scheveningen": _("Scheveningen system"),
    "dutch": _("FIDE Dutch (not FIDE-endorsed)"),
}

# Which parameters of a reason are players' numbers, beside those that always are.
PEOPLE = ("player", "white", "black", "first")
PEOPLE_TOO = {"float": ("other",), "finalists-tie": ("other",)}
PAIRS = ("pair", "pairs")


def pairing_system(name: str) -> str:
    """Name a pairing system."""
    return str(SYSTEMS.get(name, name))


def pairing_reason(code: str, params, names: dict[int, str]) -> str:
    """Say why a pairing is as it is, or what is wrong with it, with the players' names."""
    people = (*PEOPLE, *PEOPLE_TOO.get(code, ()))
    told = {key: names.get(value, value) if key in people else value for key, value in params.items()}
    for key in PAIRS:
        if key in told:
            told[key] = re.sub(r"\d+", lambda found: names.get(int(found[0]), found[0]), str(told[key]))
    return gettext(SENTENCES[code]).format(**told)


def pairing_wishes(wishes, names: dict[int, str]) -> list[str]:
    """Say what the next drawing keeps to."""

    def named(pairs):
        return [f"{names.get(one, one)} – {names.get(other, other)}" for one, other in pairs]

    told = [gettext("Fixed: %(pair)s") % {"pair": pair} for pair in named(wishes.get("fixed", ()))]
    told += [gettext("Not to meet: %(pair)s") % {"pair": pair} for pair in named(wishes.get("forbidden", ()))]
    told += [gettext("Confirmed: %(pair)s") % {"pair": pair} for pair in named(wishes.get("granted", ()))]
    free = wishes.get("bye")
    return [*told, gettext("Bye: %(name)s") % {"name": names.get(free, free)}] if free else told


def finalists(margin) -> list[tuple[str, str, str]]:
    """Name the three sets of the finalists' rule, each with its key and why somebody is in it."""
    values = {
        "places": margin["places"],
        "next": margin["places"] + 1,
        "wins": figure(Fraction(margin["half"], 2)),
        "spread": margin["spread"],
    }
    why = {
        "safe": gettext(
            "Among the first %(places)s, and ahead of place %(next)s by more than %(wins)s in wins, or by exactly that "
            "with at least %(spread)s of spread."
        ),
        "candidates": gettext("Neither: by the rule the last round decides about them."),
        "out": gettext(
            "Place %(places)s is ahead of them by more than %(wins)s in wins, or by exactly that with at least "
            "%(spread)s of spread."
        ),
    }
    titles = {
        "safe": gettext("In the final by the rule"),
        "candidates": gettext("Candidates"),
        "out": gettext("Out by the rule"),
    }
    return [(key, titles[key], why[key] % values) for key in titles]


def plan_presets() -> list[tuple[str, str]]:
    """Name the usual plans."""
    return [
        ("german-championship", gettext("German Scrabble championship (20 rounds and a final of three games)")),
        ("swiss", gettext("Swiss system, nine rounds (FIDE Dutch)")),
        ("round-robin", gettext("Round robin of all players")),
    ]
