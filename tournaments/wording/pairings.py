"""Pairings in words: systems, reasons, wishes, and what is said of the finalists."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from pairing.plan.stages import Plan, Stage, has_no_repeats, knows_points
from pairing.rules.boards import Reason
from tiebreaks.refusal import SENTENCES, Refusal
from tournaments.domain.desk.results import REQUESTED
from tournaments.domain.disciplines import GameRules
from tournaments.domain.number_format import figure
from tournaments.wording import fide_terms
from tournaments.wording.games import write_number

SYSTEMS = {
    "groups": _("Preliminary groups"),
    "new-swiss": _("New Swiss"),
    "finalists": _("Finalists’ round"),
    "king-of-the-hill": _("King of the hill"),
    "round-robin": _("Round robin"),
    "scheveningen": _("Scheveningen system"),
    "dutch": _("FIDE Dutch (not FIDE-endorsed)"),
    "team-swiss": _("FIDE Swiss for teams (not FIDE-endorsed)"),
    "pools": _("Pools"),
    "knock-out": _("Knock-out, final and placement games"),
}


# Parameters of reasons that are always players' numbers, and those that are for some reasons only.
PEOPLE = ("player", "white", "black", "first")
OTHERS = (
    "float",
    "finalists-tie",
    "table-apart",
    "table-taken",
    "judged-may-not",
    "judged-kept-apart",
    "judged-turned",
    "dutch-first",
)
OF_DUTCH = ("may-not", "kept-apart", "colours", "rest", "worse", "later", "bye-had")
OF_FLOATERS = ("rest", "worse", "later")
PEOPLE_TOO = dict.fromkeys(
    (*OTHERS, *(f"dutch-{name}" for name in OF_DUTCH), *(f"dutch-float-{name}" for name in OF_FLOATERS)), ("other",)
)
OF_TEAMS = ("teams-", "judged-teams-")
PAIRS = ("pair", "pairs")
SCORES = ("wins", "fewer", "score")  # stored as decimals

FEW = 4  # names that a line has room for

# Reasons that differ only in names and places: what is said once where every board has one.
ON_ALL_BOARDS = {
    "first-lot": _("On each board the first player is drawn by lot."),
    "dutch-first-round": _("Round 1: each place of the upper half plays the same place of the lower half."),
}


def pairing_system(name: str) -> str:
    """Name a pairing system."""
    return str(SYSTEMS.get(name, name))


def pairing_reason(code: str, params: Mapping[str, Any], names: dict[int, str]) -> str:
    """Say why a pairing is as it is, or what is wrong with it, with the players' names, also in quoted reasons.

    What another release wrote, and this one has no sentence for, is returned as its code.
    """
    try:
        return _say_reason(code, params, names)
    except (LookupError, ValueError, ArithmeticError):
        return code


def _say_reason(code: str, params: Mapping[str, Any], names: dict[int, str]) -> str:
    is_of_teams = code.startswith(OF_TEAMS)
    people = (*PEOPLE, *(("other",) if is_of_teams else PEOPLE_TOO.get(code, ())))
    quoted = {key: pairing_reason(*value, names) for key, value in params.items() if isinstance(value, Reason)}
    params = {**params, **quoted}
    values = {key: names.get(value, value) if key in people else value for key, value in params.items()}
    for key in PAIRS:
        if key in values:
            apart = str(values[key]).replace(", ", "; ").replace("–", " – ")  # names have commas themselves
            values[key] = re.sub(r"\d+", lambda number: names.get(int(number[0]), number[0]), apart)
    values |= {key: figure(Decimal(str(values[key]))) for key in SCORES if key in values}
    values |= fide_terms.explain_terms(values, of_teams=is_of_teams)
    return gettext(SENTENCES[code]).format(**values)


def tell_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Return names that tell all participants apart: namesakes get their numbers."""
    times = Counter(names.values())
    return {number: f"{name} ({number})" if times[name] > 1 else name for number, name in names.items()}


def count_people(number: int, of_teams: bool) -> str:
    """Say how many players or teams there are."""
    if of_teams:
        return ngettext("%(count)d team", "%(count)d teams", number) % {"count": number}
    return ngettext("%(count)d player", "%(count)d players", number) % {"count": number}


def count_field(playing: int, absent: Sequence[str], byes: Sequence[str]) -> str:
    """Say how many play in a round, and who does not."""
    parts = [ngettext("%(count)d plays", "%(count)d play", playing) % {"count": playing}]
    if absent:
        text = ngettext("%(count)d absent (%(names)s)", "%(count)d absent (%(names)s)", len(absent))
        parts.append(text % {"count": len(absent), "names": name_few(absent)})
    if byes:
        text = ngettext("%(count)d bye (%(names)s)", "%(count)d byes (%(names)s)", len(byes))
        parts.append(text % {"count": len(byes), "names": name_few(byes)})
    return " · ".join(parts)


def name_few(names: Sequence[str]) -> str:
    """Join the first few names, and count the others."""
    left = len(names) - FEW
    return "; ".join([*names[:FEW], *([f"+ {left}"] if left > 0 else [])])


def shared_reason(code: str, params: Mapping[str, Any], names: dict[int, str]) -> str:
    """Say once what is a reason on every board of a draft."""
    return str(ON_ALL_BOARDS[code]) if code in ON_ALL_BOARDS else pairing_reason(code, params, names)


def pairing_wishes(wishes: Mapping[str, Any], names: dict[int, str]) -> list[str]:
    """Say which wishes the next draw respects."""

    def name_pairs(pairs: Iterable[tuple[int, int]]) -> list[str]:
        return [f"{names.get(one, one)} – {names.get(other, other)}" for one, other in pairs]

    sentences = [gettext("Fixed: %(pair)s") % {"pair": pair} for pair in name_pairs(wishes.get("fixed", ()))]
    sentences += [gettext("Confirmed: %(pair)s") % {"pair": pair} for pair in name_pairs(wishes.get("granted", ()))]
    free = wishes.get("bye")
    return [*sentences, gettext("Bye: %(name)s") % {"name": names.get(free, free)}] if free else sentences


def list_finalist_sets(margin: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return the three sets of the finalists' rule: key, title, and why somebody is in it."""
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
        "candidates": gettext("Neither: by the rule the last round decides."),
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


def plan_presets(of_teams: bool) -> list[tuple[str, str]]:
    """Name the usual plans for players or for teams."""
    if of_teams:
        return [
            ("team-swiss", gettext("Swiss system of teams, seven rounds (FIDE)")),
            ("team-cup", gettext("Team cup (knock-out)")),
            ("round-robin", gettext("Round robin of all teams")),
            ("double-round-robin", gettext("Double round robin of all teams")),
        ]
    return [
        ("german-championship", gettext("German Scrabble championship (20 rounds and a final of three games)")),
        ("swiss", gettext("Swiss system, nine rounds (FIDE Dutch)")),
        ("final-four", gettext("Swiss system, seven rounds, and a final of four")),
        ("cup", gettext("Cup (knock-out) with play-offs")),
        ("pools-and-brackets", gettext("Pools, then brackets A and B")),
        ("concours", gettext("Concours A, B, C")),
        ("round-robin", gettext("Round robin of all players")),
        ("double-round-robin", gettext("Double round robin of all players")),
    ]


def name_draft_columns(rules: GameRules, of_teams: bool) -> tuple[str, str, str]:
    """Head the columns of a draft: the place, who has White or plays first, and the other one."""
    if of_teams:
        return gettext("Match"), *name_teams()
    place = gettext("Board") if rules.has_boards else gettext("Table")
    return place, *name_sides(rules)


def name_sides(rules: GameRules) -> tuple[str, str]:
    """Head the columns of two players: White or who plays first, and the other one."""
    if rules.has_colours:
        return gettext("White"), gettext("Black")
    if rules.has_turns:
        return gettext("Plays first"), gettext("Plays second")
    return gettext("Player"), gettext("Opponent")


def name_teams() -> tuple[str, str]:
    """Head the columns of the two teams of a match."""
    return gettext("First team"), gettext("Second team")


def name_participant(of_teams: bool) -> str:
    """Name what is paired."""
    return gettext("Team") if of_teams else gettext("Player")


def say_withdrawn(name: str, still_open: Sequence[Any], *, of_teams: bool, is_expelled: bool) -> str:
    """Say who will no longer be paired, what becomes of their results, and where one is still open."""
    place = gettext("round %(round)d, match %(board)d") if of_teams else gettext("round %(round)d, board %(board)d")
    if is_expelled:
        sentence = gettext("%(name)s will no longer be paired and has left the table.") % {"name": name}
    else:
        sentence = gettext("%(name)s will no longer be paired and keeps all results.") % {"name": name}
    if not still_open:
        return sentence
    where = ", ".join(place % seat._asdict() for seat in still_open)
    return f"{sentence} " + gettext("Published and still open: %(where)s.") % {"where": where}


def describe_player(number: int, rating: int | None, points: str, sides: Iterable[bool], rules: GameRules) -> str:
    """Give a player's number, rating, points if any, and colours or starts: "No. 12 · 1850 · 2½ pts · W B W"."""
    firsts = list(sides)
    if rules.has_colours:
        letters = gettext("B"), gettext("W")
        row = " ".join([letters[is_first] for is_first in firsts])
    else:
        counts = {"starts": sum(firsts), "games": len(firsts)}
        row = gettext("started %(starts)d of %(games)d") % counts if firsts else ""
    scored = ngettext("%(points)s pt", "%(points)s pts", 1 if points in ("½", "1") else 2) % {"points": points}
    return " · ".join(filter(None, (write_number(number), str(rating or ""), scored if points else "", row)))


def describe_team(points: str, score: str, is_white: bool | None = None) -> str:
    """Give a team's points before a round, if any, and its colour on board 1: "MP 7 · White on board 1"."""
    colour = {None: "", True: gettext("White on board 1"), False: gettext("Black on board 1")}[is_white]
    return " · ".join(filter(None, (f"{score} {points}" if points else "", colour)))


ONE_MORE = "H+"


def list_absences(plan: Plan) -> list[tuple[str, str]]:
    """Return the ways to be absent as a field lists them; a half-point bye after the first one is its own choice."""
    half, absent, full = ((kind.value, str(kind.label)) for kind in REQUESTED)
    return [absent, *([half, (ONE_MORE, gettext("another half-point bye")), full] if knows_points(plan) else [])]


def warn_of_rounds(stage: Stage, players: int, most: int, wanted: int) -> str:
    """Say that a plan has more rounds than its players can play, or needs repeats where these are a choice."""
    if has_no_repeats(stage):
        return gettext(
            "⚠ With %(players)d participants, all have met after %(most)d rounds at the latest: the plan of %(wanted)d "
            "rounds needs repeats."
        ) % {"players": players, "most": most, "wanted": wanted}
    sentence = ngettext(
        "⚠ With %(players)d participants, only %(most)d round can be paired; the plan has %(wanted)d.",
        "⚠ With %(players)d participants, only %(most)d rounds can be paired; the plan has %(wanted)d.",
        most,
    )
    return sentence % {"players": players, "most": most, "wanted": wanted}


def describe_plan_refusal(refused: Refusal) -> str:
    """Say what is wrong with a plan; systems by their names."""
    params = {**refused.params}
    if "system" in params:
        params["system"] = pairing_system(str(params["system"]))
    return gettext(SENTENCES[refused.code]).format(**params)


def yes_or_no(value: bool) -> str:
    return gettext("yes") if value else gettext("no")


def no_limit() -> str:
    return gettext("no limit")
