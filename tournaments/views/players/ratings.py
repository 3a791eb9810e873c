"""The players of an event held against the rating lists: what is new is shown first, and written where it is wanted."""

import re
from itertools import islice

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.players.players import number_by_rating
from tournaments.actions.players.ratings import update_from_lists
from tournaments.queries.games import last_paired_round
from tournaments.rating_lists import store
from tournaments.rating_lists.matching import propose_changes
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences

SHOWN = 200

EXCHANGED = sentence(
    "ratings-exchanged",
    gettext_noop("A list or a player has changed meanwhile. Nothing is written: please look again."),
)


@staff_page("pair")
def players_ratings(request, event):
    """Show what the lists know; POST writes it for the players that were ticked."""
    if request.method != "POST":
        return show(request, event)
    try:
        updates, lists = chosen(request, event)
        count = update_from_lists(event, updates, lists, actor(request, event))
    except Refusal as refusal:
        return show(request, event, sentences.refusal(refusal))
    said = ngettext("%(count)d player is up to date.", "%(count)d players are up to date.", count)
    messages.success(request, said % {"count": count})
    if "number" in request.POST and not last_paired_round(event):
        number_by_rating(event, actor(request, event))
    return redirect("players", event.slug)


def show(request, event, error=""):
    """Show at most so many players at once; those who are brought up to date make room for the next."""
    found = list(islice(propose_changes(event), SHOWN + 1))
    context = {
        "event": event,
        "lists": store.read_lists(),
        "sure": [each for each in found[:SHOWN] if each.is_sure],
        "maybe": [each for each in found[:SHOWN] if each.found and not each.is_sure],
        "namesakes": [each for each in found[:SHOWN] if each.found is None],
        "has_more": len(found) > SHOWN,
        "may_number": not last_paired_round(event) and not event.of_teams,
        "error": error,
    }
    return render(request, "tournaments/players/players_ratings.html", context, status=REFUSED if error else 200)


def chosen(request, event):
    """Return the fields to write by number, and the names of the lists. Raise Refusal where the preview is outdated."""
    asked = {int(number): key for number, key in map(parted, request.POST.getlist("player")) if number}
    found = {each.player.number: each for each in propose_changes(event) if each.found}
    updates, lists = {}, set()
    for number, key in asked.items():
        if number not in found or found[number].found.key != key:
            raise Refusal(EXCHANGED, field="player")
        updates[number] = found[number].fields
        lists.add(found[number].found.list.name)
    return updates, sorted(lists)


def parted(text):
    """Split what a box says, such as "12:3f9a-17", into the number of the player and the line of the list."""
    found = re.fullmatch(r"([0-9]{1,5}):([0-9a-f]{12}-[0-9]{1,12})", text)
    return (found[1], found[2]) if found else ("", "")
