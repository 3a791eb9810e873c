"""Changed cells: what a message says of a table, and that a page that follows it has the table of the server."""

from random import Random

import pytest
from django.db.models import F

from tests.site.standings.frames import rows_in, take
from tests.site.standings.test_public_pages import big_event
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.live import render
from tournaments.live.broker import ViewKey
from tournaments.live.cells import Changed, Columns, find_columns, find_moved, write_cells, write_places
from tournaments.models import Event, Game
from tournaments.operation.bounded_cache import clear_caches


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        ("a b c", "a b c", []),
        ("a b c d", "d a b c", [("d", 0)]),
        ("a b c d", "b c d a", [("a", 3)]),
        ("a b c d e", "a e c b d", [("e", 1), ("c", 2)]),
        ("a b", "b a", [("b", 0)]),
    ],
)
def test_the_fewest_rows_move(old, new, moved):
    assert find_moved(old.split(), new.split()) == moved


@pytest.mark.parametrize(
    ("places", "text"),
    [([], ""), ([4], "4"), ([0, 1], "0-1"), ([0, 2, 3, 4, 9], "0 2-4 9"), ([10, 11, 13], "10-11 13")],
)
def test_neighbours_are_written_together(places, text):
    assert write_places(places) == text


def row(key, *cells, look=""):
    return f'<tbody id="{key}"><tr{look}>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr></tbody>"


CHANGES = {
    "nothing": ([], ""),
    "one cell": (
        [(1, row("b", 2, "x"), row("b", 2, "y"))],
        '<tr data-cell="1" data-text="0" data-rows="1"><td>y</td></tr>',
    ),
    "a column": (
        [(0, row("a", 1, "x"), row("a", 3, "x")), (1, row("b", 2, "x"), row("b", 4, "x"))],
        '<tr data-cell="0" data-text="0" data-rows="0-1"><td>3</td><td>4</td></tr>',
    ),
    "one text of two": (
        [(0, row("a", "<i>1</i> <b>x</b>"), row("a", "<i>1</i> <b>y &lt;</b>"))],
        '<tr data-cell="0" data-text="1" data-rows="0"><td>y &lt;</td></tr>',
    ),
    "both texts": (
        [(0, row("a", "<i>1</i><b>x</b>"), row("a", "<i>2</i><b>y</b>"))],
        '<tr data-cell="0" data-rows="0"><td><i>2</i><b>y</b></td></tr>',
    ),
    "a text that comes": (
        [(0, row("a", "<i></i>1"), row("a", "<i>=</i>1"))],
        '<tr data-cell="0" data-rows="0"><td><i>=</i>1</td></tr>',
    ),
    "another tag": (
        [(0, row("a", "<b>1</b>"), row("a", "<i>1</i>"))],
        '<tr data-cell="0" data-rows="0"><td><i>1</i></td></tr>',
    ),
    "a look": (
        [
            (2, row("c", 1, look=' class="playing"'), row("c", 1)),
            (3, row("d", 1), row("d", 1, look=' class="playing"')),
        ],
        '<tr data-rows="2"></tr><tr data-rows="3" class="playing"></tr>',
    ),
    "another cell": ([(0, row("a", 1), row("a", 1, 2))], None),
    "one cell less": ([(0, row("a", 1, 2), row("a", 1))], None),
    "two rows in one": ([(0, row("a", 1), row("a", 1).replace("</tr>", "</tr><tr></tr>"))], None),
}


@pytest.mark.parametrize(("changed", "html"), CHANGES.values(), ids=CHANGES)
def test_what_is_written(changed, html):
    rows = [Changed(*each) for each in changed]
    head = '<template data-cells="t" data-order="1c800e4" data-moved="">'
    written = write_cells("t", ["a", "b"], ["a", "b"], rows)
    assert written == (None if html is None else f"{head}\n{html}\n</template>\n")


def table(*heads):
    return "<table><thead><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr></thead></table>"


@pytest.mark.parametrize(
    ("before", "after", "origins"),
    [
        ("a b c", "a b c", (0, 1, 2)),
        ("a b c", "a b d c", (0, 1, None, 2)),
        ("a b c", "a c", (0, 2)),
        ("a b c", "a x c d", (0, 1, 2, None)),
        ("a b c", "d e a", (None, None, 0)),
        ("a b c", "a x y c", None),
        ("", "a", None),
    ],
)
def test_columns_that_come_and_go(before, after, origins):
    assert find_columns(table(*before.split()), table(*after.split())) == (origins and Columns(3, origins))


def test_a_column_in_the_place_of_another():
    rows = [Changed(0, row("a", 1, 2), row("a", 3, 1)), Changed(1, row("b", 1, 2), row("b", 4, 0))]
    written = write_cells("t", ["a", "b"], ["a", "b"], rows, Columns(2, (None, 0)))
    assert written.split("\n")[1] == (
        '<tr data-lost="1"></tr><tr data-cell="0" data-new data-rows="0-1"><td>3</td><td>4</td></tr>'
        '<tr data-cell="1" data-text="0" data-rows="1"><td>0</td></tr>'
    )


@pytest.fixture
def event(db):
    """An event in its last round, with no result of it."""
    event = big_event(60)
    last = event.rounds.order_by("-number").first()
    Game.objects.filter(round=last, black__isnull=False).update(result="", white_score=None, black_score=None)
    clear_caches()
    return event


def enter(event, game, result):
    version = Game.objects.get(pk=game.pk).version
    enter_result(event, game.round.number, game.board, Entry(result, version=version, reason="test"), COMMAND)


@pytest.mark.parametrize(("view", "language"), [("standings", "en"), ("standings", "de"), ("crosstable", "de")])
def test_a_page_that_follows_all_steps_has_the_table_of_the_server(event, view, language):
    key, chance = ViewKey(event.pk, view, language), Random(1)
    games = list(Game.objects.filter(round__event=event, result="", black__isnull=False).select_related("round"))
    before = render.read(key)
    rows, kinds = rows_in(render.snapshot(before).decode()), set()
    for game in [*games, *chance.sample(games, 8)]:
        enter(event, game, chance.choice(["10", "==", "01", "+-"]))
        after = render.read(key)
        data = render.step(before, after)
        kinds.add("cells" if b"data-cells" in data else "whole")
        rows = take(rows, data)
        expected = rendered(after)
        assert list(rows) == list(expected)
        assert rows == expected
        before = after
    assert kinds == {"cells"}


ORDERS = ["PTS,BH,SB", "PTS,SB", "PTS,BH/C1,SB,WIN", "PTS,BH/C1,BH,SB,WIN", "PTS,WIN,DE,BH", "PTS"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_column_that_comes_or_goes_takes_its_own_cells(event, language):
    key = ViewKey(event.pk, "standings", language)
    before = render.read(key)
    rows = rows_in(render.snapshot(before).decode())
    for order in ORDERS:
        Event.objects.filter(pk=event.pk).update(tiebreaks=order, version=F("version") + 1)
        after = render.read(key)
        data = render.step(before, after)
        assert b"data-cells" in data
        assert b'data-whole="standings"' not in data
        rows = take(rows, data)
        assert list(rows.values()) == list(rendered(after).values())
        before = after


def rendered(shown):
    table = render.live_table(shown)
    rows = table.rows(shown.view)
    return dict(zip(map(table.row_id, rows), table.render(shown, rows), strict=True))


def test_cells_take_a_part_of_what_their_rows_take(event):
    key = ViewKey(event.pk, "standings", "en")
    games = list(Game.objects.filter(round__event=event, result="", black__isnull=False).select_related("round"))
    enter(event, games[0], "10")
    before = render.read(key)
    enter(event, games[1], "10")
    after = render.read(key)
    changed = [row for row in after.view.rows if row not in before.view.rows]
    rows = "".join(render.STANDINGS.render(after, changed))
    assert 3 * len(render.render_changes(before, after, render.STANDINGS)) < len(rows)
