"""The rules as values: every criterion with its description, its modifiers and a computed example."""

from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks import examples
from tiebreaks.criteria.criterion import ChosenCriterion, Criterion, Modifier
from tiebreaks.criteria.registry import CRITERIA, article_numbers
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game, Kind
from tiebreaks.order.formulas import SAMPLES
from tournaments.domain.number_format import figure
from tournaments.pages.standings.columns import write_criterion_value
from tournaments.pages.standings.marks import MARKS
from tournaments.pages.standings.working import Explained, describe_working
from tournaments.wording import criteria
from tournaments.wording import games as games_wording


class Worked(NamedTuple):
    """The example of a criterion: whose value it is, in which table, and the working."""

    table: str
    title: str
    player: str
    number: int
    order: str
    value: str
    working: Explained


class ShownRule(NamedTuple):
    code: str
    name: str
    formula: str
    article: str
    scope: str
    modifiers: tuple[tuple[str, str], ...]
    example: Worked


class RulesSection(NamedTuple):
    title: str
    rules: tuple[ShownRule, ...]


class RuleLine(NamedTuple):
    number: int
    name: str
    rating: int | None
    cells: tuple[str, ...]
    points: str


class ExampleTable(NamedTuple):
    """A crosstable of the examples, as on paper: a cell is the opponent's number, the colour and the result."""

    key: str
    title: str
    rounds: tuple[int, ...]
    lines: tuple[RuleLine, ...]
    with_ratings: bool


class RulesView(NamedTuple):
    sections: tuple[RulesSection, ...]
    tables: tuple[ExampleTable, ...]


def rules_view() -> RulesView:
    """Return every criterion of the registry and the tables of their examples, in the active language."""
    left = dict(CRITERIA)
    sections = []
    for title, scope in criteria.GROUPS:
        matching = [
            left.pop(code)
            for code, criterion in CRITERIA.items()
            if code in left and criteria.is_in_scope(criterion, scope)
        ]
        sections.append(RulesSection(str(title), tuple(map(_rule, sorted(matching, key=article_numbers)))))
    return RulesView(tuple(sections), tuple(_table(key, facts) for key, facts in examples.example_tables().items()))


def _rule(criterion: Criterion) -> ShownRule:
    modified = (
        ChosenCriterion(criterion, (Modifier(letter, SAMPLES.get(letter, "")),)) for letter in criterion.modifiers
    )
    return ShownRule(
        code=criterion.code,
        name=gettext(criterion.name),
        formula=criteria.formula(ChosenCriterion(criterion)),
        article=criteria.article(criterion.rule),
        scope=criteria.scope(criterion),
        modifiers=tuple((chosen.notation, criteria.describe_modifier(chosen)) for chosen in modified),
        example=_worked(criterion.code),
    )


def _worked(code: str) -> Worked:
    example, ranked = examples.EXAMPLES[code], examples.example_standings(code)
    players, chosen = ranked.facts.players, ranked.order[-1]
    working = ranked.explain(example.number, len(ranked.order) - 1)
    return Worked(
        table=example.table,
        title=gettext(examples.TITLES[example.table]),
        player=players[example.number].name,
        number=example.number,
        order=example.order,
        value=write_criterion_value(chosen, working.value),
        working=describe_working(ranked, chosen, working),
    )


def _table(key: str, facts: Crosstable) -> ExampleTable:
    lines = []
    for number, player in facts.players.items():
        games = facts.games[number]
        points = figure(sum(game.points for game in games))
        lines.append(
            RuleLine(number, player.name, player.rating, tuple(_cell(facts, number, g) for g in games), points)
        )
    rounds = tuple(range(1, facts.rounds + 1))
    rated = any(line.rating for line in lines)
    return ExampleTable(key, gettext(examples.TITLES[key]), rounds, tuple(lines), rated)


def _cell(facts: Crosstable, number: int, game: Game) -> str:
    """Write a round as in a crosstable: "3w½", "2 402:381", "2 2½", or the name of a bye."""
    if game.opponent is None:
        return games_wording.name_kind(game.kind)
    if facts.team_event:
        match = next(m for m in facts.team_event.matches[number] if m.round == game.round)
        return f"{game.opponent}: {' '.join(figure(board.points) for board in match.boards)}"
    if game.own_score is not None:
        return f"{game.opponent}: {game.own_score}:{game.opponent_score}"
    mark = MARKS[game.letter] if game.kind != Kind.OPEN else ""
    return f"{game.opponent}{game.colour.replace('-', '')} {mark}"
