"""The names and personal data of an event's players: hidden, shown, erased."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.accounts.privacy import erase_details, erase_player, show_player
from tournaments.domain.players.name_matching import drop_accents
from tournaments.models import Event
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line, posted_number
from tournaments.wording import sentences

DONE = gettext_lazy("Done. Results and tables have not changed.")


@require_safe
@staff_page(policy.NAMES)
def names(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show whose name is hidden."""
    return show_names(request, reader)


def show_names(request: HttpRequest, reader: Reader, refusal: Refusal | None = None) -> HttpResponse:
    players = sorted(reader.event.players.all(), key=lambda player: drop_accents(player.name))
    context = {
        "error": sentences.refusal(refusal) if refusal else "",
        "players": [(player.number, player.name) for player in players],
        "hidden": [player for player in players if player.pseudonym or player.is_withheld],
        "may_own": reader.may(policy.KEEP),
    }
    return render_event(request, reader, "tournaments/accounts/names.html", context, status=REFUSED if refusal else 200)


@staff_form(policy.NAMES, refused=show_names)
def names_pseudonym(request: HttpRequest, reader: Reader) -> str:
    """Show a player under a pseudonym."""
    pseudonym = posted_line(request, "pseudonym", 80)
    show_player(reader.event, posted_player(request), actor(request, reader), pseudonym=pseudonym)
    return str(DONE)


@staff_form(policy.NAMES, refused=show_names)
def names_withhold(request: HttpRequest, reader: Reader) -> str:
    """Show no name of a player."""
    show_player(reader.event, posted_player(request), actor(request, reader), withheld=True)
    return str(DONE)


@staff_form(policy.NAMES, refused=show_names)
def names_show(request: HttpRequest, reader: Reader) -> str:
    """Show a player under their own name again."""
    show_player(reader.event, posted_player(request), actor(request, reader))
    return str(DONE)


@staff_form(policy.KEEP, refused=show_names)
def names_erase(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Erase the personal data of one player."""
    event = reader.event
    if not is_confirmed(request, event):
        return not_confirmed(request, event)
    erase_player(event, posted_player(request), actor(request, reader), posted_line(request, "reason"))
    return str(DONE)


@staff_form(policy.KEEP, refused=show_names)
def names_erase_details(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Erase what is known of all players but their names."""
    event = reader.event
    if not is_confirmed(request, event):
        return not_confirmed(request, event)
    erase_details(event, actor(request, reader))
    return str(DONE)


def posted_player(request: HttpRequest) -> int:
    return posted_number(request, "player") or 0


def is_confirmed(request: HttpRequest, event: Event) -> bool:
    """Tell whether the name of the event was typed: what is erased does not come back."""
    return posted_line(request, "typed", 120) == event.name


def not_confirmed(request: HttpRequest, event: Event) -> HttpResponse:
    messages.error(request, _("Nothing was changed: type the name of the event to confirm."))
    return redirect("names", event.slug)
