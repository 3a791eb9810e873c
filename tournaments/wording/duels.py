"""The duels of a knock-out in words: what they are called, how they stand, and what has decided them."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from pairing.brackets.course import DuelState
from pairing.brackets.deciding import BEST, DuelFormat
from pairing.brackets.double_elimination import FINAL, LOWER
from pairing.brackets.duels import Duel, Seat
from pairing.brackets.pool_course import PoolCourse
from pairing.brackets.stage import Course
from pairing.brackets.table_course import TableCourse
from tournaments.domain.number_format import figure
from tournaments.wording import pools
from tournaments.wording.pairings import pairing_system

MOST_SENTENCES = 12
SIDES = 2

LEVELS = {
    2: _("Final"),
    4: _("Semi-final"),
    8: _("Quarter-final"),
    16: _("Round of 16"),
    32: _("Round of 32"),
}

DECIDED_BY = {
    "spread": _("decided by the spread of the match"),
    "boards": _("decided by the points on all boards"),
    "berlin": _("decided by the Berlin score"),
    "better": _("level; the side placed higher before advances"),
    "rapid": _("decided by a rapid game"),
    "rapid2": _("decided by rapid games"),
    "blitz": _("decided by a blitz game"),
    "blitz2": _("decided by blitz games"),
    "armageddon": _("decided by an Armageddon game"),
    "next": _("decided by one more game"),
    "lots": _("decided by lot"),
    "decision": _("decided by the arbiter"),
}

# Of teams a play-off is a duel of all boards, but for the Armageddon game.
DECIDED_BY_TEAMS = {
    **DECIDED_BY,
    "rapid": _("decided by a rapid match"),
    "rapid2": _("decided by rapid matches"),
    "blitz": _("decided by a blitz match"),
    "blitz2": _("decided by blitz matches"),
    "next": _("decided by one more match"),
}

PLAY_OFF_TITLES = {
    "rapid": _("Rapid game"),
    "rapid2": _("Rapid game"),
    "blitz": _("Blitz game"),
    "blitz2": _("Blitz game"),
    "armageddon": _("Armageddon game"),
    "next": _("Further game"),
    "lots": _("Lot"),
    "decision": _("Decision of the arbiter"),
}
TITLES_OF_TEAMS = {
    **PLAY_OFF_TITLES,
    "rapid": _("Rapid match"),
    "rapid2": _("Rapid match"),
    "blitz": _("Blitz match"),
    "blitz2": _("Blitz match"),
    "next": _("Further match"),
}


def duel_title(course: Course, duel: Duel) -> str:
    """Name a duel: "Final", "B: semi-final", "Places 5 to 8: semi-final", "Lower bracket, round 2"."""
    if isinstance(course, PoolCourse):
        return pools.duel_title(course, duel)
    span = course.ends.of_duel(duel)
    name = duel.bracket
    if name.endswith(LOWER):
        title = gettext("Lower bracket, round %(level)d") % {"level": duel.level}
    elif is_in_double(course, duel):
        title = gettext("Upper bracket, round %(level)d") % {"level": duel.level}
    elif duel.unless:
        title = gettext("Second final")
    elif duel.field == 2 and is_for_two_places(duel):
        return name_two_places(span.best)
    else:
        title = level_title(course, duel)
    if is_of_losers(name):
        places = {"place": span.best, "next": span.best + duel.field - 1}
        return gettext("Places %(place)d to %(next)d: %(title)s") % {**places, "title": title}
    if not has_letters(course):
        return title
    return gettext("%(bracket)s: %(title)s") % {"bracket": course_letter(name), "title": title}


def bracket_title(course: Course, name: str) -> str:
    """Name a bracket of a stage that has several: "Bracket B", "Lower bracket", "Places 5 to 8"; or its one table."""
    if isinstance(course, TableCourse):
        return pairing_system(course.stage.system)
    duel = next(duel for duel in course.duels if duel.bracket == name)
    if isinstance(course, PoolCourse):
        return pools.pool_title(course, duel)
    if name.endswith(LOWER):
        return gettext("Lower bracket")
    if is_of_losers(name) or (duel.field == 2 and duel.level == 1):
        span = course.ends.of_duel(duel)
        last = span.best + duel.field - 1 if duel.field > 2 else span.last
        if last == span.best + 1:
            return name_two_places(span.best)
        return gettext("Places %(place)d to %(next)d") % {"place": span.best, "next": last}
    if has_letters(course):
        return gettext("Bracket %(letter)s") % {"letter": course_letter(name)}
    return gettext("Upper bracket") if course.settings.rules.double else ""


def level_of_duel(course: Course, duel: Duel) -> str:
    """Name the level of a bracket that a duel belongs to: "Quarter-final"; "" where the bracket is but a duel."""
    if isinstance(course, PoolCourse):
        return pools.level_title(course, duel)
    if duel.unless:
        return gettext("Second final")
    if is_in_double(course, duel):
        return gettext("Round %(level)d") % {"level": duel.level}
    return "" if duel.field == 2 and is_for_two_places(duel) else level_title(course, duel)


def name_two_places(best: int) -> str:
    """Name a duel by the two places that it decides: "Final" for the first, "Places 3 and 4"."""
    if best == 1:
        return str(LEVELS[2])
    return gettext("Places %(place)d and %(next)d") % {"place": best, "next": best + 1}


def is_in_double(course: Course, duel: Duel) -> bool:
    """Return whether a duel is before the final of a double elimination."""
    return course.settings.rules.double and not duel.bracket.endswith(FINAL) and duel.out != duel.first + 1


def level_title(course: Course, duel: Duel) -> str:
    """Name the round of a bracket by the number of players left, unless byes bring it to that number."""
    if course.ends.is_cadrage(duel):
        return gettext("Cadrage")
    return str(LEVELS.get(duel.field) or gettext("Round of %(field)d") % {"field": duel.field})


def is_for_two_places(duel: Duel) -> bool:
    """Return whether a duel is named by its places: where a bracket is nothing but this duel."""
    return duel.level == 1 and not duel.bracket.endswith(FINAL)


def is_of_losers(bracket: str) -> bool:
    """Return whether a bracket is one of those who have lost in another: its name has the best place of it."""
    return bracket[-1].isdigit()


def course_letter(bracket: str) -> str:
    return bracket.removesuffix(LOWER).removesuffix(FINAL)


def has_letters(course: Course) -> bool:
    """Return whether a stage has several brackets, so that their letters tell them apart."""
    letters = {course_letter(duel.bracket) for duel in course.duels if not is_of_losers(duel.bracket)}
    return len(letters) > 1


def describe_courses(courses: Sequence[Course], rounds: int, names: Mapping[int, str]) -> list[str]:
    """Say how the duels stand, those for the best places first, and which round the table's values are from."""
    last = courses[-1]
    sentences = [describe_duel(last, state, names) for state in list_shown(last)]
    if isinstance(last, PoolCourse) and last.is_over:
        sentences = pools.describe_pools(last, names)
    if isinstance(last, TableCourse):
        sentences = pools.describe_table(last, names)
    sentences = sentences[:MOST_SENTENCES]
    values = gettext("The values are those after round %(round)d: the matches decide only the places.")
    return [*sentences, *([values % {"round": rounds}] if rounds else [])]


def describe_duels(course: Course, players: Collection[int], names: Mapping[int, str]) -> list[str]:
    """Say how the duels of some players stand, in the order in which they are played, and what their table says."""
    known = [state for state in course.states if state.is_real and all(state.players)]
    own = sorted((state for state in known if {*state.players} & {*players}), key=lambda state: state.duel.turn)
    lead = pools.describe_lead(course, list(players), names) if isinstance(course, PoolCourse) else []
    return [*lead, *(describe_duel(course, state, names) for state in own)]


def list_shown(course: Course) -> list[DuelState]:
    """Return the duels that a summary names: those of the turn that is played, and those that have decided places."""
    known = [state for state in course.states if state.is_real and all(state.players)]
    turn = min((state.duel.turn for state in known if state.is_open), default=0)
    turn = turn or max((state.duel.turn for state in known), default=0)
    shown = [state for state in known if state.duel.turn == turn or (state.duel.field == 2 and state.duel.out)]
    return sorted(shown, key=lambda state: (state.duel.first, -state.duel.turn))


def describe_duel(course: Course, state: DuelState, names: Mapping[int, str]) -> str:
    """Say how a duel stands: "Semi-final: Ahrens – Berg 1:0. Ahrens has won the duel."."""
    one, other = state.players
    values = {
        "title": duel_title(course, state.duel),
        "one": names.get(one or 0, one),
        "other": names.get(other or 0, other),
        "score": write_score(course, state),
        "winner": names.get(state.winner or 0, ""),
        "games": state.format.games,
    }
    if state.is_open and state.decision.waits_for:
        sentence = gettext("%(title)s: %(one)s – %(other)s %(score)s. The match is level: a play-off decides it.")
    elif state.is_open and state.format.games > 1:
        sentence = gettext("%(title)s, at most %(games)d games: %(one)s – %(other)s %(score)s so far.")
    elif state.is_open:
        sentence = gettext("%(title)s: %(one)s – %(other)s.")
    elif state.is_drawn:
        sentence = gettext("%(title)s: %(one)s – %(other)s %(score)s. The game is drawn.")
    elif not state.winner:
        sentence = gettext("%(title)s: %(one)s – %(other)s %(score)s. Nobody has won the match.")
    else:
        sentence = gettext("%(title)s: %(one)s – %(other)s %(score)s. %(winner)s has won the match.")
    how = say_how(state, of_teams=course.facts.team_event is not None)
    said = end_once(sentence % values)
    return f"{said.removesuffix('.')} ({how})." if how else said


def end_once(sentence: str) -> str:
    """Return a sentence with one full stop where it ends with a name that has one itself: "SC Bergfeld e. V."."""
    return f"{sentence[:-2]}." if sentence.endswith("..") and not sentence.endswith("...") else sentence


def say_how(state: DuelState, *, of_teams: bool = False) -> str:
    """Say what decided a duel besides its games, "" where they did."""
    return str((DECIDED_BY_TEAMS if of_teams else DECIDED_BY).get(state.decision.rule, ""))


def play_off_title(rule: str, *, of_teams: bool = False) -> str:
    """Name a game of a play-off, of teams a duel, a lot or a decision."""
    return str((TITLES_OF_TEAMS if of_teams else PLAY_OFF_TITLES).get(rule, rule))


def describe_format(form: DuelFormat, *, of_teams: bool = False) -> str:
    """Say what a duel is: "1 game", "at most 3 games", "2 games"; of teams "1 duel", "2 duels"."""
    count = {"count": form.games}
    if of_teams:
        return ngettext("%(count)d match", "%(count)d matches", form.games) % count
    if form.games > 1 and form.counting == BEST:
        return ngettext("at most %(count)d game", "at most %(count)d games", form.games) % count
    return ngettext("%(count)d game", "%(count)d games", form.games) % count


def write_score(course: Course, state: DuelState) -> str:
    """Write the score of a duel: "1½:½", "13:9"."""
    return ":".join(write_side(course, state, side) or "0" for side in (0, 1))


def write_side(course: Course, state: DuelState, side: int) -> str:
    """Write what one of the two has: points on boards, those of a single game that has scores, otherwise wins."""
    if not state.results or state.is_skipped:
        return ""
    team, event = state.players[side], course.facts.team_event
    if event and team:
        played = state.rounds[: len(state.results)]
        return figure(sum(match.game_points for match in event.matches[team] if match.round in played))
    if len(state.rounds) == 1 and state.format.games == 1:
        scores = course.scores(state)
        if scores:
            return str(scores[side])
    return figure(Fraction(state.score[side], 2))


def describe_upset(course: Course, before: DuelState, after: DuelState, names: Mapping[int, str]) -> str:
    """Say which duel that has begun would be another one after a correction."""
    sentence = gettext(
        "%(title)s: %(before)s has begun. It would be %(after)s, and the games that have been played would not count."
    )
    places = zip(after.duel.seats, after.players, strict=True)
    would_be = " – ".join(name_seat(course, seat, player, names) for seat, player in places)
    values = {"before": name_players(before, names), "after": would_be}
    return sentence % {"title": duel_title(course, after.duel), **values}


def name_players(state: DuelState, names: Mapping[int, str]) -> str:
    """Name a duel by its players: "Ahrens – Berg"."""
    return " – ".join(str(names.get(player or 0, "?")) for player in state.players)


def name_seat(course: Course, seat: Seat, player: int | None, names: Mapping[int, str]) -> str:
    """Name who takes a seat of a duel, or who may still take it."""
    if player is None:
        return " / ".join(list_candidates(course, seat, names)) or gettext("not decided yet")
    return names.get(player, "?") if player else gettext("nobody")


def list_candidates(course: Course, seat: Seat, names: Mapping[int, str]) -> list[str]:
    """Return the family names of the two who may take a seat; nothing while one of them is open."""
    players = [names.get(player, "?").partition(",")[0] for player in course.by_key[seat.of].players if player]
    return players if len(players) == SIDES else []
