"""Who is paired and ranked in an event: its teams where it is an event of teams, else its players."""

from typing import Any

from tournaments.models import Event


def participants_of(event: Event) -> Any:
    """Return the manager of the teams or of the players of an event.

    Both have a number, a name, `withdrawn_from` and `absences`, so that a round is drawn for both in one way.
    """
    return event.teams if event.of_teams else event.players
