"""What a live update does to the rows of a table that somebody is reading."""

from zlib import adler32

import pytest

from tests.browser.scripts import ADDRESS, row

pytestmark = pytest.mark.browser

EXPLAIN = """() => {
  const row = document.getElementById("p1").insertRow();
  row.className = "why";
  row.insertCell().textContent = "because";
  globalThis.link = document.querySelector("#p1 .points a");
  link.setAttribute("aria-expanded", "true");
  link.focus();
}"""


HAPPENED = (
    '<template data-happened><li data-name="r" data-rows="p1" data-aloud="Anna draws">Anna ½–½ Cleo</li></template>'
)
PUT = """async (message) => {
  const { prepareMorph } = await import("/shared/morph.js"), { putMessage } = await import("/shared/parts.js");
  globalThis.prepared ??= prepareMorph() ?? true;
  return putMessage(message);
}"""


@pytest.fixture
def table(page):
    page.goto(ADDRESS)
    page.evaluate(EXPLAIN)
    yield page
    assert page.evaluate("globalThis.link === document.activeElement"), "the focus stays"
    assert page.get_attribute("#p1 .points a", "aria-expanded") == "true", "so does the mark of the explanation"
    assert page.text_content("#p1 tr.why") == "because", "and the explanation below the row"


def ids(page):
    return page.eval_on_selector_all("#standings tbody", "bodies => bodies.map((body) => body.id)")


def test_a_changed_row_keeps_focus_and_explanation(table):
    rows = f'<template data-rows="standings" data-order="p2 p1">{row(1, "Anna", "1½")}{row(2, "Björn", "2")}</template>'
    table.evaluate(PUT, HAPPENED + rows)
    assert ids(table) == ["p2", "p1"]
    assert table.text_content("#p1 .points") == "1½"
    assert table.get_attribute("#p1", "class") == "fresh"
    assert table.get_attribute("#p2", "class") == "mine", "nothing happened to the other one"
    assert table.inner_text("#ticker") == "Anna ½–½ Cleo"
    table.wait_for_function("document.getElementById('aloud').textContent === 'Anna draws'")
    table.evaluate(PUT, HAPPENED + rows.replace("1½", "1"))
    assert table.locator("#ticker li").count() == 1, "it is said once"
    assert table.get_attribute("#p2", "class") == "mine", "the row is the same, and its mark stays"


def test_an_equal_row_is_not_marked(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p1 p2">{row(1, "Anna", "1")}</template>')
    assert table.get_attribute("#p1", "class") is None


def test_a_row_that_is_new_or_gone(table):
    table.evaluate(PUT, f'<template data-rows="standings" data-order="p3 p1">{row(3, "Cleo", "2")}</template>')
    assert ids(table) == ["p3", "p1"]


def test_a_table_with_another_column_keeps_its_rows(table):
    head = "<caption>After round 1</caption><thead><tr><th>Name</th><th>Points</th><th>Titles</th></tr></thead>"
    bodies = row(2, "Björn", "2") + row(1, "Anna", "1").replace("</tr>", "<td>WGM</td></tr>")
    whole = f'<div id="standings" class="wide"><table>{head}{bodies}</table></div>'
    table.evaluate(PUT, f'<template data-whole="standings">{whole}</template>')
    assert ids(table) == ["p2", "p1"]
    assert table.locator("#standings.wide th").count() == 3
    assert table.text_content("#p1 tr:first-child td:last-child") == "WGM"
    assert table.get_attribute("#p2", "class") == "mine"


def cells(columns, order="p1 p2", moved=""):
    checksum = f"{adler32(order.encode()):x}"
    return f'<template data-cells="standings" data-order="{checksum}" data-moved="{moved}">{columns}</template>'


def test_changed_cells_keep_focus_and_explanation(table):
    points = '<td class="points"><a href="/why">{}</a></td>'
    columns = f'<tr data-cell="1" data-rows="0-1">{points.format(2)}{points.format("1½")}</tr>'
    columns += '<tr data-rows="0" class="playing"></tr>'
    table.evaluate("globalThis.kept = document.querySelector('#p2 .name')")
    assert table.evaluate(PUT, HAPPENED + cells(columns, moved="p2:0"))
    assert ids(table) == ["p2", "p1"]
    assert [table.text_content(f"#p{number} .points") for number in (1, 2)] == ["1½", "2"]
    assert table.get_attribute("#p2 tr", "class") == "playing"
    assert table.get_attribute("#p1", "class") == "fresh"
    assert table.get_attribute("#p2", "class") == "mine", "nothing happened to the other one"
    assert table.evaluate("globalThis.kept.isConnected"), "what has not changed stays the same element"


def test_columns_come_and_go(table):
    def around(*heads):
        head = "".join(f"<th>{head}</th>" for head in heads)
        bodies = '<tbody id="p2"></tbody><tbody id="p1"></tbody>'
        whole = f'<div id="standings" class="wide"><table><thead><tr>{head}</tr></thead>{bodies}</table></div>'
        return f'<template data-around="standings">{whole}</template>'

    new = '<tr data-cell="{}" data-new data-rows="0-1"><td class="new"><a href="/x">{}</a></td><td>{}</td></tr>'
    columns = new.format(0, "x", "y") + new.format(3, 7, 8)
    assert table.evaluate(PUT, cells(columns, moved="p2:0") + around("New", "Name", "Points", "Last"))
    texts = """rows => rows.map((row) => [...row.cells]
      .map((cell) => cell.matches(".name") ? row.parentElement.id : cell.textContent).join(" "))"""
    shown = table.eval_on_selector_all("#standings tr:not(.why)", texts)
    assert shown == ["New Name Points Last", "x p2 0 7", "y p1 1 8"]
    assert table.locator("#standings.wide").count() == 1
    assert table.get_attribute("#p2", "class") == "mine"
    table.evaluate("document.querySelector('#p2 tr').className = 'playing'")
    lost = cells('<tr data-lost="0 3"></tr>', order="p2 p1") + around("Name", "Points")
    assert table.evaluate(PUT, lost)
    assert table.eval_on_selector_all("#standings tr:not(.why)", texts) == ["Name Points", "p2 0", "p1 1"]
    assert table.get_attribute("#p2 tr", "class") == "playing"


def test_cells_for_another_table_change_nothing(table):
    columns = '<tr data-cell="1" data-rows="0"><td class="points">9</td></tr>'
    assert not table.evaluate(PUT, HAPPENED + cells(columns, order="p2 p1", moved="p2:0"))
    assert ids(table) == ["p1", "p2"]
    assert table.text_content("#p1 .points") == "1"
    assert not table.inner_text("#ticker")


@pytest.mark.parametrize(("seconds", "mark"), [(9, "fresh"), (11, "")])
def test_an_old_mark_goes_with_the_next_change(table, seconds, mark):
    """Marks last for fifteen seconds, or for ten where a change comes then: so it takes no frame to remove them."""
    rows = (
        f'<template data-rows="standings" data-order="p1 p2">{row(1, "Anna", "{}")}{row(2, "Björn", "{}")}</template>'
    )
    table.evaluate(PUT, HAPPENED + rows.format("1½", "1"))
    table.evaluate("seconds => { const { now } = Date; Date.now = () => now() + 1000 * seconds; }", seconds)
    table.evaluate(PUT, rows.format("1½", "2"))
    assert table.get_attribute("#p1", "class") == mark
