"""Who is paired and ranked in an event: its teams where it is an event of teams, else its players."""

from django.db.models import Manager

from tournaments.models import Event, Player, Team

type Participants = Manager[Team] | Manager[Player]


def participants_of(event: Event) -> Participants:
    """Return the manager of the teams or of the players of an event.

    Both have a number, a name, `withdrawn_from` and `absences`, so that rounds of both are drawn in one way.
    """
    return event.teams if event.of_teams else event.players
