"""Who comes and goes during the event: absences, withdrawals, returns, late entries."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.participation import (
    expel_participant,
    read_rounds,
    reinstate_participant,
    set_absences,
    withdraw_participant,
)
from tournaments.actions.players.players import add_player
from tournaments.pages.players.numbers import say_entry
from tournaments.views.access import actor, staff_form
from tournaments.views.once import once
from tournaments.views.posted import posted_line, posted_number, posted_numbers
from tournaments.views.rounds.pairings import show_pairings
from tournaments.wording import pairings as pairings_wording


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_absence(request: HttpRequest, reader: Reader) -> str:
    """Note absences or requested byes of one or several, or that they are present after all."""
    numbers, rounds = posted_numbers(request, "player"), read_rounds(" ".join(request.POST.getlist("round")))
    kind = request.POST.get("kind", "")
    by, one_more = actor(request, reader), kind == pairings_wording.ONE_MORE
    set_absences(reader.event, numbers, rounds, kind[:1], by, of_teams=reader.event.of_teams, one_more=one_more)
    return _("The absence is noted.")


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_withdraw(request: HttpRequest, reader: Reader) -> str:
    """Withdraw a player or a team from the rounds to come, or expel them."""
    event = reader.event
    number, reason = posted_number(request, "player") or 0, posted_line(request, "reason")
    is_expelled = "expel" in request.POST
    leave = expel_participant if is_expelled else withdraw_participant
    still_open = leave(event, number, actor(request, reader), reason, of_teams=event.of_teams)
    name = (event.teams if event.of_teams else event.players).get(number=number).name
    return pairings_wording.say_withdrawn(name, still_open, of_teams=event.of_teams, is_expelled=is_expelled)


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_reinstate(request: HttpRequest, reader: Reader) -> str:
    """Pair a withdrawn player or team again."""
    event = reader.event
    number, reason = posted_number(request, "player") or 0, posted_line(request, "reason")
    reinstate_participant(event, number, actor(request, reader), reason, of_teams=event.of_teams)
    return _("The team is paired again.") if event.of_teams else _("The player is paired again.")


@once
@staff_form(policy.PAIR, refused=show_pairings)
def pairings_late_entry(request: HttpRequest, reader: Reader) -> str:
    """Add a player who comes after the first round."""
    texts = {"name": posted_line(request, "name", 80), "club": posted_line(request, "club", 60)}
    player = add_player(reader.event, texts | {"rating": posted_number(request, "rating")}, actor(request, reader))
    return say_entry(reader, player)
