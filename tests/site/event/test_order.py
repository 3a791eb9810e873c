"""The page that arranges the tie-breaks: the draft, its effect, and what saving asks for."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.desk.test_desk_access import PEOPLE
from tests.site.factories import LEFT, game, make_event, person
from tests.site.reading import HTMX, text
from tournaments.access.reader import staff_reader
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game, LogEntry, Membership
from tournaments.pages.event.order import PRESETS, read_draft
from tournaments.views.posted import move_line, remove_line

URL = "/e/open/tiebreaks/"

MOVES = [
    (1, -1, "PTS BH DE", "BH PTS DE"),
    (0, -1, "PTS BH DE", "PTS BH DE"),
    (1, 1, "PTS BH DE", "PTS DE BH"),
    (2, 1, "PTS BH DE", "PTS BH DE"),
    (9, -1, "PTS BH DE", "PTS BH DE"),
    (None, 1, "PTS BH DE", "PTS BH DE"),
]


@pytest.mark.parametrize(("at", "by", "before", "after"), MOVES)
def test_a_line_moves_by_one_place(at, by, before, after):
    assert move_line(before.split(), at, by) == after.split()


@pytest.mark.parametrize(("at", "after"), [(0, "BH DE"), (2, "PTS BH"), (9, "PTS BH DE"), (None, "PTS BH DE")])
def test_a_line_is_removed(at, after):
    assert remove_line(["PTS", "BH", "DE"], at) == after.split()


def read(event, texts):
    return read_draft(texts, staff_reader(event))


DRAFTS = [
    ("PTS BH/C1 DE", {}),
    ("pts bh-c1", {}),
    ("DE BH DE", {}),
    ("PTS XX", {"XX": "There is no criterion “XX”"}),
    ("PTS BH/Z9", {"BH/Z9": "does not take the modifier"}),
    ("PTS BH/C1/C2", {"BH/C1/C2": "“BH/C1” does not take the modifier “C2”"}),
    ("PTS ARO/U-100", {"ARO/U-100": "does not take the modifier"}),
    ("PTS ARO/U0", {"ARO/U0": "does not take the modifier"}),
    ("PTS BH BH", {"BH": "appears twice"}),
]


@pytest.mark.parametrize(("texts", "errors"), DRAFTS)
def test_a_mistake_stands_at_its_line(event, texts, errors):
    messages = {line.text: line.error for line in read(event, texts.split()).lines if line.error}
    assert set(messages) == set(errors)
    for line, sentence in errors.items():
        assert sentence in messages[line]


def test_an_empty_order_is_a_mistake_of_the_whole(event):
    assert "empty" in read(event, []).error


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_be_read(event, preset):
    assert read(event, preset.order.split(",")).order


# The page


@pytest.fixture
def event(db):
    """Players 1 and 3 have won; the one by a forfeit, so that the order of criteria parts them."""
    event = make_event(tiebreaks="PTS,WON", rounds=1, departures=LEFT)
    for board, result in ((1, "+-"), (2, "10"), (3, "=="), (4, "01")):
        one = game(event, 1, board)
        Game.objects.filter(pk=one.pk).update(result=result)
    return event


@pytest.fixture
def owner(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    return client


def post(client, order, verb="preview", **more):
    headers = {name: more.pop(name) for name in list(more) if name.startswith("HTTP_")}
    return client.post(f"{URL}{verb}/", {"order": order.split(), "was": "PTS,WON", **more}, **headers)


def shown(answer):
    return re.findall(r'name="order" value="([^"]*)"', answer.content.decode())


def test_the_page_shows_the_order_in_force(owner):
    page = owner.get(URL)
    assert shown(page) == ["PTS", "WON"]
    assert "This is the current order." in text(page)
    assert "Opponents’ scores" in text(page)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_button_gives_the_draft_back_with_its_effect_and_writes_nothing(owner, event, headers):
    answer = post(owner, "PTS WON", "remove", line=1, **headers)
    assert shown(answer) == ["PTS"]
    assert "1 of 8 players changes place." in text(answer)
    assert "Müller, Anna 3 1 ▲2" in text(answer)
    assert answer.content.decode().startswith("<form") == bool(headers)
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,WON"
    assert not LogEntry.objects.exists()


PRESSED = [
    ("preview", {}, "PTS WON"),
    ("up", {"line": 1}, "WON PTS"),
    ("down", {"line": 0}, "WON PTS"),
    ("down", {"line": "x"}, "PTS WON"),
    ("remove", {"line": 0}, "WON"),
    ("add", {"add": "SB"}, "PTS WON SB"),
    ("add", {"add": "Sonneborn Cut 1"}, "PTS WON SB/C1"),
    ("change", {"change": "1 BH/C2/P"}, "PTS BH/C2/P"),
    ("change", {"change": "x BH"}, "PTS WON"),
    ("add", {}, "PTS WON"),
    ("preset", {"preset": "german-2007"}, "PTS SRO BH"),
    ("preset", {"preset": "german-youth"}, "PTS BH SBH"),
    ("preset", {"preset": "none"}, "PTS WON"),
]


@pytest.mark.parametrize(("verb", "fields", "after"), PRESSED)
def test_each_button_has_its_own_address_and_stores_nothing(owner, event, verb, fields, after):
    assert shown(post(owner, "PTS WON", verb, **fields)) == after.split()
    assert owner.get(f"{URL}{verb}/")["Location"] == URL
    event.refresh_from_db()
    assert (event.tiebreaks, LogEntry.objects.exists()) == ("PTS,WON", False)


def test_an_order_without_effect_says_so(owner):
    assert "Nobody’s place changes." in text(post(owner, "PTS WON PS"))


def test_saving_needs_a_reason_once_results_exist(owner, event):
    refused = post(owner, "PTS BH", "save")
    assert refused.status_code == 422
    assert "A reason is needed here" in text(refused)
    saved = post(owner, "PTS bh-c1", "save", reason="as announced", shown="PTS,BH/C1")
    assert (saved.status_code, saved["Location"]) == (302, URL)
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,BH/C1"
    assert LogEntry.objects.get().reason == "as announced"


def test_htmx_is_sent_to_the_saved_page(owner):
    assert post(owner, "PTS BH", "save", reason="x", shown="PTS,BH", **HTMX)["HX-Redirect"] == URL


@pytest.mark.parametrize("shown", ["", "PTS,SB"])
def test_a_change_after_the_first_result_is_stored_for_the_very_order_shown(owner, event, shown):
    asked = post(owner, "PTS BH", "save", reason="as announced", shown=shown)
    assert asked.status_code == 200
    assert "The event is under way, and everybody will see this change." in text(asked)
    assert 'name="shown" value="PTS,BH"' in asked.content.decode()
    assert 'value="as announced"' in asked.content.decode()
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,WON"
    assert not LogEntry.objects.exists()
    assert post(owner, "PTS BH", "save", reason="as announced", shown="PTS,BH").status_code == 302
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,BH"
    (entry,) = LogEntry.objects.all()
    assert (entry.reason, entry.before, entry.after) == ("as announced", {"order": "PTS,WON"}, {"order": "PTS,BH"})


def test_once_its_effect_is_shown_a_change_takes_one_press_and_a_reason(owner, event):
    page = post(owner, "PTS BH").content.decode()
    was_shown = re.search(r'name="shown" value="([^"]*)"', page)[1]
    assert re.search(r'id="save"[^>]*>\s*Change the order', page)
    assert post(owner, "PTS BH", "save", reason="as announced", shown=was_shown).status_code == 302
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,BH"


def test_earlier_orders_come_back_by_a_button_and_the_last_one_is_undone(owner, event):
    assert 'name="earlier"' not in owner.get(URL).content.decode()
    for before, after in (("PTS,WON", "PTS,BH"), ("PTS,BH", "PTS,SB"), ("PTS,SB", "PTS,WON"), ("PTS,WON", "PTS,DE")):
        sent = {"was": before, "order": after.split(","), "reason": "trial", "shown": after}
        assert owner.post(f"{URL}save/", sent).status_code == 302
    page = owner.get(URL)
    assert re.findall(r'name="earlier"\s+value="([^"]+)"', page.content.decode()) == ["PTS,WON", "PTS,SB", "PTS,BH"]
    assert "Back to PTS,WON until" in text(page)
    back = owner.post(f"{URL}preset/", {"was": "PTS,DE", "order": ["PTS", "DE"], "earlier": "PTS,WON"})
    assert shown(back) == ["PTS", "WON"]
    assert "Change the order" in text(back)
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,DE"


def test_the_orders_of_ones_other_events_of_the_same_kind_are_offered(owner, event):
    person_of = User.objects.get(username="olga")
    for slug, role, fields in (
        ("own", Role.OWNER, {"tiebreaks": "PTS,SB"}),
        ("entry", Role.ENTRY, {"tiebreaks": "PTS,WIN"}),
        ("scrabble", Role.OWNER, {"tiebreaks": "PTS,SPREAD", "discipline": "scrabble"}),
        ("same", Role.OWNER, {"tiebreaks": "PTS,WON"}),
        ("practice", Role.OWNER, {"tiebreaks": "PTS,PS", "is_dry_run": True}),
        ("teams", Role.OWNER, {"tiebreaks": "MP,GP", "team_boards": 4}),
        ("newer", Role.OWNER, {"tiebreaks": "PTS,SB"}),
    ):
        Membership.objects.create(event=make_event(slug, **fields), user=person_of, role=role)
    Membership.objects.create(event=make_event("of-others", tiebreaks="PTS,KS"), user=person("otto"), role=Role.OWNER)
    page = owner.get(URL).content.decode()
    assert re.findall(r'name="earlier"\s+value="([^"]+)"', page) == ["PTS,SB"]
    assert "Orders of your other events The newer" in text(owner.get(URL))
    assert shown(post(owner, "PTS WON", "preset", earlier="PTS,SB")) == ["PTS", "SB"]
    owner.force_login(User.objects.create_superuser("root"))
    assert 'value="PTS,KS"' in owner.get(URL).content.decode()


def test_before_the_first_result_one_press_saves(owner, event):
    Game.objects.update(result="")
    assert "The event is under way" not in text(post(owner, "PTS BH", "preview"))
    assert post(owner, "PTS BH", "save").status_code == 302


ADVISED = [
    ("PTS BH LOTS", ""),
    ("PTS BH", "Players tied on all of these share the rank. Add PLAYOFF or LOTS"),
    (
        "PTS ARO LOTS",
        "ARO must be dropped: some players have no rating (8). Give one for them, for example ARO/U1000.",
    ),
    ("PTS KS LOTS", "KS is meant for round robins"),
    ("PTS LOTS BH", "BH is never reached: LOTS leaves nobody tied. FIDE C.07 4.2"),
]


@pytest.mark.parametrize(("order", "sentence"), ADVISED)
def test_the_regulations_are_named(owner, order, sentence):
    page = post(owner, order)
    assert sentence in text(page)
    assert ('class="advice"' in page.content.decode()) == bool(sentence)


def test_an_order_that_may_end_tied_offers_a_way_out(owner):
    assert 'name="advised" value="LOTS"' in post(owner, "PTS BH").content.decode()
    assert shown(post(owner, "PTS BH", "add", add="SB", advised="LOTS")) == ["PTS", "BH", "LOTS"]
    assert shown(post(owner, "PTS BH", "add", advised="PLAYOFF")) == ["PTS", "BH", "PLAYOFF"]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [("PTS XX", "no criterion"), ("PTS BH BH", "appears twice"), ("", "order of criteria is empty")],
)
def test_a_wrong_order_is_not_saved(owner, event, order, sentence):
    answer = post(owner, order, "save", reason="x")
    assert answer.status_code == 422
    assert sentence in text(answer)
    event.refresh_from_db()
    assert event.tiebreaks == "PTS,WON"


def test_another_owners_change_is_not_overwritten(owner, event):
    answer = post(owner, "PTS BH", "save", was="PTS,SB", reason="x")
    assert answer.status_code == 422
    assert "Somebody else has changed the order" in text(answer)


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_owners_arrange_the_order(client, event, who, method):
    if who in Role.values:
        client.force_login(person("somebody", event, who))
    elif who == "superuser":
        client.force_login(User.objects.create_superuser("root"))
    elif who == "arbiter of another event":
        client.force_login(person("somebody", make_event("other"), Role.OWNER))
    elif who == "stranger":
        client.force_login(person("somebody"))
    url = f"{URL}save/" if method == "post" else URL
    fields = {"order": ["PTS"], "was": "PTS,WON", "reason": "x", "shown": "PTS"} if method == "post" else {}
    answer = getattr(client, method)(url, fields)
    event.refresh_from_db()
    if who == "anonymous":
        assert (answer.status_code, answer["Location"]) == (302, f"/signin/?next={url}")
    else:
        expected = (302 if method == "post" else 200) if who in ("owner", "superuser") else 403
        assert answer.status_code == expected
    assert (event.tiebreaks == "PTS") == (method == "post" and who in ("owner", "superuser"))


def test_the_token_is_needed(event):
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("olga", event, Role.OWNER))
    assert post(client, "PTS", "save", reason="x").status_code == 403
