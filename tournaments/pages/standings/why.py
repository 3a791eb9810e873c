"""The explanation of a value: its terms, the cuts and their reasons, the rule and the edition."""

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.order.notation import read_criterion
from tiebreaks.outlook.current_opponents import CURRENT, explain_with_current
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal
from tiebreaks.table.working import Working
from tiebreaks.values.numbers import places_to_tell_apart
from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.columns import is_signed, list_columns, write_criterion_value
from tournaments.pages.standings.neighbours import Neighbour, find_neighbours
from tournaments.pages.standings.working import Addend, Explained, build_addend, describe_working
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria


class WhyView(NamedTuple):
    event: Event
    version: int
    epoch: str
    after: int | None
    base: str
    progress: EventState
    number: int
    player: str
    slug: str
    label: str
    name: str
    value: str
    formula: str
    rule: str
    working: Explained
    remark: str
    code: str
    below: Neighbour | None
    current: str
    current_terms: tuple[Addend, ...]
    limit: str = ""


@consistent_read
def why_view(reader: Reader, number: int, notation: str, after: int | None = None) -> WhyView | None:
    """Return the explanation of a player's value, or None if the player or the criterion is not in the table."""
    event = reader.event
    ranked = read_standings(reader, after)
    working = read_working(reader, number, notation, after)
    index = _index(ranked.order, notation)
    if working is None or index is None:
        return None
    chosen, column, players = ranked.order[index], list_columns(ranked.order)[index], ranked.facts.players
    signed, current = is_signed(chosen), explain_with_current(ranked, number, index)
    places = places_to_tell_apart(ranked.column(index).values())
    terms = [term for term in current.terms if term.reason == CURRENT] if current else []
    return WhyView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        number=number,
        player=players[number].name,
        slug=column.slug,
        label=column.label,
        name=column.name,
        value=write_criterion_value(chosen, working.value, places),
        formula=criteria.formula(chosen, working.edition),
        rule=criteria.rule(working),
        working=describe_working(ranked, chosen, working, places),
        remark=criteria.remark(working.encounter) if chosen.criterion.place_group else "",
        code=chosen.code,
        below=find_neighbours(ranked, number)[1],
        current=write_criterion_value(chosen, current.value) if current else "",
        current_terms=tuple(build_addend(term, players, signed) for term in terms),
        limit=say_limit(ranked),
    )


def say_limit(ranked: Standings) -> str:
    """Say that matches decide and their games don't count, once the first of them is drawn; "" without any."""
    first = min((course.stage.first for course in read_courses(ranked)), default=0)
    if not first:
        return ""
    return _("From round %(round)d on matches decide the places: their games don’t count here.") % {"round": first}


def read_working(reader: Reader, number: int, notation: str, after: int | None = None) -> Working | None:
    """Return the working of a player's value, or None if the player or the criterion is not in the table."""
    ranked = read_standings(reader, after)
    index = _index(ranked.order, notation)
    return None if index is None or number not in ranked.facts.players else ranked.explain(number, index)


def _index(order: Sequence[ChosenCriterion], notation: str) -> int | None:
    """Find a criterion in the order by either spelling; the first of a repeated one."""
    try:
        wanted = read_criterion(notation).notation
    except Refusal:
        return None
    return next((i for i, chosen in enumerate(order) if chosen.notation == wanted), None)
