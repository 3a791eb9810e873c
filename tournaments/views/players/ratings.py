"""Compare the players of an event with the rating lists: differences are shown first, and stored where chosen."""

import re
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.numbering import number_by_rating
from tournaments.actions.players.ratings import update_from_lists
from tournaments.models import Event
from tournaments.pages.players.newer_ratings import list_doubts
from tournaments.queries.players.numbering import find_objection
from tournaments.queries.rounds.games import last_paired_round
from tournaments.rating_lists import store
from tournaments.rating_lists.matching import propose_changes, valid_month
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.wording import sentences

SHOWN = 200

REPLACED = sentence(
    "ratings-exchanged",
    gettext_noop("A list or a player has changed in the meantime. Nothing was stored: please check again."),
)


@staff_page("pair")
def players_ratings(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show what the lists know; POST stores it for the chosen players."""
    event = reader.event
    if request.method != "POST":
        return show_ratings(request, reader)
    try:
        updates, lists = chosen_updates(request, event)
        count = update_from_lists(event, updates, lists, actor(request, reader))
    except Refusal as refusal:
        return show_ratings(request, reader, sentences.refusal(refusal))
    sentence = ngettext("%(count)d player is up to date.", "%(count)d players are up to date.", count)
    messages.success(request, sentence % {"count": count})
    if "number" in request.POST and may_number(event):
        number_by_rating(event, actor(request, reader))
    return redirect("players", event.slug)


def may_number(event: Event) -> bool:
    """Return whether the players may be numbered by the new ratings at once, without looking at the numbers first."""
    return not event.of_teams and not last_paired_round(event) and find_objection(event) is None


def show_ratings(request: HttpRequest, reader: Reader, error: str = "") -> HttpResponse:
    """Show at most SHOWN players; those who are updated make room for the next."""
    event = reader.event
    found = list(islice(propose_changes(event), SHOWN + 1))
    context = {
        "lists": store.read_lists(valid_month(event)),
        "doubts": list_doubts(event),
        "may_import": policy.may(request.user, None, policy.IMPORT),
        "sure": [each for each in found[:SHOWN] if each.is_sure],
        "maybe": [each for each in found[:SHOWN] if each.found and not each.is_sure],
        "namesakes": [each for each in found[:SHOWN] if each.found is None],
        "has_more": len(found) > SHOWN,
        "may_number": may_number(event),
        "error": error,
    }
    return render_event(
        request, reader, "tournaments/players/players_ratings.html", context, status=REFUSED if error else 200
    )


def chosen_updates(request: HttpRequest, event: Event) -> tuple[dict[int, dict[str, Any]], list[str]]:
    """Return the fields to write by number, and the names of the lists. Raise Refusal where the preview is outdated."""
    asked = {int(number): key for number, key in map(split_choice, request.POST.getlist("player")) if number}
    found = {each.player.number: (each, each.found) for each in propose_changes(event) if each.found}
    updates, lists = {}, set()
    for number, key in asked.items():
        proposal, line = found.get(number, (None, None))
        if proposal is None or line is None or line.key != key:
            raise Refusal(REPLACED, field="player")
        source = {"rating_source": line.list.source} if "rating" in proposal.fields else {}
        updates[number] = proposal.fields | source
        lists.add(line.list.name)
    return updates, sorted(lists)


def split_choice(text: str) -> tuple[str, str]:
    """Split the value of a box, for example "12:3f9a-17", into the number of the player and the line of the list."""
    found = re.fullmatch(r"([0-9]{1,5}):([0-9a-f]{12}-[0-9]{1,12})", text)
    return (found[1], found[2]) if found else ("", "")
