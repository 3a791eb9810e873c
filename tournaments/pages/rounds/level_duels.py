"""The duels that are level after their games: each must be decided before the next round can be drawn."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from pairing.brackets.course import find_level
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import duels as wording


class LevelDuel(NamedTuple):
    """A level duel: its players, its page, and what decides it next."""

    text: str
    address: str


def list_strays(reader: Reader, last: int) -> tuple[str, ...]:
    """Name the games of running duels that belong to none any more; once the next round is published they are over.

    `last` is the last published round. One query where there are any.
    """
    running = (course for course in read_courses(read_standings(reader)) if not course.is_over)
    strays = [pair for course in running for round_number, pair in course.strays if round_number == last]
    names = audience.names_of_participants(reader) if strays else {}
    where = gettext("Round %(number)s") % {"number": last}
    return tuple(f"{where}: {names[one]} – {names[other]}" for one, other in strays)


def list_level_duels(reader: Reader) -> tuple[LevelDuel, ...]:
    """Return the level duels of an event. One query where there are any."""
    level = [(course, state) for course in read_courses(read_standings(reader)) for state in find_level(course.states)]
    names = audience.names_of_participants(reader) if level else {}
    return tuple(
        LevelDuel(
            gettext("%(match)s: %(next)s")
            % {
                "match": wording.name_players(state, names),
                "next": wording.play_off_title(state.decision.waits_for, of_teams=reader.event.of_teams),
            },
            reverse("duel", args=[reader.event.slug, course.stage.first, state.duel.key]),
        )
        for course, state in level
    )
