"""Template tags of the public pages: the line under an event's name and its tabs."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.domain.event.accents import ACCENTS, DEFAULT
from tournaments.models import Event
from tournaments.operation.folders import command_line
from tournaments.pages import navigation
from tournaments.pages.event import ticker
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.event.progress import read_progress
from tournaments.wording import dates as dates_wording

register = template.Library()


@register.simple_tag(takes_context=True)
def address_in_any_language(context: dict[str, Any]) -> str:
    """Return the address of a page without the language that it may name, for the choice of another one."""
    request = context.get("request")
    if request is None:
        return ""
    query = request.GET.copy()
    query.pop("lang", None)
    return f"{request.path}?{query.urlencode()}" if query else str(request.path)


@register.simple_tag
def event_icon(event: Event | None) -> str:
    """Return the address of the icon in an event's colour, or in the site's."""
    accent = getattr(event, "accent", "")
    return static(f"icons/{accent if accent in ACCENTS else DEFAULT}.svg")


@register.simple_tag
def event_manifest(event: Event | str) -> str:
    """Return where a home screen reads what to keep: a public event, or else the site.

    It is asked for without cookies, so the address names the language.
    """
    shown = event if isinstance(event, Event) and event.is_public and event.slug else None
    address = reverse("manifest", args=[shown.slug]) if shown else reverse("site_manifest")
    return f"{address}?lang={get_language()}"


@register.simple_tag
def server_command(words: str) -> str:
    """Return what whoever runs this server types for a command."""
    return command_line(words)


@register.filter
def called(board: int, event: Event) -> str:
    """Return how a board of an event is called: "12", or "3.2" in a match of teams."""
    return board_label(event, board)


@register.filter
def breakable(address: str) -> SafeString:
    """Let a long address break after its slashes, and nowhere within a word."""
    return mark_safe("/<wbr>".join(escape(part) for part in address.split("/")))  # noqa: S308 - every part is escaped


@register.inclusion_tag("tournaments/shared/_event_line.html", takes_context=True)
def event_line(context: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """Show where and when an event takes place; on what will be its public pages, a button shows a hidden one."""
    event = reader.event
    match = getattr(context.get("request"), "resolver_match", None)  # files of an event have no request
    is_hidden = not event.is_public and not event.is_dry_run
    may_show = is_hidden and reader.may(policy.CONFIGURE)
    may_show = may_show and match is not None and not navigation.is_staff_page(match.view_name)
    return {"event": event, "may_show": may_show, "dates": dates_wording.write_days(event.starts_on, event.ends_on)}


@register.inclusion_tag("tournaments/shared/_help.html", takes_context=True)
def event_help(context: dict[str, Any]) -> dict[str, Any]:
    """Help with a page of the staff or of the site: what the manual says about it, fetched once it is opened."""
    match = getattr(context.get("request"), "resolver_match", None)  # the page of an error may have none
    return {"place": navigation.find_in_manual(match.view_name if match else "")}


def round_shown(reader: Reader, view: Any) -> int | None:
    """Return the running round, else the last published one, None without any; what the page has read is not asked."""
    progress = getattr(view, "progress", None)
    if progress and progress.round:
        return int(progress.round)
    last: int | None = reader.event.rounds.order_by("-number").values_list("number", flat=True).first()
    return (read_progress(reader).round or last) if last else None


@register.inclusion_tag("tournaments/shared/_tabs.html", takes_context=True)
def event_tabs(context: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """Show the pages of an event that this visitor may open; the current one is marked.

    Those of the staff say where an event is kept that this server only shows.
    """
    event, match = reader.event, context["request"].resolver_match
    running = round_shown(reader, context.get("view"))
    current = navigation.tab_of(match.view_name, event) if match else ""
    public = navigation.list_public_pages(event, running, context.get("round_number", running))
    steps = navigation.list_steps(reader.role, event, running is not None, public, current)
    kept_at = event.mirrored["source"] if event.mirrored and navigation.is_staff_page(current) else ""
    return {"current": current, "public": public, "steps": steps, "kept_at": kept_at}


@register.inclusion_tag("tournaments/event/_ticker.html")
def event_ticker(reader: Reader) -> dict[str, Any]:
    """Show what happened last, as the reader of the event sees it."""
    return {"lines": ticker.read_ticker(reader)}
