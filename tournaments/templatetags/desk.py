"""The rows of the desk, for its page and for the answers to entries."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.pages.desk.boards import DeskBoard

register = template.Library()

ROW, CONFLICT = "tournaments/desk/_desk_row.jinja", "tournaments/desk/_conflict.html"
# What a row shows of the page that it stands on.
OF_PAGE = ("event", "desk", "place", "problem", "current", "may_decide", "adjourn", "usual", "uuid", "csrf_token")


@register.simple_tag(takes_context=True)
def desk_row(context: dict[str, Any], board: DeskBoard, *, whole_page: bool = False) -> SafeString:
    """Render the row of a board, with the conflict that an entry met there."""
    of_page: dict[str, Any] = {name: context.get(name) for name in OF_PAGE}
    event, number, problem = of_page["event"], of_page["desk"].round.number, of_page["problem"]
    address = reverse("enter", args=[event.slug, number, board.game.board])
    conflict = ""
    if problem and problem.entry and problem.board == board.game.board:
        stored = {"board": board, "game": board.game, "stored": context.get("stored")}
        conflict = render_to_string(CONFLICT, of_page | stored)
    values = {"board": board, "address": address, "conflict": conflict, "whole_page": whole_page}
    return mark_safe(render_to_string(ROW, of_page | values, using="rows"))  # noqa: S308 - made by a template
