"""The order of a play-off, as the arbiter entered it (C.07, articles 2 and 3)."""

from tiebreaks.criteria.registry import criterion
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.table import Table
from tiebreaks.table.working import SUM_IF_ANY, Remark, Term

NOT_PLAYED_OFF = sentence("undefined-no-playoff", gettext_noop("No place after a play-off was entered."))


@criterion(
    "PLAYOFF",
    name=gettext_noop("Play-off"),
    formula=gettext_noop("Take the place that the arbiter entered after the play-off."),
    rule="C.07 3",
    lower_is_better=True,
    from_sum=SUM_IF_ANY,
    why_undefined=lambda _table, _chosen: Remark(NOT_PLAYED_OFF),
)
def playoff(table: Table, number: int) -> list[Term]:
    place = table.facts.players[number].playoff
    return [] if place is None else [Term(None, place)]
