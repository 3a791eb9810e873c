"""What tests ask of a crosstable that is written as on paper (tiebreaks.paper_notation)."""

from tiebreaks.facts.games import Kind
from tiebreaks.facts.paper_notation import read_cross_table, read_player_rows
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tiebreaks.values.expressions import write

__all__ = ["column", "explained", "places", "read_cross_table", "read_player_rows", "steps_of"]


def column(crosstable, notation):
    """Return the values of one criterion by number."""
    return {row.number: row.values[0] for row in rank(crosstable, read_order(notation)).rows}


def places(crosstable, order):
    """Return [(rank, name)] in the order of the table."""
    return [(row.rank, crosstable.players[row.number].name) for row in rank(crosstable, read_order(order)).rows]


def explained(crosstable, notation, name, of_teams=False):
    """Return a value and its terms as written by `term_text`: "6.5: 1 Olga 3 | 2 - 2 dummy pab"."""
    working = working_of(crosstable, notation, name, of_teams)
    value = "undefined" if working.value is None else f"{float(working.value):g}"
    return f"{value}: {' | '.join(term_text(crosstable, term) for term in working.terms)}".rstrip()


def steps_of(crosstable, notation, name):
    """Return the steps to a value, "sum 3900 | count 2 | rounded (3900 ÷ 2) 1950", or why it has none."""
    working = working_of(crosstable, notation, name, of_teams=crosstable.team_event is not None)
    steps = [
        f"{step.code.removeprefix('step-')} {f'({write(step.expression, str)}) ' if step.expression else ''}"
        f"{float(step.value):g}"
        for step in working.steps
    ]
    if working.missing:
        steps.append(" ".join([working.missing.code, *(f"{key}={it}" for key, it in working.missing.params.items())]))
    return " | ".join(steps) or "none"


def working_of(crosstable, notation, name, of_teams):
    number = next(number for number, player in crosstable.players.items() if player.name == name)
    return rank(crosstable, read_order(notation, of_teams=of_teams)).explain(number, 0)


def term_text(crosstable, term):
    """Write a term: round, opponent, number (base x weight, base in brackets, :result), codes, "!" if voluntary."""
    opponent = crosstable.players[term.opponent].name if term.opponent else "-"
    numbers = [term.value] if term.weight is None else [term.base, term.weight]
    text = "x".join(f"{float(number):g}" for number in numbers)
    if term.weight is None and term.base not in (None, term.value):
        text += f"({float(term.base):g})"
    if term.result is not None:
        text += f":{float(term.result):g}"
    kind = "" if term.kind == Kind.PLAYED else term.kind.name.lower().replace("_", "-")
    codes = (term.reason, kind, "!" if term.voluntary else "", f"[{term.cut}]" if term.cut else "")
    return " ".join(part for part in (str(term.round or ""), opponent, text, *codes) if part != "")
