"""Templates are written over many lines and sent without them."""

import pytest

from tournaments.operation.compact_templates import compact

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
