"""A value that the arbiter set by hand, for what no criterion computes."""

from tiebreaks.criteria.registry import criterion
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.table import Table
from tiebreaks.table.working import SUM_IF_ANY, Remark, Term

NOT_SET = sentence("undefined-not-set", gettext_noop("No value was set by hand."))


@criterion(
    "MAN",
    name=gettext_noop("Value set by hand"),
    formula=gettext_noop("Take the number that the arbiter entered, with its reason."),
    rule="",
    modifiers="R",
    from_sum=SUM_IF_ANY,
    why_undefined=lambda _table, _chosen: Remark(NOT_SET),
)
def value_set_by_hand(table: Table, number: int) -> list[Term]:
    player = table.facts.players[number]
    return [] if player.manual_value is None else [Term(None, player.manual_value, written=player.manual_reason)]
