"""The staff's list of players: searched, added to, corrected, thinned out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.participation import (
    expel_participant,
    read_rounds,
    reinstate_participant,
    set_absences,
    withdraw_participant,
)
from tournaments.actions.players.players import add_player, edit_player, remove_player
from tournaments.domain.desk.results import Result
from tournaments.models import Player
from tournaments.pages.event.setup import first_round_view
from tournaments.pages.players.newer_ratings import say_newer_ratings
from tournaments.pages.players.numbers import find_hint, say_entry
from tournaments.pages.players.players import describe_history, players_view
from tournaments.queries.players.numbering import find_equal
from tournaments.queries.rounds.games import coming_rounds, last_paired_round
from tournaments.queries.rounds.plan import read_plan
from tournaments.rating_lists import store
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.exchange.import_players import make_list_form
from tournaments.views.once import once
from tournaments.views.players.look_up import lookup_context
from tournaments.views.players.player_form import PlayerForm
from tournaments.views.posted import posted_line
from tournaments.wording.pairings import ONE_MORE, list_absences, say_withdrawn

LATEST = 5  # players shown beside the form of the next one


@require_safe
@staff_page(policy.PAIR)
def players(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the list of players to the staff."""
    query, page, order = (request.GET.get(name, "") for name in ("q", "page", "by"))
    view = players_view(reader.event, query.strip()[:60], page, order)
    context = {"view": view, "step": 3, "has_lists": bool(store.read_lists())}
    context["first"] = first_round_view(reader, has_begun=view.has_begun)
    context["list_form"] = make_list_form(request)
    context["newer_ratings"] = say_newer_ratings(reader.event)
    return render_event(request, reader, "tournaments/players/players.html", context)


@once
@staff_page(policy.PAIR)
def player_add(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Add one player by hand; a name like one that is in the list is queried first."""
    event = reader.event
    looked = lookup_context(request, event)
    form = PlayerForm(request.POST or looked["taken"], event=event)
    if request.method == "POST" and form.is_valid() and not form.similar and save_new(request, reader, form, looked):
        return redirect(request.path) if "another" in request.POST else redirect("players", event.slug)
    if not looked["taken"] and (form.is_bound or not looked["has_lists"]):  # otherwise the look-up has the focus
        form.fields["name"].widget.attrs["autofocus"] = True
    latest = event.players.order_by("-pk")[:LATEST]
    late = last_paired_round(event)
    context = {"form": form, "late": late, "numbers": late and find_hint(reader), "latest": latest, **looked}
    return render_event(
        request, reader, "tournaments/players/player_add.html", context, status=REFUSED if request.POST else 200
    )


def save_new(request: HttpRequest, reader: Reader, form: PlayerForm, looked: dict[str, Any]) -> bool:
    """Add the player of a valid form; where that is refused the form carries the sentence."""
    is_listed = looked["taken"] and looked["taken"]["rating"] == form.values()["rating"]
    source = {"rating_source": looked["source"]} if is_listed else {}
    try:
        player = add_player(reader.event, form.values() | source, actor(request, reader))
    except Refusal as refusal:
        form.refuse(refusal)
        return False
    messages.success(request, say_entry(reader, player))
    return True


@staff_page(policy.PAIR)
def player_edit(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Show one player to the staff; POST stores what was corrected."""
    event = reader.event
    player = get_object_or_404(event.players, number=number)
    form = PlayerForm(request.POST if request.method == "POST" else None, event=event, player=player)
    if form.is_valid() and save_known(request, reader, player, form):
        return redirect("players", event.slug)
    player.refresh_from_db()
    context = {"form": form, "player": player, "history": describe_history(player)}
    context |= {
        "coming_rounds": coming_rounds(event, last_paired_round(event)),
        "kinds": list_absences(read_plan(event)),
        "equal": find_equal(event, player),
        "absences": [(each.round, str(Result(each.kind).label)) for each in player.absences.order_by("round")],
    }
    return render_event(
        request, reader, "tournaments/players/player_edit.html", context, status=REFUSED if form.is_bound else 200
    )


def save_known(request: HttpRequest, reader: Reader, player: Player, form: PlayerForm) -> bool:
    """Store the player of a valid form; where that is refused the form carries the sentence."""
    try:
        edit_player(reader.event, player.number, form.values(), actor(request, reader))
    except Refusal as refusal:
        form.refuse(refusal)
        return False
    messages.success(request, _("Saved."))
    return True


@staff_form(policy.PAIR, refused=flash_refusal)
def player_remove(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Remove a player who has no game yet."""
    event = reader.event
    player = get_object_or_404(event.players, number=number)
    remove_player(event, number, actor(request, reader))
    messages.success(request, _("%(name)s is no longer in the list.") % {"name": player.name})
    return redirect("players", event.slug)


@staff_form(policy.PAIR, refused=flash_refusal)
def player_withdraw(request: HttpRequest, reader: Reader, number: int) -> str:
    """Withdraw a player from the rounds to come, or expel them."""
    player, is_expelled = get_object_or_404(reader.event.players, number=number), "expel" in request.POST
    leave = expel_participant if is_expelled else withdraw_participant
    still_open = leave(reader.event, number, actor(request, reader), posted_line(request, "reason"))
    return say_withdrawn(player.name, still_open, of_teams=False, is_expelled=is_expelled)


@staff_form(policy.PAIR, refused=flash_refusal)
def player_absence(request: HttpRequest, reader: Reader, number: int) -> str:
    """Note absences or requested byes of a player in one or several rounds."""
    get_object_or_404(reader.event.players, number=number)
    rounds, kind = read_rounds(" ".join(request.POST.getlist("round"))), request.POST.get("kind", "")
    set_absences(reader.event, [number], rounds, kind[:1], actor(request, reader), one_more=kind == ONE_MORE)
    return _("The absence is noted.")


@staff_form(policy.PAIR, refused=flash_refusal)
def player_reinstate(request: HttpRequest, reader: Reader, number: int) -> str:
    """Pair a withdrawn player again."""
    get_object_or_404(reader.event.players, number=number)
    reinstate_participant(reader.event, number, actor(request, reader), posted_line(request, "reason"))
    return _("The player is paired again.")
