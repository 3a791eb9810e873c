"""The command `python -m tiebreaks rules`: every criterion with article, formula and worked example, in Markdown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

from tiebreaks.commands.standings import print_text
from tiebreaks.criteria.criterion import ChosenCriterion, Criterion, Modifier
from tiebreaks.criteria.registry import CRITERIA, article_numbers
from tiebreaks.examples import EXAMPLES, TITLES, example_standings, example_tables
from tiebreaks.facts.crosstable import EDITIONS, Crosstable
from tiebreaks.facts.games import Game
from tiebreaks.order.formulas import SAMPLES, modifier_part
from tiebreaks.order.notation import read_order
from tiebreaks.output import as_text
from tiebreaks.standings import rank
from tiebreaks.values.numbers import decimal_text, format_number

START = """\
# The tie-breaks, criterion by criterion

This page is written by `python -m tiebreaks rules`: every number on it is computed by the program that ranks events,
and a test holds that it is current. Articles are those of FIDE's tie-break regulations (C.07) as of March 2026, and so
are the examples. The command line prints the same steps for any player of any tournament file (`--explain`).

The editions are {editions}.
The start date of an event chooses; `--edition` names another.
"""
PRACTICE = "the practice of organizers, no article of FIDE"
LEGEND = """\
A cell has the opponent's number, the colour and the result, as in a tournament file: `1`, `=` and `0`, a forfeit as `+`
and `-`. `U` is a pairing-allocated bye, `H` a half-point bye, `Z` a round missed without points.
"""
WHAT_FOR = {
    "swiss": "Swiss system",
    "round-robin": "round robin",
    "teams": "team events",
    "chess": "chess",
    "scrabble": "Scrabble",
    "petanque": "pétanque",
}


def main(argv: Sequence[str]) -> int:
    """Print the page."""
    argparse.ArgumentParser(prog="python -m tiebreaks rules", description=__doc__).parse_args(argv)
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print_text(write_rules().removesuffix("\n"))
    return 0


def write_rules() -> str:
    """Return the page of all criteria, first those of FIDE by their articles, and the tables behind it."""
    return "\n".join(rules_lines())


def rules_lines() -> Iterator[str]:
    """Yield the lines of the page."""
    yield START.format(editions=", ".join(EDITIONS))
    ordered = sorted(CRITERIA.values(), key=article_numbers)
    for is_of_fide, criteria in groupby(ordered, key=lambda one: one.rule.startswith("C.")):
        yield "## Criteria of FIDE\n" if is_of_fide else "## Criteria of organizers\n"
        for criterion in criteria:
            yield from _criterion_lines(criterion)
    yield f"## The tables of the examples\n\n{LEGEND}"
    for name, facts in example_tables().items():
        yield from (f"### {TITLES[name]}\n", "```", *_crosstable_lines(facts), "```", "")


def _criterion_lines(criterion: Criterion) -> Iterator[str]:
    example, standings = EXAMPLES[criterion.code], example_standings(criterion.code)
    index, meant_for = len(standings.order) - 1, ", ".join(WHAT_FOR[word] for word in criterion.scope)
    yield f"### {criterion.code}: {criterion.name}\n"
    yield f"{criterion.formula} Rule: {criterion.rule or PRACTICE}. For: {meant_for}.\n"
    modifiers = [Modifier(letter, SAMPLES.get(letter, "")) for letter in criterion.modifiers]
    yield from (f"- {_modified(criterion, modifier)}" for modifier in modifiers)
    if modifiers:
        yield ""
    player = standings.facts.players[example.number]
    yield f"Example: {player.number} {player.name} in “{TITLES[example.table]}”, by {example.order}.\n"
    yield from ("```", *as_text.value_lines(standings, example.number, index), "```", "")


def _modified(criterion: Criterion, modifier: Modifier) -> str:
    """Say what a modifier does, and what the player of the example has with it."""
    example = EXAMPLES[criterion.code]
    chosen = ChosenCriterion(criterion, (modifier,))
    facts = example_tables()[example.table]
    *before, _ = read_order(example.order, of_teams=facts.team_event is not None)
    standings = rank(facts, (*before, chosen))
    value = decimal_text(standings.row(example.number).values[-1]) or "–"
    sentence, params = modifier_part(chosen, modifier)
    return f"`{chosen.notation}`: {sentence.format(**params)} In the example: {value}."


def _crosstable_lines(facts: Crosstable) -> Iterator[str]:
    """Yield a line for each participant: number, name, rating, and the rounds as arbiters write them."""
    body = [
        [
            str(number),
            player.name,
            str(player.rating or ""),
            *(_cell(facts, number, game) for game in facts.games[number]),
        ]
        for number, player in facts.players.items()
    ]
    yield from as_text.aligned(body, names=1)


def _cell(facts: Crosstable, number: int, game: Game) -> str:
    if game.opponent is None:
        return f"{game.letter}{'' if game.own_score is None else f' {game.own_score:+}'}"
    if facts.team_event:
        match = next(match for match in facts.team_event.matches[number] if match.round == game.round)
        return f"{game.opponent}: {' '.join(format_number(board.points) for board in match.boards)}"
    if game.own_score is not None:
        return f"{game.opponent} {game.own_score}:{game.opponent_score}"
    return f"{game.opponent}{game.colour}{game.letter}"
