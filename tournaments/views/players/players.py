"""The list of players: searched, added to, corrected, thinned out."""

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.refusal import Refusal
from tournaments.actions.players.participation import reinstate_participant, withdraw_participant
from tournaments.actions.players.players import add_player, edit_player, number_by_rating, remove_player
from tournaments.domain import name_matching
from tournaments.imports import player_fields, player_list
from tournaments.pages.players.players import history, players_view
from tournaments.queries.games import last_paired_round
from tournaments.rating_lists import store
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED, report_outcome
from tournaments.views.players.fixed_tables import fix_table
from tournaments.views.players.look_up import looked_up
from tournaments.wording import sentences

ASKED = ("name", "rating", "national_rating", "title", "club", "federation", "sex", "birth_date", "fide_id")
SEXES = [("", "–"), ("w", gettext_lazy("female")), ("m", gettext_lazy("male"))]


class PlayerForm(forms.Form):
    """What is asked of one player, read as the columns of a list are; `again` lets a name pass that is like another."""

    again = forms.BooleanField(required=False)

    def __init__(self, data=None, *, event, player=None):
        self.asked = (*ASKED, "team") if event.of_teams else ASKED
        known = {name: player_list.read_known_value(player, name) for name in self.asked} if player else {}
        super().__init__(data, initial=known, label_suffix="")
        self.event, self.player, self.similar = event, player, None
        for name in ASKED:
            field = player_fields.BY_NAME[name]
            self.fields[name] = forms.CharField(label=field.title, required=name == "name", max_length=120)
        if event.of_teams:
            teams = [(name, name) for name in event.teams.order_by("number").values_list("name", flat=True)]
            self.fields["team"] = forms.ChoiceField(label=_("Team"), choices=[("", "–"), *teams], required=False)
        self.fields["sex"] = forms.ChoiceField(label=_("Sex"), choices=SEXES, required=False)

    def clean(self):
        """Read every text as the column of a list would be read; ask about a new name like one that is here."""
        found = super().clean()
        texts = {name: str(found.get(name) or "") for name in self.asked}
        values, wrong = player_fields.read_line(texts)
        for name, said in wrong.items():
            if name not in self.errors:
                self.add_error(name, said)
        if not self.errors and self.player is None and not found["again"]:
            self.similar = alike(self.event, values["name"])
        return found | values


def alike(event, name):
    """Return the player whose name is equal or alike, None where there is none. One question."""
    players = dict(event.players.values_list("number", "name"))
    keys = {number: name_matching.comparison_key(known) for number, known in players.items()}
    found = name_matching.find_similar(name, keys)
    return (found[0], players[found[0]]) if found else None


def values_of(form):
    return {name: form.cleaned_data[name] for name in form.asked}


@staff_page("pair")
def players(request, event):
    """Show the list; POST gives everybody a new number by rating."""
    if request.method == "POST":
        return number(request, event)
    view = players_view(event, request.GET.get("q", "").strip()[:60], request.GET.get("page", "1"))
    context = {"event": event, "view": view, "step": 4, "has_lists": bool(store.read_lists())}
    return render(request, "tournaments/players/players.html", context)


def number(request, event):
    page, said = redirect("players", event.slug), _("Everybody has a number by rating now.")
    return report_outcome(request, page, said, lambda: number_by_rating(event, actor(request, event)))


@staff_page("pair")
def player_add(request, event):
    """Add one player by hand; a name like one that is here is asked about first."""
    looked = looked_up(request, event)
    form = PlayerForm(request.POST or looked["taken"], event=event)
    if request.method == "POST" and form.is_valid() and not form.similar and add(request, event, form):
        return redirect(request.path if "another" in request.POST else "players", *slug_of(request, event))
    context = {"event": event, "form": form, "late": last_paired_round(event), **looked}
    return render(request, "tournaments/players/player_add.html", context, status=REFUSED if request.POST else 200)


def slug_of(request, event):
    """Return what a redirect needs beside its target: an address has its slug in it already."""
    return () if "another" in request.POST else (event.slug,)


def add(request, event, form):
    try:
        player = add_player(event, values_of(form), actor(request, event))
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentences.refusal(refusal))
        return False
    said = _("%(name)s takes part with the number %(number)d.") % {"name": player.name, "number": player.number}
    messages.success(request, said)
    return True


@staff_page("pair")
def player_edit(request, event, number):
    """Show one player to the staff: correct what is known, give a table, withdraw, take back, remove."""
    player = get_object_or_404(event.players, number=number)
    verb = VERBS.get(request.POST.get("do", ""))
    form = PlayerForm(request.POST if request.method == "POST" and not verb else None, event=event, player=player)
    if verb:
        return verb(request, event, player)
    if form.is_valid() and edit(request, event, form):
        return redirect("players", event.slug)
    player.refresh_from_db()
    context = {"event": event, "form": form, "player": player, "history": history(player)}
    return render(request, "tournaments/players/player_edit.html", context, status=REFUSED if form.is_bound else 200)


def edit(request, event, form):
    try:
        edit_player(event, form.player.number, values_of(form), actor(request, event))
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentences.refusal(refusal))
        return False
    messages.success(request, _("Saved."))
    return True


def remove(request, event, player):
    page, by = redirect("players", event.slug), actor(request, event)
    said = _("%(name)s is no longer in the list.") % {"name": player.name}
    return report_outcome(request, page, said, lambda: remove_player(event, player.number, by))


def withdraw(request, event, player):
    page = redirect("player_edit", event.slug, player.number)
    said = _("The player is not paired any more.")
    by, reason = actor(request, event), words(request, "reason")
    return report_outcome(request, page, said, lambda: withdraw_participant(event, player.number, by, reason))


def come_back(request, event, player):
    page = redirect("player_edit", event.slug, player.number)
    said = _("The player is paired again.")
    by, reason = actor(request, event), words(request, "reason")
    return report_outcome(request, page, said, lambda: reinstate_participant(event, player.number, by, reason))


VERBS = {"remove": remove, "withdraw": withdraw, "return": come_back, "table": fix_table}
