"""What can be added to an order of the tie-breaks, by name: each criterion with its sentence and a line from the event.

The lines are computed once for a ranked table and a language.
"""

from typing import NamedTuple

from django.utils.translation import get_language, gettext

from tiebreaks.criteria.criterion import ChosenCriterion, Modifier
from tiebreaks.order.choices import is_named, leaves_nothing, make_key, names_setting, read_name
from tiebreaks.order.formulas import SAMPLES
from tiebreaks.order.notation import read_criterion
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal, gettext_noop
from tiebreaks.table.working import Working, cut_first_rounds
from tournaments.access.reader import Reader
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.standings.columns import is_signed, write_criterion_value
from tournaments.pages.standings.working import describe_working
from tournaments.queries.standings.endings import is_knock_out
from tournaments.queries.standings.order_choices import count_rounds, fits_event, list_choices, work_out
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria

MOST_TERMS, MOST_MEMBERS = 16, 4  # of a line from the event
CUTS = (("C", "1"), ("C", "2"), ("M", "1"), ("M", "2"))  # that a switch offers; any other can be typed
OF_VALUES = {"C": gettext_noop("%(count)s lowest"), "M": gettext_noop("%(count)s lowest, %(count)s highest")}
OF_ROUNDS = gettext_noop("first %(count)s")


class Choice(NamedTuple):
    """A criterion of the list: its code, its name, its sentence, and a line with what it is worth to somebody here.

    `may_repeat` says that it can be in an order twice.
    """

    notation: str
    name: str
    formula: str
    worked: str
    may_repeat: bool


class ListedGroup(NamedTuple):
    title: str
    choices: list[Choice]


class Switch(NamedTuple):
    """A button of a row: its words, what it does in a sentence, the criterion that it makes of the row's."""

    words: str
    title: str
    notation: str
    is_on: bool
    is_possible: bool


class SwitchGroup(NamedTuple):
    title: str
    switches: list[Switch]


class FoundChoices(NamedTuple):
    """The list, or what of it a text has found; `in_settings` says that settings answer it, such as the edition."""

    text: str
    groups: list[ListedGroup]
    in_settings: bool = False


def find_choices(reader: Reader, text: str = "") -> FoundChoices:
    """Return the criteria that the event can have; with a text, the one of this name, or those whose names have it."""
    ranked, event = read_standings(reader), reader.event
    key = ("choices", get_language(), event.planned_rounds)
    listed: list[ListedGroup] = ranked.table.compute_once(key, lambda: _list_all(reader, ranked))
    if not make_key(text):
        return FoundChoices(text, listed)
    meant = _find_meant(ranked, text)
    # What the words mean comes first, so that Enter adds it.
    found = [
        (group.title, [each for each in group.choices if each.notation == meant or _is_found(each, text)])
        for group in listed
    ]
    groups = [ListedGroup(title, sorted(each, key=lambda one: one.notation != meant)) for title, each in found if each]
    groups.sort(key=lambda group: group.choices[0].notation != meant)
    in_settings = event.game.follows_fide and names_setting(text)
    return FoundChoices(text, groups, in_settings)


def _find_meant(ranked: Standings, text: str) -> str:
    """Return the code of the criterion that a text names, "" where it names none."""
    try:
        return read_name(text, lambda chosen: fits_event(ranked.facts, chosen)).notation
    except Refusal:
        return ""


def _is_found(choice: Choice, text: str) -> bool:
    return is_named(read_criterion(choice.notation), text, f"{choice.name} {choice.formula}")


def _list_all(reader: Reader, ranked: Standings) -> list[ListedGroup]:
    is_worked = bool(ranked.rows and ranked.table.rounds_so_far and not is_knock_out(ranked))
    return [
        ListedGroup(gettext(group.title), [_describe(ranked, way, is_worked) for way in group.ways])
        for group in list_choices(ranked, count_rounds(reader.event))
    ]


def _describe(ranked: Standings, way: ChosenCriterion, is_worked: bool) -> Choice:
    edition = ranked.facts.edition
    worked = write_worked(ranked, way) if is_worked else ""
    may_repeat = bool(way.criterion.place_group)
    return Choice(way.notation, criteria.name(way), criteria.formula(way, edition), worked, may_repeat)


def write_worked(ranked: Standings, chosen: ChosenCriterion) -> str:
    """Write what a criterion is worth to somebody in the table, with what it comes from: "Anna: 2 + 1½ = 3½"."""
    return write_working(ranked, chosen, work_out(ranked, chosen))


def write_working(ranked: Standings, chosen: ChosenCriterion, working: Working) -> str:
    """Write the working of a value in one line, with the name of the player."""
    name = ranked.facts.players[working.player].name
    if chosen.criterion.place_group:
        return _write_encounter(ranked, working)
    explained = describe_working(ranked, chosen, working)
    value = write_criterion_value(chosen, working.value)
    if explained.missing:
        return f"{name}: {explained.missing}"
    uncut = [addend for addend in explained.terms if not addend.cut][:MOST_TERMS]
    cut = ", ".join(addend.value for addend in explained.terms if addend.cut)
    numbers = [addend.left.rstrip(" =≈→") or addend.value for addend in uncut]
    joined = " ".join(numbers) if is_signed(chosen) else " + ".join(numbers)
    parts = [f"{joined} {explained.total.left} {explained.total.value}"] if explained.total and len(numbers) > 1 else []
    parts += [f"{step.what}: {step.left} {step.value}".replace("  ", " ") for step in explained.steps]
    parts = parts or [value]
    if cut:
        parts.append(gettext("left out: %(values)s") % {"values": cut})
    return f"{name}: {'; '.join(parts)}"


def _write_encounter(ranked: Standings, working: Working) -> str:
    """Write what tied players made among each other, or that nobody is separated so."""
    encounter, players = working.encounter, ranked.facts.players
    if encounter is None or not any(encounter.places.values()):
        return gettext("Here it would separate nobody.")
    members = sorted(encounter.group, key=lambda number: (encounter.places[number], number))[:MOST_MEMBERS]
    if encounter.steps and not encounter.results:
        return " · ".join(f"{encounter.places[n]}. {players[n].name}" for n in members)
    return " · ".join(f"{players[n].name} {figure(encounter.total(n))}" for n in members)


def list_switches(ranked: Standings, event: Event, chosen: ChosenCriterion, others: list[str]) -> list[SwitchGroup]:
    """Return the buttons that change a criterion of the order; `others` are the other ones of the order."""
    criterion, rounds = chosen.criterion, count_rounds(event)

    def offer(words: str, changed: ChosenCriterion, is_on: bool | None = None) -> Switch:
        title = criteria.name(changed)
        fits = bool(criterion.place_group) or changed.notation not in others
        on = changed.notation == chosen.notation if is_on is None else is_on
        return Switch(words, title, changed.notation, on, fits and not leaves_nothing(changed, rounds))

    groups = []
    if "C" in criterion.modifiers or "M" in criterion.modifiers:
        kept = [modifier for modifier in chosen.modifiers if modifier.letter not in "CM"]
        cuts = [[], *([Modifier(*cut)] for cut in CUTS if cut[0] in criterion.modifiers)]
        ways = [chosen._replace(modifiers=(*cut, *kept)) for cut in cuts]
        own = [] if chosen.notation in [way.notation for way in ways] else [chosen]
        offered = [offer(_name_cut(way), way) for way in (*ways, *own)]
        groups.append(SwitchGroup(gettext("Leave out"), [s for s in offered if s.is_on or s.is_possible]))
    if event.of_teams and len(criterion.scores) > 1:
        scores = [offer(_name_score(score), chosen._replace(score=score)) for score in ("", *criterion.scores)]
        groups.append(SwitchGroup(gettext("Which score"), scores))
    toggles = [
        offer(criteria.modifier(modifier), _toggle(chosen, modifier), chosen.has_modifier(modifier.letter))
        for modifier in _list_toggles(ranked, chosen)
    ]
    return [*groups, *([SwitchGroup(gettext("Also"), toggles)] if toggles else [])]


def _list_toggles(ranked: Standings, chosen: ChosenCriterion) -> list[Modifier]:
    """Return the modifiers that are there or not; the rating of the unrated only where somebody is."""
    facts = ranked.facts
    letters = [letter for letter in "PFRU" if letter in chosen.criterion.modifiers]
    if not chosen.has_modifier("U") and all(map(facts.rating_of, facts.players.values())):
        letters = [letter for letter in letters if letter != "U"]
    own = {modifier.letter: modifier for modifier in chosen.modifiers}
    return [own.get(letter) or Modifier(letter, SAMPLES.get(letter, "")) for letter in letters]


def _toggle(chosen: ChosenCriterion, modifier: Modifier) -> ChosenCriterion:
    others = tuple(each for each in chosen.modifiers if each.letter != modifier.letter)
    return chosen._replace(modifiers=others if chosen.has_modifier(modifier.letter) else (*others, modifier))


def _name_cut(way: ChosenCriterion) -> str:
    """Name what a criterion leaves out: nothing, or "lowest (Cut 1)"."""
    cut = next((modifier for modifier in way.modifiers if modifier.letter in "CM"), None)
    if cut is None:
        return gettext("nothing")
    of_rounds = way.criterion.cut is cut_first_rounds
    words = gettext(OF_ROUNDS if of_rounds else OF_VALUES[cut.letter]) % {"count": cut.number}
    return f"{criteria.modifier(cut)} ({words})"


def _name_score(score: str) -> str:
    return str(criteria.SCORES[score]) if score else gettext("the first score of the order")
