"""A stage of duels in words before it is drawn: who plays in it, in which rounds, and what a level duel needs."""

from collections.abc import Collection, Sequence
from itertools import accumulate, groupby, pairwise

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from pairing.brackets.deciding import (
    ARMAGEDDON,
    BERLIN,
    BETTER,
    BOARDS,
    LOTS,
    NEXT,
    OF_BOARDS,
    SPREAD,
    rules_of_teams,
)
from pairing.brackets.double_elimination import FINAL, LOWER
from pairing.brackets.duels import Duel
from pairing.brackets.elimination import ALL, THIRD, name_bracket
from pairing.brackets.places import Ends
from pairing.brackets.seeding import count_first_byes
from pairing.brackets.settings import bracket_settings, reach_of
from pairing.plan.fitting import is_whole_table
from pairing.plan.stages import DUELS, POOLS, Stage, find_lack_of_opponents
from pairing.plan.usual_plans import PLAYERS
from tournaments.wording.pairings import warn_of_rounds
from tournaments.wording.pools import describe_entrants, describe_pools_ahead, describe_table_ahead

# The rules of a play-off, in the order in which a form offers them.
RULES = {
    SPREAD: pgettext_lazy("a play-off", "the spread of the match"),
    BOARDS: pgettext_lazy("a play-off", "the points on all boards"),
    BERLIN: pgettext_lazy("a play-off", "the Berlin score"),
    "rapid2": pgettext_lazy("a play-off", "two rapid games"),
    "rapid": pgettext_lazy("a play-off", "a rapid game"),
    "blitz2": pgettext_lazy("a play-off", "two blitz games"),
    "blitz": pgettext_lazy("a play-off", "a blitz game"),
    ARMAGEDDON: pgettext_lazy("a play-off", "an Armageddon game: a draw is enough for Black"),
    NEXT: pgettext_lazy("a play-off", "one more game, until somebody wins"),
    LOTS: pgettext_lazy("a play-off", "the lot"),
    BETTER: pgettext_lazy("a play-off", "the side placed higher before these matches"),
}
RULES_OF_TEAMS = {
    **RULES,
    "rapid2": pgettext_lazy("a play-off", "two rapid matches"),
    "rapid": pgettext_lazy("a play-off", "a rapid match"),
    "blitz2": pgettext_lazy("a play-off", "two blitz matches"),
    "blitz": pgettext_lazy("a play-off", "a blitz match"),
    NEXT: pgettext_lazy("a play-off", "one more match, until a team wins"),
}
EARLY = {16: _("round of 16"), 32: _("round of 32")}
MANY = {2: _("finals"), 4: _("semi-finals"), 8: _("quarter-finals"), **EARLY}
ONE = {2: pgettext_lazy("stage", "final"), 4: _("semi-final"), 8: _("quarter-final"), **EARLY}


def describe_play_off(rules: Sequence[str], *, of_teams: bool = False) -> str:
    """Say what decides a level duel: "two rapid games, then an Armageddon game"."""
    if not rules:
        return gettext("the arbiter decides")
    return gettext(", then ").join(str((RULES_OF_TEAMS if of_teams else RULES)[rule]) for rule in rules)


def say_example(players: int) -> str:
    """Say for how many players a plan is shown that nobody has been entered for."""
    return gettext("Nobody is entered yet. An example with %(count)d players:") % {"count": players}


def say_length_follows(players: int) -> str:
    """Say that a round robin takes the rounds that its players need, before anybody is entered."""
    return gettext("The number of rounds follows from the number of players: this is an example with %(count)d.") % {
        "count": players
    }


def list_rules(rules: Sequence[str], *, has_scores: bool, of_teams: bool) -> tuple[str, ...]:
    """Return the rules of a play-off that apply to a game, or to teams."""
    if of_teams:
        return rules_of_teams(rules)
    return tuple(rule for rule in rules if rule not in OF_BOARDS and (has_scores or rule != SPREAD))


def describe_stage_ahead(
    plan: Sequence[Stage], stage: Stage, players: int, *, has_scores: bool, of_teams: bool = False
) -> list[str]:
    """Describe a stage of a plan for a number of players: who plays on in which rounds, and who no longer can.

    Where nobody is entered yet it is an example.
    """
    place, example = plan.index(stage), players or PLAYERS
    is_after_duels = place > 0 and plan[place - 1].system in DUELS
    if stage.system in DUELS:
        following = next(iter(plan[place + 1 :]), None)
        found = describe_duels_ahead(stage, example, following, has_scores=has_scores, of_teams=of_teams)
        return found if players else [say_example(example), *found]
    own = reach_of(stage, example)[0] if is_after_duels else players
    lack = find_lack_of_opponents(plan, stage, own)
    warning = [warn_of_rounds(stage, own, *lack)] if lack else []
    if is_after_duels:
        return [*describe_table_ahead(stage, example), *warning]
    return warning if players or not is_whole_table(stage, is_after_duels=False) else [say_length_follows(example)]


def describe_duels_ahead(
    stage: Stage, players: int, following: Stage | None, *, has_scores: bool, of_teams: bool
) -> list[str]:
    """Describe a stage of duels for a number of players: the brackets, the rounds, and the rules for level duels."""
    if stage.system == POOLS:
        return describe_pools_ahead(stage, players, following)
    settings = bracket_settings(stage)
    parts = settings.sizes(players)
    if not parts:
        return [gettext("There are not enough players yet: a bracket needs two.")]
    rounds = settings.count_rounds(players)
    counted = ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
    whole = ngettext("%(count)d player: %(rounds)s.", "%(count)d players: %(rounds)s.", sum(parts))
    if of_teams:
        whole = ngettext("%(count)d team: %(rounds)s.", "%(count)d teams: %(rounds)s.", sum(parts))
    sentences = [whole % {"count": sum(parts), "rounds": counted}]
    sentences += describe_entrants(stage) if stage.get("from_pools") else _name_brackets(parts)
    lines = settings.draw(range(1, players + 1), 0)
    duels = settings.plan(parts, lines)
    sentences += _name_consolations(len(parts), {duel.bracket for duel in duels}, settings.rules.consolations)
    sentences += _count_byes(parts, settings.rules.consolations)
    ends = Ends(duels, lines)
    sentences += _name_turns(stage, duels, settings.turn_games(parts), ends)
    if settings.rules.losers == THIRD:
        sentences.append(gettext("The losers of the semi-finals play for place 3."))
    if settings.rules.losers == ALL:
        sentences.append(gettext("All places are played out."))
    level = gettext("If a match is level: %(rules)s.")
    rules = list_rules(settings.play_off, has_scores=has_scores, of_teams=of_teams)
    return [*sentences, level % {"rules": describe_play_off(rules, of_teams=of_teams)}]


def _name_brackets(parts: Sequence[int]) -> list[str]:
    """Say who plays in which of several brackets."""
    if len(parts) == 1:
        return []
    ends = list(accumulate(parts))
    places = [
        gettext("places %(first)d to %(last)d") % {"first": end - size + 1, "last": end}
        for size, end in zip(parts, ends, strict=True)
    ]
    return [gettext("A bracket each: %(places)s.") % {"places": ", ".join(places)}]


def _name_consolations(parts: int, brackets: Collection[str], consolations: int) -> list[str]:
    """Say who plays in the brackets of those who have lost a first duel."""
    if parts > 1:
        return []
    sentence = gettext("Bracket %(bracket)s: losers of the first match in %(before)s.")
    names = [name_bracket(place) for place in range(consolations + 1)]
    return [sentence % {"bracket": name, "before": before} for before, name in pairwise(names) if name in brackets]


def _count_byes(parts: Sequence[int], consolations: int) -> list[str]:
    """Say how many have a bye in the first round."""
    byes = sum(count_first_byes(part, consolations) for part in parts)
    words = ngettext("%(count)d bye in the first round.", "%(count)d byes in the first round.", byes)
    return [words % {"count": byes}] if byes else []


def _name_turns(stage: Stage, duels: Sequence[Duel], games: Sequence[int], ends: Ends) -> list[str]:
    """Say what is played in which rounds: "Round 6: quarter-finals"."""
    sentences, first = [], stage.first
    has_letters = len({duel.bracket for duel in duels if _is_letter(duel.bracket)}) > 1
    for turn, own in groupby(duels, key=lambda duel: duel.turn):
        count = games[turn - 1]
        names = dict.fromkeys(_name_level(duel, several, has_letters, ends) for duel, several in _levels(list(own)))
        words = {"first": first, "last": first + count - 1, "matches": ", ".join(names)}
        if count == 1:
            sentences.append(gettext("Round %(first)d: %(matches)s.") % words)
        else:
            sentences.append(gettext("Rounds %(first)d to %(last)d: %(matches)s.") % words)
        first += count
    return sentences


def _levels(duels: Sequence[Duel]) -> list[tuple[Duel, bool]]:
    """Return one duel of each level of each bracket, and whether the level has several."""
    levels: dict[tuple[str, int], list[Duel]] = {}
    for duel in duels:
        levels.setdefault((duel.bracket, duel.level), []).append(duel)
    return [(own[0], len(own) > 1) for own in levels.values()]


def _is_letter(name: str) -> bool:
    """Tell a bracket from those in which its losers play on: A, not A3."""
    return name.isalpha() and name.isupper()


def _name_level(duel: Duel, several: bool, has_letters: bool, ends: Ends) -> str:
    name, place = duel.bracket, ends.of_duel(duel).best
    if name.endswith(LOWER):
        return gettext("lower bracket")
    if name.endswith(FINAL):
        return gettext("second final, if it is needed") if duel.unless else str(ONE[2])
    is_lettered = has_letters and _is_letter(name) and (duel.level > 1 or duel.field > 2)
    if not is_lettered and duel.out is not None and duel.field == 2 and duel.first > 1:
        return gettext("match for place %(place)d") % {"place": place}
    several_of = gettext("round of %(field)d") % {"field": duel.field}
    title = several_of if duel.field > max(MANY) else str(MANY[duel.field] if several else ONE[duel.field])
    title = gettext("cadrage") if ends.is_cadrage(duel) else title
    if is_lettered or duel.field > max(MANY):
        return gettext("%(bracket)s: %(title)s") % {"bracket": name, "title": title} if is_lettered else title
    words = {"matches": title, "place": place}
    return title if duel.first == 1 else gettext("%(matches)s from place %(place)d on") % words
