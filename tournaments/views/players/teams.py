"""The teams of an event for the staff: entered, corrected, arranged, numbered, removed."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.actions.players.teams import number_teams, remove_team, save_team
from tournaments.forms import tiebreak_order
from tournaments.forms.entry import read_number
from tournaments.forms.teams import TeamForm
from tournaments.pages.players.teams import team_view, teams_view
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED, report_outcome
from tournaments.views.players.fixed_tables import fix_table
from tournaments.wording import sentences

MOST_MEMBERS = 100


@staff_page("pair")
def teams(request, event):
    """Show the teams; POST gives them new numbers by rating."""
    if not event.of_teams:
        raise Http404
    if request.method == "POST":
        return number(request, event)
    return render(request, "tournaments/players/teams.html", {"event": event, "view": teams_view(event), "step": 4})


def number(request, event):
    """Number the teams anew, or say why not."""
    page, said = redirect("teams", event.slug), _("Every team has a number by rating now.")
    return report_outcome(request, page, said, lambda: number_teams(event, actor(request, event)))


@staff_page("pair")
def team_add(request, event):
    """Enter a new team; its players come on its own page."""
    if not event.of_teams:
        raise Http404
    return one_team(request, event, None)


@staff_page("pair")
def team_edit(request, event, number):
    """Show one team with the list of its players; every button posts the whole list and gets it back arranged."""
    team = get_object_or_404(event.teams, number=number)
    return VERBS.get(request.POST.get("do"), one_team)(request, event, team)


def one_team(request, event, team):
    """Show or store a team: "save" stores it, every other button only arranges the list."""
    form = TeamForm(request.POST or None, team=team)
    if request.method != "POST":
        return show(request, event, form, team)
    step = request.POST.get("do", "save")
    members = arranged(posted(request), step, request.POST.get("joins", ""))
    if step != "save":
        return show(request, event, form, team, members, is_draft=True)
    if not form.is_valid() or not (saved := save(request, event, team, form, members)):
        return show(request, event, form, team, members, status=REFUSED)
    typing_on = team is None or "newcomer" in form.cleaned_data
    return redirect(reverse("team_edit", args=[event.slug, saved.number]) + ("?more" if typing_on else ""))


def posted(request) -> list[int]:
    """Return the numbers of the players in the order of the form."""
    numbers = map(read_number, request.POST.getlist("member")[:MOST_MEMBERS])
    return [number for number in numbers if number is not None]


def arranged(members: list[int], step: str, joins: str) -> list[int]:
    """Return the list after one press of a button: "up:2", "down:0", "remove:1", "add"."""
    return [
        int(text)
        for text in tiebreak_order.edit_lines([str(number) for number in members], step, joins)
        if text.isdecimal()
    ]


def save(request, event, team, form, members):
    """Store a team and return it; where it is refused the form carries the sentence."""
    newcomers = [form.cleaned_data["newcomer"]] if "newcomer" in form.cleaned_data else []
    number = team.number if team else None
    by = actor(request, event)
    try:
        saved = save_team(event, number, form.team_fields(), members, by, newcomers=newcomers)
    except Refusal as refusal:
        form.refuse(refusal.field, sentences.refusal(refusal))
        return None
    messages.success(request, _("%(team)s is saved.") % {"team": saved.name})
    return saved


def show(request, event, form, team, members=None, status=200, is_draft=False):
    view = team_view(event, team, members)
    types_on = "more" in request.GET  # one player after the other
    context = {"event": event, "form": form, "team": team, "view": view, "is_draft": is_draft, "types_on": types_on}
    return render(request, "tournaments/players/team_edit.html", context, status=status)


def remove(request, event, team):
    """Take a team out of the list with its players, or say why not."""
    try:
        remove_team(event, team.number, actor(request, event))
    except Refusal as refusal:
        messages.error(request, sentences.refusal(refusal))
        return redirect("team_edit", event.slug, team.number)
    messages.success(request, _("%(team)s and its players are no longer in the list.") % {"team": team.name})
    return redirect("teams", event.slug)


VERBS = {"remove": remove, "table": fix_table}
