"""Ask gacrux, the checker that FIDE's technical commission names, for the values of a whole event.

One process serves many events: gacrux keeps its state in the objects made for one call. Inside an object a Fore
Buchholz criterion changes what is computed after it, so those criteria are put last or asked one by one.
An unknown code is answered with zeros, so every code is checked against the names that gacrux knows.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tests.notation.trf_text import trf_text


class Opinion(NamedTuple):
    values: dict  # {number: tuple of values or None, in the order asked for}
    ranks: dict  # {number: rank}


def ask(crosstable, order, text=None):
    """Return the values and ranks of the whole `order` (a list of notations) in one call, as gacrux users do."""
    tournament = _read(text or trf_text(crosstable))
    return _ask(tournament, list(order), crosstable)


def ask_each(crosstable, notations, text=None, after=()):
    """Return {number: {notation: value}} for criteria which do not depend on a group, each by a call of its own.

    Each one stands behind the criteria in `after`: of a team event gacrux learns from the first what is primary.
    """
    tournament = _read(text or trf_text(crosstable))
    values = {number: {} for number in crosstable.players}
    for notation in notations:
        for number, row in _ask(tournament, [*after, notation], crosstable).values.items():
            values[number][notation] = row[-1]
    return values


def ready_to_rank(crosstable, order):
    """Return a function that ranks a file already read, for timing."""
    tournament = _read(trf_text(crosstable))
    return lambda: _ask(tournament, list(order), crosstable)


@cache
def known_codes():
    """Return the codes that gacrux knows."""
    blank = tiebreak(None, -1, None)
    return frozenset(blank.tiebreaklist) - {"NUL"}


def rounds_so_far(crosstable):
    """Return the last round in anybody's games; gacrux would count later rounds as absences."""
    return max((game.round for games in crosstable.games.values() for game in games), default=0)


def as_gacrux_rounds(notation, value, rounds):
    """Round one of our exact values to the decimals that gacrux uses; it keeps all others exact."""
    if value is None or not notation.startswith("AOB"):
        return value
    places = Decimal("0.01") if rounds < 9 else Decimal("0.001")
    exact = Fraction(value)
    with localcontext(prec=40):
        return (Decimal(exact.numerator) / exact.denominator).quantize(places, ROUND_HALF_UP)


def _read(text):
    file = trf2json()
    file.parse_file(text, 0)
    if file.get_status():
        raise ValueError(f"gacrux cannot read the file: {file.chessjson['status']}")
    return file.get_tournament(1)


def _ask(tournament, order, crosstable):
    for notation in order:
        if notation.split("/")[0].split(":")[0] not in known_codes():
            raise ValueError(f"gacrux does not know {notation}")
    params = {"tiebreak": order, "check": False, "unrated": crosstable.unrated_rating,
              "swiss": crosstable.system == "swiss", "pre_determined": crosstable.system == "round-robin"}  # fmt: skip
    competitors = tiebreak(tournament, rounds_so_far(crosstable), params).compute_tiebreaks(tournament, params)[
        "competitors"
    ]
    return Opinion(
        {row["cid"]: tuple(row["tiebreakScore"]) for row in competitors},
        {row["cid"]: row["rank"] for row in competitors},
    )
