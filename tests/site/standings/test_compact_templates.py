"""Templates are written over many lines and sent without them."""

import pytest

from tournaments.operation.compact_templates import compact

CASES = [
    ("one line", "<td>\n  {{ name }}\n</td>", "<td> {{ name }} </td>"),
    ("attributes", '<tr\n  id="a"\n  {% if b %}hidden{% endif %}\n>', '<tr id="a" {% if b %}hidden{% endif %}>'),
    ("no space where none was", "<b>1</b\n>", "<b>1</b>"),
    ("code", "<p>\n  a</p><pre>x\n  y</pre>\n<p>", "<p> a</p><pre>x\n  y</pre> <p>"),
    ("fields of many lines", "<textarea\n>a\n b</textarea>", "<textarea\n>a\n b</textarea>"),
]


@pytest.mark.parametrize(("written", "sent"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_line_breaks_become_spaces(written, sent):
    assert compact(written) == sent
