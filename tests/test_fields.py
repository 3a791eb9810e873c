"""The fields of forms written by hand: what a tag says becomes HTML that a browser and a screen reader understand."""

import pytest
from django.template import Context, Template
from django.test.html import parse_html

WRITTEN = {
    '{% text_field "club" "Club" maxlength=60 %}': (
        '<p class="field"><label for="club">Club</label>'
        '<input id="club" name="club" autocomplete="off" maxlength="60"></p>'
    ),
    '{% text_field "club" label id="late-club" value=typed required=True autofocus=False %}': (
        '<p class="field"><label for="late-club">Club &amp; town</label>'
        '<input id="late-club" name="club" autocomplete="off" value="&quot;A&quot;" required></p>'
    ),
    '{% text_field "table" "Table" hint="Empty for none." value=nothing %}': (
        '<p class="field"><label for="table">Table</label>'
        '<input id="table" name="table" autocomplete="off" aria-describedby="table-help">'
        '<small class="helptext" id="table-help">Empty for none.</small></p>'
    ),
    '{% choice_field "player" "Player" players chosen="12" empty="–" other="nobody" required=True %}': (
        '<p class="field"><label for="player">Player</label><select id="player" name="player" required>'
        '<option value="">–</option><option value="1">Ada</option><option value="12" selected>Ben</option>'
        '<option value="">nobody</option></select></p>'
    ),
    '{% row_button "/close/" "token" 1234 "Close" "button risky" "Close Hall" %}': (
        '<form method="post" action="/close/"><input type="hidden" name="csrfmiddlewaretoken" value="secret">'
        '<button class="button risky" name="token" value="1234" aria-label="Close Hall">Close</button></form>'
    ),
}


@pytest.mark.parametrize("tag", WRITTEN)
def test_a_tag_writes_a_labelled_field(tag):
    context = Context(
        {"label": "Club & town", "typed": '"A"', "nothing": None, "players": [(1, "Ada"), (12, "Ben", "note")]}
    )
    context["csrf_token"] = "secret"
    html = Template("{% load fields %}" + tag).render(context)
    assert parse_html(html) == parse_html(WRITTEN[tag])
