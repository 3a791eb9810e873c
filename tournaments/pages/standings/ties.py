"""How ties are broken in an event: its order of criteria in words, with examples from its table."""

from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.order.formulas import rule_in
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.ranking.separation import Separation, count_pairs, find_separations
from tournaments.access.reader import Reader
from tournaments.pages.event.order_choices import write_working
from tournaments.pages.event.order_decides import describe_separations, write_left
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.columns import write_criterion_value
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import has_started, is_knock_out, read_known_endings
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria


class TiesLine(NamedTuple):
    """A criterion of the order: its name, code and article, its sentence, what it decides here, and examples."""

    place: int
    name: str
    notation: str
    article: str
    formula: str
    decides: str
    examples: list[str]


class TiesView(NamedTuple):
    """How ties are broken: the order in words, who stays level, and how duels come before it; "" for nothing."""

    progress: EventState
    edition: str
    lines: list[TiesLine]
    left: str
    duels: str


@consistent_read
def ties_view(reader: Reader) -> TiesView:
    """Return how ties are broken in an event, as its audience sees the table."""
    ranked = read_standings(reader)
    shows = bool(ranked.rows and ranked.table.rounds_so_far) and not is_knock_out(ranked)
    separations = find_separations(ranked) if shows else []
    names = {number: player.name for number, player in ranked.facts.players.items()}
    decides = [each.words for each in describe_separations(separations, names)]
    lines = [
        _describe(ranked, index, chosen, decides[index] if shows else "", separations[index] if shows else None)
        for index, chosen in enumerate(ranked.order)
    ]
    is_of_fide = reader.event.game.follows_fide
    edition = capfirst(str(criteria.EDITIONS[ranked.facts.edition])) if is_of_fide else ""
    left = write_left(count_pairs(separations[-1].after)) if shows else ""
    duels = gettext("Where players meet in a knock-out or a final, their matches decide the places.")
    return TiesView(read_state(reader), edition, lines, left, duels if has_duels(ranked) else "")


def has_duels(ranked: Standings) -> bool:
    """Tell whether stages of duels decide places of a table that has begun."""
    return bool(read_known_endings(ranked)) and has_started(ranked)


def _describe(
    ranked: Standings, index: int, chosen: ChosenCriterion, decides: str, separation: Separation | None
) -> TiesLine:
    edition, rule = ranked.facts.edition, chosen.criterion.rule
    return TiesLine(
        place=index + 1,
        name=criteria.name(chosen, ranked.order),
        notation=chosen.notation,
        article=criteria.article(rule_in(edition, rule)),
        formula=criteria.formula(chosen, edition),
        decides=decides,
        examples=list_examples(ranked, index, separation) if separation else [],
    )


def list_examples(ranked: Standings, index: int, separation: Separation) -> list[str]:
    """Return two of those whom a criterion separates, with the way to their values; of the first one, the leader."""
    chosen = ranked.order[index]
    if not index:
        return [write_working(ranked, chosen, ranked.explain(ranked.rows[0].number, index))]
    if not separation.splits:
        return []
    (ahead, *_), (behind, *_), *_rest = separation.splits[0].parts
    if chosen.criterion.place_group:
        return [write_working(ranked, chosen, ranked.explain(ahead, index))]
    names, pair = ranked.facts.players, (ahead, behind)
    values = [write_criterion_value(chosen, ranked.row(number).values[index]) for number in pair]
    compared = gettext("%(ahead)s (%(more)s) is ahead of %(behind)s (%(less)s).") % {
        "ahead": names[ahead].name, "more": values[0], "behind": names[behind].name, "less": values[1],
    }  # fmt: skip
    return [compared, *(write_working(ranked, chosen, ranked.explain(number, index)) for number in pair)]


def write_text(view: TiesView, event_name: str) -> str:
    """Write the same as plain text, for an announcement."""
    lines = [gettext("How ties are broken here"), event_name, *([view.edition] if view.edition else []), ""]
    for line in view.lines:
        article = f", {line.article}" if line.article else ""
        lines += [f"{line.place}. {line.name} ({line.notation}{article})", f"   {line.formula}"]
        lines += [f"   {text}" for text in (line.decides, *line.examples) if text]
    return "\n".join([*lines, "", *(text for text in (view.left, view.duels) if text)]) + "\n"
