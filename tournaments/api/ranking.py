"""Reading the table: every value with its addends, the cross table, and who can still reach which places."""

from operator import attrgetter, itemgetter
from typing import Literal

from django.http import Http404, HttpRequest
from ninja import Router
from ninja.params.functions import Query

from tiebreaks.ranking.ranked_table import Row
from tournaments.access.reader import Reader
from tournaments.api import answers, shapes, values
from tournaments.api.pages import AfterNumber, page_of, whole_page
from tournaments.api.readers import of_event
from tournaments.queries.standings import endings
from tournaments.queries.standings.board_prizes import read_board_lists
from tournaments.queries.standings.standings import outlook_of, read_outlook, read_standings
from tournaments.wording import places as places_wording

router = Router(tags=["reading"])
WHOLE = 1000  # rows of an answer: the whole table of nearly every event
EXPLAINED = 100  # rows of an answer with the addends of each value
NUMBER = attrgetter("number")

Rows = Query(WHOLE, ge=1, le=WHOLE, description="items of a page; with `terms` at most 100")


@router.get("/events/{slug}/standings", response=answers.of_event(shapes.StandingsShape))
@of_event
def standings(
    request: HttpRequest,
    reader: Reader,
    after_round: int | None = Query(None, ge=1, le=999),
    terms: bool = False,
    limit: int = Rows,
    after: int = AfterNumber,
) -> values.Values:
    """Return the table, after all rounds or after one; with `terms` every value with its working."""
    if after_round is not None and not reader.event.rounds.filter(number=after_round).exists():
        raise Http404
    ranked = read_standings(reader, after_round)

    def shape(row: Row) -> values.Values:
        workings = values.workings_values(ranked, row) if terms else None
        return {**values.row_values(ranked, row), "workings": workings}

    return {
        "version": values.stamp(reader.event),
        "after_round": after_round,
        **values.basis_values(ranked),
        "criteria": [chosen.notation for chosen in ranked.order],
        **page_of(ranked.rows, shape, min(limit, EXPLAINED) if terms else limit, after, NUMBER),
    }


@router.get("/events/{slug}/individuals", response=answers.of_event(shapes.IndividualPage))
@of_event
def individuals(
    request: HttpRequest,
    reader: Reader,
    by: Literal["", "percent", "points", "performance"] = Query("", description="the order; without one the event's"),
    limit: int = Rows,
    after: int = AfterNumber,
) -> values.Values:
    """Return the players of a team event by board, best first: the lists of the board prizes. None of other events."""
    event = reader.event
    if not event.of_teams:
        basis, page = values.basis_values(read_standings(reader)), whole_page([])
        return {"version": values.stamp(event), **basis, "by": "", "least_games": 0, **page}
    lists = read_board_lists(reader, by)
    basis = values.basis_values(lists.table)
    page = page_of(values.individuals_values(lists), dict, limit, after, itemgetter("number"))
    return {"version": values.stamp(event), **basis, "by": lists.by, "least_games": lists.least, **page}


@router.get("/events/{slug}/crosstable", response=answers.of_event(shapes.CrosstableShape))
@of_event
def crosstable(request: HttpRequest, reader: Reader, limit: int = Rows, after: int = AfterNumber) -> values.Values:
    """Return the rounds of all players, by rank; expelled players, who have no rank, come last."""
    ranked = read_standings(reader)
    page = page_of((*ranked.rows, *ranked.expelled), lambda row: values.line_values(ranked, row), limit, after, NUMBER)
    return {"version": values.stamp(reader.event), **values.basis_values(ranked), **page}


@router.get("/events/{slug}/outlook", response=answers.of_event(shapes.OutlookPage))
@of_event
def outlook(request: HttpRequest, reader: Reader, places: int = Query(..., ge=1, le=999)) -> values.Values:
    """Return who is safe, possible or out for the first `places`: nothing is claimed that can still fail."""
    ranked = read_standings(reader)
    absent = endings.read_absent_from_duels(reader.event, ranked)
    # Only the event's own number is kept: whoever asks for every one in turn would fill the memory.
    outlooks = (read_outlook if places == reader.event.qualifying_places else outlook_of)(ranked, places, absent)
    return whole_page(
        {
            "number": row.number,
            "mark": outlooks[row.number].mark.value,
            "reason": places_wording.outlook(outlooks[row.number]),
        }
        for row in ranked.rows
    )
