"""The rows of the desk, for its page and for the answers to entries."""

from itertools import groupby
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.pages.desk.desk import AnyBoard

register = template.Library()

ROWS, CONFLICT = "tournaments/desk/_desk_rows.jinja", "tournaments/desk/_conflict.html"
# What a row shows of the page that it stands on.
OF_PAGE = (
    *("event", "desk", "place", "problem", "current", "adjourn", "usual", "uuid", "csrf_token"),
    *("may_decide", "may_repair", "may_configure"),
)


@register.simple_tag(takes_context=True)
def desk_row(context: dict[str, Any], board: AnyBoard, *, whole_page: bool = False) -> SafeString:
    """Render the row of a board, with the conflict that an entry met there."""
    of_page, problem = read_page(context), context.get("problem")
    conflict = ""
    if problem and problem.entry and problem.board == board.game.board:
        stored = {"board": board, "game": board.game, "stored": context.get("stored")}
        conflict = render_to_string(CONFLICT, of_page | stored)
    values = {"boards": [board], "conflict": conflict, "whole_page": whole_page}
    return mark_safe(render_to_string(ROWS, of_page | values, using="rows"))  # noqa: S308 - made by a template


@register.simple_tag(takes_context=True)
def desk_rows(context: dict[str, Any], boards: list[AnyBoard]) -> SafeString:
    """Render rows of the whole page; brief ones that follow each other at once, since there may be thousands."""
    of_page = read_page(context)
    parts: list[str] = []
    for is_brief, run in groupby(boards, lambda board: board.is_brief):
        if is_brief:
            values = {"boards": list(run), "conflict": "", "whole_page": True}
            parts.append(render_to_string(ROWS, of_page | values, using="rows"))
        else:
            parts += [desk_row(context, board, whole_page=True) for board in run]
    return mark_safe("".join(parts))  # noqa: S308 - made by templates


def read_page(context: dict[str, Any]) -> dict[str, Any]:
    """Return what rows show of their page, and the address that begins theirs."""
    of_page: dict[str, Any] = {name: context.get(name) for name in OF_PAGE}
    return of_page | {"page": reverse("desk", args=[of_page["event"].slug, of_page["desk"].round.number])}
