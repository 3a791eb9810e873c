"""Templates are written over many lines and sent without them."""

import os

import pytest
from jinja2 import FileSystemLoader

from tournaments.operation.compact_templates import compact
from tournaments.operation.row_templates import make_environment

CASES = [
    ("one line", "<b>\n  {{ name }}\n</b>", "<b> {{ name }} </b>"),
    ("attributes", '<tr\n  id="a"\n  {% if b %}hidden{% endif %}\n>', '<tr id="a"{% if b %} hidden{% endif %}>'),
    ("no space where none was", "<b>1</b\n>", "<b>1</b>"),
    (
        "no space at the edge of a block",
        '<tr>\n  <td class="a">\n    1\n  </td>\n</tr>',
        '<tr><td class="a">1</td></tr>',
    ),
    ("a space between words", "<i>1</i>\n<i>2</i>", "<i>1</i> <i>2</i>"),
    ("code", "<i>\n  a</i><pre>x\n  y</pre>\n<i>", "<i> a</i><pre>x\n  y</pre> <i>"),
    ("fields of many lines", "<textarea\n>a\n b</textarea>", "<textarea\n>a\n b</textarea>"),
]


@pytest.mark.parametrize(("written", "sent"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_line_breaks_become_spaces(written, sent):
    assert compact(written) == sent


def test_what_a_row_includes_becomes_part_of_it_also_after_a_change(tmp_path):
    row, cell = tmp_path / "row", tmp_path / "cell"
    row.write_text('<b>{% include "cell" %}</b>{% include "cell" %}', encoding="utf-8")
    cell.write_text("{{ one }}\n  1", encoding="utf-8")
    environment = make_environment(loader=FileSystemLoader(tmp_path))
    assert environment.loader.get_source(environment, "row")[0] == "<b>{{ one }} 1</b>{{ one }} 1"
    assert environment.get_template("row").render(one="a") == "<b>a 1</b>a 1"
    cell.write_text("2", encoding="utf-8")
    os.utime(cell, (0, 0))
    assert environment.get_template("row").render(one="a") == "<b>2</b>2"
