"""The draft of the next round: drawn, changed by hand, published; and what is changed in a published round."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.rounds.drafts import cancel_drawing, change_draft, discard_draft, draw_round, require_two
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.publish import publish_round, unpublish_round
from tournaments.actions.rounds.seat_swaps import find_swap_effect, swap_seats
from tournaments.actions.rounds.starting import start_round
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.models import Event
from tournaments.pages.rounds.swap_effect import swap_effect_view
from tournaments.scheduling.next_round import DrawWishes, read_wishes
from tournaments.views.access import actor, staff_form
from tournaments.views.posted import posted_line, posted_number, posted_numbers
from tournaments.views.rounds.pairings import show_pairings

APART = "forbid"  # a rule of the event, which lasts
SWAP = "swap"  # the one change that is done at once; the others are wishes for the next drawing


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_draw(request: HttpRequest, reader: Reader) -> str:
    """Draw with the wishes of the draft there is."""
    return draw(request, reader, draft_wishes(reader.event))


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_draw_with_bye(request: HttpRequest, reader: Reader) -> str:
    """Draw again; who has the bye keeps it."""
    wishes, draft = draft_wishes(reader.event), reader.event.drafts.first()
    if draft and draft.byes:
        wishes = wishes._replace(bye=draft.byes[0]["player"])
    return draw(request, reader, wishes)


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_draw_relaxed(request: HttpRequest, reader: Reader) -> str:
    """Draw with the relaxation that the page has offered."""
    wishes = draft_wishes(reader.event)
    pairs = {*wishes.granted, *posted_pairs(request, "granted")}
    bye = posted_number(request, "bye") or wishes.bye
    return draw(request, reader, wishes._replace(granted=tuple(sorted(pairs)), bye=bye))


def draft_wishes(event: Event) -> DrawWishes:
    """Return what the present draft was asked to keep to."""
    draft = event.drafts.first()
    return read_wishes(event, draft) if draft else DrawWishes()


def draw(request: HttpRequest, reader: Reader, wishes: DrawWishes) -> str:
    """Draw the next round at once, or begin to where it takes long."""
    if draw_round(reader.event, wishes, actor(request, reader)):
        return _("The draft is ready. Only the arbiters see it.")
    return _("The round is being drawn. You can leave this page in the meantime.")


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_cancel(request: HttpRequest, reader: Reader) -> str:
    """Cancel a drawing that takes long."""
    cancel_drawing(reader.event, actor(request, reader))
    return _("The draw has been cancelled.")


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_change(request: HttpRequest, reader: Reader) -> str:
    """Change the draft by hand, or note a wish for the next drawing."""
    change, players, by = request.POST.get("change", ""), posted_numbers(request, "player"), actor(request, reader)
    revision, number = posted_number(request, "revision") or 0, posted_number(request, "round") or 0
    if change == APART:
        add_forbidden_pairing(
            reader.event, ForbiddenPairingDefinition(Apart.LIST, require_two(players), from_round=max(number, 1)), by
        )
        return _("They are kept apart from this round on. Pair again.")
    change_draft(reader.event, number, revision, change, players, by)
    return _("The draft is changed.") if change == SWAP else _("Noted: the next draw will respect it.")


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_discard(request: HttpRequest, reader: Reader) -> str:
    """Discard the draft."""
    discard_draft(reader.event, actor(request, reader))
    return _("The draft is discarded.")


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_publish(request: HttpRequest, reader: Reader) -> str:
    """Publish the draft, or the drafts of all groups, as they were seen; and the event with it where that is asked."""
    revisions, shows = dict(posted_pairs(request, "seen")), "show" in request.POST and reader.may(policy.CONFIGURE)
    by, reason = actor(request, reader), posted_line(request, "reason")
    rounds = publish_round(reader.event, revisions, by, reason, shows_event=shows)
    names = ", ".join(_("round %(number)d") % {"number": each.number} for each in rounds)
    said = _("Published: %(rounds)s. The event is public now.") if shows else _("Published: %(rounds)s.")
    return said % {"rounds": names}


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_unpublish(request: HttpRequest, reader: Reader) -> str:
    """Make a draft of the round that was published last."""
    number = posted_number(request, "round") or 0
    unpublish_round(reader.event, number, actor(request, reader), posted_line(request, "reason"))
    return _("The round is a draft again.")


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_swap(request: HttpRequest, reader: Reader) -> HttpResponse | str:
    """Show what a change of a published round would do, and do it once that was seen."""
    event = reader.event
    players = (posted_number(request, "player") or 0, posted_number(request, "other") or 0)
    number, seen, by = posted_number(request, "round") or 0, posted_line(request, "seen"), actor(request, reader)
    if not seen:
        effect = find_swap_effect(event, number, players, by)
        view = swap_effect_view(event, number, players, effect.before, effect.after, effect.seen, effect.broken)
        return show_pairings(request, reader, swap=view)
    swap_seats(event, number, players, by, posted_line(request, "reason"), seen)
    return _("Round %(number)d has been changed.") % {"number": number}


@staff_form(policy.PAIR, refused=show_pairings)
def pairings_start(request: HttpRequest, reader: Reader) -> str:
    """Note that a round has started."""
    started = start_round(reader.event, posted_number(request, "round") or 0, actor(request, reader))
    return _("Round %(number)d has started.") % {"number": started.number}


def posted_pairs(request: HttpRequest, field: str) -> list[tuple[int, int]]:
    """Return all pairs of numbers of that name, written as "12-7"."""
    pairs = (re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text) for text in request.POST.getlist(field))
    return [(int(pair[1]), int(pair[2])) for pair in pairs if pair]
