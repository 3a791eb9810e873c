"""What is printed is true: every "=" of an explanation is computed again, on the page and on the command line."""

import re
from itertools import cycle, pairwise

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.generated import generator_teams
from tests.generated.equations import (
    check,
    check_equations,
    check_mini_table,
    check_rows,
    plain,
    read_block,
    read_page,
)
from tests.generated.strategies import EDITIONS, events
from tests.properties.test_standings import EVERY, SAMPLES
from tests.sizes import examples, some
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.notation import read_criterion
from tiebreaks.output import as_text
from tiebreaks.ranking.comparison import compare
from tiebreaks.standings import rank
from tournaments.pages.standings.columns import write_criterion_value
from tournaments.pages.standings.compare import CompareView, add_decision
from tournaments.pages.standings.working import describe_working
from tournaments.wording import criteria

OF_TEAMS = tuple(
    notation
    for code, criterion in CRITERIA.items()
    if criterion.scope == ("teams",) or criterion.scores
    for head in (code, *(f"{code}:{score}" for score in criterion.scores))
    for notation in (head, *(f"{head}/{(SAMPLES | {'K': 'K3'})[letter]}" for letter in criterion.modifiers))
)
LANGUAGES = ("de", "fr", "en")
in_few = examples(2, 40)


@pytest.fixture(autouse=True, scope="module")
def _in_english():
    with translation.override("en"):
        yield


def team_events():
    def play(seed, teams, edition, primary, system):
        if system == "swiss":
            facts, _ = generator_teams.swiss(seed, teams, 4, rates=generator_teams.WILD, primary=primary)
        else:
            facts, _ = generator_teams.round_robin(seed, teams, rates=generator_teams.WILD, primary=primary)
        return facts._replace(edition=edition)

    return st.builds(
        play,
        st.integers(0, 10**6),
        st.integers(2, 7),
        st.sampled_from(EDITIONS),
        st.sampled_from(("MP", "GP")),
        st.sampled_from(("swiss", "round-robin")),
    )


def standings_by(event, notation):
    """Rank by a criterion; one that places tied groups follows the number of wins, which leaves many ties."""
    chosen = read_criterion(notation)
    return rank(event, ((read_criterion("WIN"), chosen) if chosen.criterion.place_group else (chosen,)))


def explained_page(standings, number, index):
    chosen, working = standings.order[index], standings.explain(number, index)
    view = {
        "name": chosen.notation,
        "value": write_criterion_value(chosen, working.value),
        "formula": criteria.formula(chosen),
        "working": describe_working(standings, chosen, working),
        "number": number,
    }
    return render_to_string("tournaments/standings/_why.html", {"view": view})


def compared_page(standings, comparison):
    names = tuple(standings.facts.players[number].name for number in (comparison.first, comparison.second))
    view = CompareView(None, 0, "", None, "/", None, comparison.first, comparison.second, names, ())
    return render_to_string("tournaments/standings/_compare.html", {"view": add_decision(view, standings, comparison)})


def cells_of(html):
    _, _, table = html.partition('class="sheet meetings"')
    for row in re.findall(r"<tr.*?</tr>", table.partition("</table>")[0], re.DOTALL)[1:]:
        yield [plain(cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]


def mini_table_of(lines):
    """Return the cells behind the names, which have a space: as many as there are tied players, the sum, the place."""
    begin = next((i for i, line in enumerate(lines) if line.split()[:2] == ["no", "name"]), len(lines))
    size = len(lines[begin].split()) - 2 if begin < len(lines) else 0
    return [line.split()[-size:] for line in lines[begin + 1 : begin + size - 1]]


def check_explanations(event, notation):
    standings = standings_by(event, notation)
    index = len(standings.order) - 1
    for row, language in zip(some(standings.rows, 3), cycle(LANGUAGES), strict=False):
        blocks = "\n".join(as_text.explanation_lines(standings, row.number)).split("\n\n")
        lines = blocks[-1].splitlines()
        if standings.order[index].criterion.place_group:
            check_equations("\n".join(lines[1:]))
            check_mini_table(mini_table_of(lines))
            with translation.override(language):
                check_mini_table(cells_of(explained_page(standings, row.number, index)))
            continue
        on_terminal = read_block(lines)
        with translation.override(language):
            on_page = read_page(explained_page(standings, row.number, index))
        check(on_page)
        check(on_terminal)
        assert (on_page.value is None) == (on_terminal.value is None)
        assert len(on_page.terms) == len(on_terminal.terms)


def check_comparisons(event, notation):
    standings = standings_by(event, notation)
    pairs = some(pairwise(row.number for row in standings.rows), 3)
    for (one, other), language in zip(pairs, cycle(LANGUAGES), strict=False):
        comparison = compare(standings, one, other)
        if not comparison.workings:
            continue
        check_equations("\n".join(as_text.comparison_lines(standings, comparison)))
        with translation.override(language):
            html, _, meetings = compared_page(standings, comparison).partition('class="sheet meetings"')
            check_rows(html)
            check_equations(plain(re.sub(r"<table.*?</table>", "", html, flags=re.DOTALL)))
        assert bool(meetings) == bool(mini_table_of(list(as_text.comparison_lines(standings, comparison))))


@pytest.mark.parametrize("notation", EVERY)
@in_few
@given(event=events())
def test_every_equation_is_true(notation, event):
    check_explanations(event, notation)
    check_comparisons(event, notation)


@pytest.mark.parametrize("notation", OF_TEAMS)
@in_few
@given(event=team_events())
def test_every_equation_of_teams_is_true(notation, event):
    check_explanations(event, notation)
    check_comparisons(event, notation)
