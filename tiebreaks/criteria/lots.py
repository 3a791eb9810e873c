"""Drawing of lots that can be repeated: the same seed always gives the same order (C.07 2).

Players are sorted by a hash of the seed and their number, not shuffled: one more player leaves the order of the others
as it was, in every version of Python.
"""

from hashlib import sha256

from tiebreaks.criteria.registry import criterion
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term


@criterion(
    "LOTS",
    name=gettext_noop("Drawing of lots"),
    formula=gettext_noop("Take the place in a draw that follows from the event’s stored seed."),
    rule="C.07 2",
    lower_is_better=True,
)
def lots(table: Table, number: int) -> list[Term]:
    return [
        Term(
            None,
            table.compute_once("lots", lambda: draw_lots(table.facts.lots_seed, list(table.facts.players)))[number],
        )
    ]


def draw_lots(seed: int, numbers: list[int]) -> dict[int, int]:
    """Return each player's place in the draw. The order of any two depends only on the seed and their numbers."""
    order = sorted(numbers, key=lambda number: sha256(f"{seed}:{number}".encode()).digest())
    return {number: place for place, number in enumerate(order, start=1)}
