"""The teams of an event for the staff: entered, corrected, arranged, removed."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.teams import remove_team, save_team
from tournaments.forms.teams import TeamForm
from tournaments.models import Team
from tournaments.pages.event.setup import first_round_view
from tournaments.pages.players.teams import team_view, teams_view
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.exchange.import_players import make_list_form
from tournaments.views.once import once
from tournaments.views.posted import move_line, posted_number, posted_numbers, remove_line
from tournaments.wording import sentences

MOST_MEMBERS = 100


@require_safe
@staff_page(policy.PAIR)
def teams(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the teams to the staff."""
    if not reader.event.of_teams:
        raise Http404
    view = teams_view(reader)
    context = {"view": view, "step": 3, "first": first_round_view(reader, has_begun=view.has_begun)}
    context["list_form"] = make_list_form(request)
    return render_event(request, reader, "tournaments/players/teams.html", context)


@once
@staff_page(policy.PAIR)
def team_add(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Enter a new team; its players come on its own page."""
    if not reader.event.of_teams:
        raise Http404
    return one_team(request, reader, None)


@once
@staff_page(policy.PAIR)
def team_edit(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Show one team with the list of its players, or store it."""
    return one_team(request, reader, get_object_or_404(reader.event.teams, number=number))


@staff_form(policy.PAIR, refused=flash_refusal)
def team_remove(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Remove a team with its players."""
    event = reader.event
    team = get_object_or_404(event.teams, number=number)
    remove_team(event, number, actor(request, reader))
    messages.success(request, _("%(team)s and its players are no longer in the list.") % {"team": team.name})
    return redirect("teams", event.slug)


@staff_form(policy.PAIR, refused=flash_refusal)
def teams_member_up(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Move a player up in the list of a team, without storing it."""
    return show_arranged(request, reader, move_line(posted_members(request), posted_number(request, "line"), -1))


@staff_form(policy.PAIR, refused=flash_refusal)
def teams_member_down(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Move a player down in the list of a team, without storing it."""
    return show_arranged(request, reader, move_line(posted_members(request), posted_number(request, "line"), 1))


@staff_form(policy.PAIR, refused=flash_refusal)
def teams_member_remove(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Remove a player from the list of a team, without storing it."""
    return show_arranged(request, reader, remove_line(posted_members(request), posted_number(request, "line")))


@staff_form(policy.PAIR, refused=flash_refusal)
def teams_member_add(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Add a player to the list of a team, without storing it."""
    return show_arranged(request, reader, posted_members(request) + posted_numbers(request, "joins")[:1])


def one_team(request: HttpRequest, reader: Reader, team: Team | None) -> HttpResponse:
    """Show or store a team."""
    form = TeamForm(request.POST or None, event=reader.event, team=team)
    if request.method != "POST":
        return show_team(request, reader, form, team)
    members = posted_members(request)
    if not form.is_valid() or not (saved := save_members(request, reader, team, form, members)):
        return show_team(request, reader, form, team, members, status=REFUSED)
    typing_on = team is None or "newcomer" in form.cleaned_data
    return redirect(reverse("team_edit", args=[reader.event.slug, saved.number]) + ("?more" if typing_on else ""))


def show_arranged(request: HttpRequest, reader: Reader, members: list[int]) -> HttpResponse:
    """Show a team, or one that is not stored yet, with its list as it is arranged now."""
    if not reader.event.of_teams:
        raise Http404
    number = posted_number(request, "team")
    team = None if number is None else get_object_or_404(reader.event.teams, number=number)
    return show_team(
        request, reader, TeamForm(request.POST, event=reader.event, team=team), team, members, is_draft=True
    )


def posted_members(request: HttpRequest) -> list[int]:
    """Return the numbers of the players in the order of the form."""
    return posted_numbers(request, "member")[:MOST_MEMBERS]


def save_members(
    request: HttpRequest, reader: Reader, team: Team | None, form: TeamForm, members: list[int]
) -> Team | None:
    """Store a team and return it; where it is refused the form carries the sentence."""
    newcomers = [form.cleaned_data["newcomer"]] if "newcomer" in form.cleaned_data else []
    number = team.number if team else None
    by = actor(request, reader)
    try:
        saved = save_team(reader.event, number, form.team_fields(), members, by, newcomers=newcomers)
    except Refusal as refusal:
        form.refuse(refusal.field, sentences.refusal(refusal))
        return None
    messages.success(request, _("%(team)s is saved.") % {"team": saved.name})
    return saved


def show_team(
    request: HttpRequest,
    reader: Reader,
    form: TeamForm,
    team: Team | None,
    members: list[int] | None = None,
    status: int = 200,
    is_draft: bool = False,
) -> HttpResponse:
    view = team_view(reader.event, team, members)
    types_on = "more" in request.GET  # one player after the other
    context = {"form": form, "team": team, "view": view, "is_draft": is_draft, "types_on": types_on}
    return render_event(request, reader, "tournaments/players/team_edit.html", context, status=status)
