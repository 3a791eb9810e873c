"""Categories and prizes: tables from the rules first, then the pages."""

import re
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import make_event, person
from tests.site.standings.test_public_pages import Outline
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.categories import move_category, save_category
from tournaments.actions.event.prizes import set_prizes
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.models import Category, Event, Game, LogEntry
from tournaments.pages.standings.prizes import prizes_view
from tournaments.queries.standings import categories
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import categories as categories_wording

URL = "/e/open/categories/"
ENGLISH = {"Accept-Language": "en"}


@pytest.mark.parametrize(
    ("rule", "bounds", "player", "belongs"),
    [
        (CategoryRule.WOMEN, {}, {"sex": "w"}, True),
        (CategoryRule.WOMEN, {}, {"sex": "F"}, True),
        (CategoryRule.WOMEN, {}, {"sex": "m"}, False),
        (CategoryRule.WOMEN, {}, {}, False),
        # U18 in 2026: not 18 before 1 January 2026, so born in 2008 or later.
        (CategoryRule.YOUTH, {"age": 18}, {"birth_date": "2008/01/01"}, True),
        (CategoryRule.YOUTH, {"age": 18}, {"birth_date": "2008"}, True),
        (CategoryRule.YOUTH, {"age": 18}, {"birth_date": "31.12.2007"}, False),
        (CategoryRule.YOUTH, {"age": 18}, {"birth_date": ""}, False),
        (CategoryRule.YOUTH, {"age": 18}, {"birth_date": "unknown"}, False),
        # S65 in 2026: 65 by 31 December 2026, so born in 1961 or earlier.
        (CategoryRule.SENIORS, {"age": 65}, {"birth_date": "1961/12/31"}, True),
        (CategoryRule.SENIORS, {"age": 65}, {"birth_date": "1962/01/01"}, False),
        (CategoryRule.SENIORS, {"age": 65}, {}, False),
        (CategoryRule.RATING, {"highest": 1599}, {"rating": 1599}, True),
        (CategoryRule.RATING, {"highest": 1599}, {"rating": 1600}, False),
        (CategoryRule.RATING, {"lowest": 1600, "highest": 1799}, {"rating": 1600}, True),
        (CategoryRule.RATING, {"lowest": 1600}, {"national_rating": 1700}, True),
        (CategoryRule.RATING, {"highest": 1599}, {}, False),
        (CategoryRule.CLUB, {"text": "SK Ulm"}, {"club": "sk ulm"}, True),
        (CategoryRule.CLUB, {"text": "SK Ulm"}, {"club": "SK Trier"}, False),
        (CategoryRule.FEDERATION, {"text": "GER"}, {"federation": "GER"}, True),
        (CategoryRule.LIST, {"numbers": [7, 9]}, {"number": 9}, True),
        (CategoryRule.LIST, {"numbers": [7, 9]}, {"number": 8}, False),
    ],
)
def test_who_belongs_to_a_category(rule, bounds, player, belongs):
    category = Category(rule=rule, **bounds)
    someone = Player(**{"number": 1, **player})
    assert bool(categories.find_members(category, Crosstable({someone.number: someone}, {}, 1), 2026)) is belongs


# Elo and national rating of four players, and who is in the group "to 1600" by each kind of ratings of the event.
RATED = {1: (1650, 1580), 2: (1500, 1700), 3: (None, 1550), 4: (1580, None)}


@pytest.mark.parametrize(
    ("method", "members"),
    [("FIDON", {2, 3, 4}), ("FIDE", {2, 4}), ("NRO", {1, 3}), ("NIDOF", {1, 3, 4}), ("HBFN", {3, 4}), ("OTHER", set())],
)
def test_a_rating_group_goes_by_the_ratings_of_the_event(method, members):
    players = {n: Player(n, rating=elo, national_rating=national) for n, (elo, national) in RATED.items()}
    facts = Crosstable(players, {}, 1, rating_method=method)
    assert categories.find_members(Category(rule=CategoryRule.RATING, highest=1600), facts, 2026) == members


def test_every_rule_is_decided_somewhere():
    assert set(categories.RULES) == set(CategoryRule)


@pytest.mark.parametrize("rule", [CategoryRule.YOUTH, CategoryRule.SENIORS])
def test_without_a_date_of_the_event_nobody_has_an_age(rule):
    someone = Player(1, birth_date="1950")
    assert categories.find_members(Category(rule=rule, age=18), Crosstable({1: someone}, {}, 1), None) == frozenset()


def test_places_inside_a_category_stay_shared():
    rows = [SimpleNamespace(number=number, rank=rank) for number, rank in ((4, 1), (2, 2), (7, 2), (1, 4), (9, 5))]
    assert categories.compute_places(rows, frozenset({2, 7, 9})) == {2: 1, 7: 1, 9: 3}


@pytest.fixture
def event(db):
    """Round 1: the odd numbers win; 2 and 4 are women, 1 and 2 were born in 2010."""
    event = make_event(starts_on="2026-11-21")
    event.players.filter(number__in=(2, 4)).update(sex="w")
    event.players.filter(number__in=(1, 2)).update(birth_date="2010/05/17")
    Game.objects.filter(round__event=event, round__number=1).update(result="10")
    event.refresh_from_db()
    return event


@pytest.fixture
def owner(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    return client


@pytest.fixture
def women(event):
    return save_category(event, "", CategoryDefinition("Women", CategoryRule.WOMEN), COMMAND)


def places(client, query):
    """Return number and place of each row of the standings."""
    text = client.get(f"/e/open/{query}", headers=ENGLISH).text
    return [
        (int(row.split('"')[0]), row.split('class="place')[1].split(">")[1].split("<")[0].strip())
        for row in text.split('<tbody id="p')[1:]
    ]


def test_the_standings_show_one_category_with_its_own_places(client, event, women):
    text = client.get("/e/open/?category=women", headers=ENGLISH).text
    ranks = {row.number: row.rank for row in read_standings(staff_reader(event)).rows}
    assert [number for number, _ in places(client, "?category=women")] == sorted((2, 4), key=lambda n: (ranks[n], n))
    assert places(client, "?category=women")[0][1] == "1"
    assert f'<td class="wide quiet">{ranks[2]}</td>' in text
    assert "Standings: Women" in " ".join(Outline(text).texts)
    assert len(places(client, "")) == 8
    assert len(places(client, "?category=women&after=1")) == 2


def test_table_group_and_upsets_go_by_the_ratings_of_the_event(client, event):
    """Of the first round: 1 beat 3, as by FIDE's ratings they should; by the national ones that is an upset."""
    event.rating_method = "NRO"
    event.save()
    save_category(event, "", CategoryDefinition("To 1600", CategoryRule.RATING, highest=1600), COMMAND)
    event.players.update(rating=2000, national_rating=None)
    for number, national in {1: 1580, 2: 1700, 3: 1690}.items():
        event.players.filter(number=number).update(national_rating=national)
    assert [number for number, _ in places(client, "?category=to-1600")] == [1]
    table = client.get("/e/open/", headers=ENGLISH).text
    cells = re.findall(r'<td class="rating wide quiet">(\d*)</td>', table)
    assert sorted(cells) == sorted(["1580", "1700", "1690", *[""] * (len(cells) - 3)])
    assert "2000" not in client.get("/e/open/round/1/", headers=ENGLISH).text
    assert "1580" in client.get("/e/open/player/1/", headers=ENGLISH).text


def test_an_unknown_category_is_not_found(client, event, women):
    assert client.get("/e/open/?category=men").status_code == 404


def test_no_public_page_tells_a_date_of_birth(client, event):
    save_category(event, "", CategoryDefinition("U18", CategoryRule.YOUTH, age=18), COMMAND)
    for path in ("", "?category=u18", "prizes/", "player/1/", "round/1/", "crosstable/", "statistics/"):
        text = client.get(f"/e/open/{path}").text
        assert "2010" not in text
        assert "05/17" not in text


def test_the_prize_list_names_who_would_win(client, event, women):
    set_prizes(event, "", ["300 €", "200 €"], COMMAND)
    set_prizes(event, "women", ["100 €"], COMMAND)
    text = client.get("/e/open/prizes/", headers=ENGLISH).text
    first, second = read_standings(staff_reader(event)).rows[:2]
    names = [text for text in Outline(text).texts if text in {p.name for p in event.players.all()}]
    facts = read_standings(staff_reader(event)).facts
    assert names[:2] == [facts.players[first.number].name, facts.players[second.number].name]
    assert "according to the current table" in text
    assert "Each player gets one prize" in text


@pytest.mark.parametrize("hidden", [{"is_withheld": True}, {"pseudonym": "Lynx"}])
@pytest.mark.parametrize("rule", [CategoryRule.CLUB, CategoryRule.FEDERATION])
def test_who_wins_in_a_club_is_the_same_for_everybody(event, rule, hidden):
    """A mirror too, which has no club of players without a name."""
    event.players.filter(number__in=(1, 2)).update(club="SK X", federation="SUI")
    save_category(event, "", CategoryDefinition("Hosts", rule, text="SUI" if rule == "federation" else "SK X"), COMMAND)
    set_prizes(event, "hosts", ["100 €", "50 €"], COMMAND)
    event.players.filter(number=1).update(**hidden)
    for each in (event, Twin(event).send()):
        for reader in (staff_reader(each), Reader(Event.objects.get(pk=each.pk))):
            (section,) = prizes_view(reader).sections
            assert [line.winner.number for line in section.lines] == [1, 2]


def test_the_prize_list_asks_once_who_belongs_to_a_category(event, women):
    set_prizes(event, "women", ["100 €"], COMMAND)
    with CaptureQueriesContext(connection) as queries:
        prizes_view(Reader(Event.objects.get(pk=event.pk)))
    assert sum('FROM "tournaments_category"' in query["sql"] for query in queries) == 1


def test_before_the_first_result_nobody_wins(client, event, women):
    Game.objects.filter(round__event=event).update(result="")
    set_prizes(event, "", ["300 €"], COMMAND)
    text = client.get("/e/open/prizes/", headers=ENGLISH).text
    assert "No results yet" in text
    assert event.players.get(number=1).name not in text


def test_the_owner_adds_changes_moves_and_removes_categories(owner, event):
    assert owner.post(URL, {"name": "U18", "rule": "youth", "age": 18}).status_code == 302
    owner.post(URL, {"name": "Women", "rule": "women", "age": 12})
    assert list(event.categories.values_list("key", "age")) == [("u18", 18), ("women", None)]
    owner.post(f"{URL}women/move/", {"way": "up"})
    assert list(event.categories.values_list("key", flat=True)) == ["women", "u18"]
    owner.post(f"{URL}u18/", {"name": "U16", "rule": "youth", "age": 16})
    assert event.categories.get(key="u18").name == "U16"
    owner.post("/e/open/prizes/save/", {"category": "women", "prizes": " 50 €\r\n\r\nBook "})
    assert list(event.prizes.values_list("place", "text", "amount")) == [(1, "50 €", 50), (2, "Book", None)]
    refused = owner.post(f"{URL}women/remove/", headers=ENGLISH)
    assert refused.status_code == 422
    assert "This category has prizes" in refused.text
    owner.post(f"{URL}u18/remove/")
    owner.post("/e/open/prizes/rule/")
    event.refresh_from_db()
    assert event.one_prize_each is False
    assert list(event.categories.values_list("key", flat=True)) == ["women"]
    actions_logged = list(LogEntry.objects.filter(event=event).order_by("pk").values_list("action", flat=True))
    assert actions_logged == [*["category"] * 2, "categories", "category", "prizes", "category", "settings"]


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        (CategoryDefinition("U18", CategoryRule.YOUTH), "category-missing", "age"),
        (CategoryDefinition("Ulm", CategoryRule.CLUB), "category-missing", "text"),
        (CategoryDefinition("B", CategoryRule.RATING), "category-bounds", "lowest"),
        (CategoryDefinition("B", CategoryRule.RATING, lowest=1800, highest=1600), "category-turned", "lowest"),
        (CategoryDefinition("Guests", CategoryRule.LIST, numbers=[3, 99]), "category-nobody", "numbers"),
        (CategoryDefinition("WOMEN", CategoryRule.WOMEN), "category-taken", "name"),
    ],
)
def test_a_category_that_can_not_be_is_refused(event, women, wanted, code, field):
    before = event.log.count()
    with pytest.raises(Refusal) as refused:
        save_category(event, "", wanted, COMMAND)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert event.log.count() == before


def test_the_form_says_what_is_missing(owner, event):
    answer = owner.post(URL, {"name": "U18", "rule": "youth"}, headers=ENGLISH)
    assert answer.status_code == 422
    assert "This kind of category needs this field." in answer.text
    answer = owner.post(URL, {"name": "L", "rule": "list", "numbers": "1, x"}, headers=ENGLISH)
    assert "numbers separated by commas." in answer.text


def test_the_same_again_writes_nothing(event, women):
    before = event.log.count()
    save_category(event, "women", CategoryDefinition("Women", CategoryRule.WOMEN), COMMAND)
    set_prizes(event, "women", [], COMMAND)
    move_category(event, "women", True, COMMAND)
    assert event.log.count() == before


@pytest.mark.parametrize("role", [role for role in Role if role != Role.OWNER])
def test_only_the_owner_arranges_categories(client, event, women, role):
    client.force_login(person("paul", event, role))
    for path in (URL, f"{URL}women/", f"{URL}women/remove/"):
        assert client.get(path).status_code == 403
        assert client.post(path).status_code == 403
    assert event.categories.count() == 1


def test_a_category_of_another_event_is_not_found(owner, event):
    other = make_event("other")
    save_category(other, "", CategoryDefinition("Women", CategoryRule.WOMEN), COMMAND)
    assert owner.get(f"{URL}women/").status_code == 404
    assert owner.post(f"{URL}women/remove/").status_code == 422
    assert other.categories.count() == 1


def test_ages_are_written_in_the_language_of_the_page(event):
    category = Category(event=event, rule=CategoryRule.SENIORS, age=65)
    with translation.override("en"):
        assert categories_wording.category_rule(category, 2026) == "born in 1961 or earlier"


def test_the_owner_chooses_how_prizes_are_divided(owner, event):
    set_prizes(event, "", ["300 €", "100 €"], COMMAND)
    assert owner.post("/e/open/prizes/rule/", {"one_prize_each": "on", "prize_sharing": "hort"}).status_code == 302
    event.refresh_from_db()
    assert event.prize_sharing == "hort"
    owner.post("/e/open/prizes/rule/", {"prize_sharing": "by lot"})
    event.refresh_from_db()
    assert (event.prize_sharing, event.one_prize_each) == ("hort", False)
    for board, result in enumerate(("10", "10", "10", "10"), 1):
        enter_result(event, 1, board, Entry(result, version=0), COMMAND)
    page = owner.get("/e/open/prizes/", headers=ENGLISH).text
    assert "equal share of the rest (Hort)" in page and "They share too:" in page
    # Four have won: Anna gets half of 300 and a quarter of the other halves, 200.
    assert re.findall(r"(\d+) € · divided:</small>\s*(\d+) €", page.replace("\N{NO-BREAK SPACE}", " ")) == [
        ("300", "200"),
        ("100", "100"),
    ]
    assert re.findall(r"<b>(\d+)\N{NO-BREAK SPACE}€</b>", page) == ["50", "50"]


def save_lines(owner, text, **fields):
    return owner.post("/e/open/prizes/save/", {"category": "", "prizes": text, **fields}, headers=ENGLISH)


def stored(event):
    return [(prize.text, prize.amount, prize.currency, prize.is_confirmed) for prize in event.prizes.all()]


def test_amounts_are_read_out_of_the_lines_and_confirmed(owner, event):
    save_lines(owner, "1\t1'000 CHF\r\n2\tTrophy 2026 and 500 CHF\r\nBook")
    assert stored(event) == [
        ("1'000 CHF", 1000, "CHF", True),
        ("Trophy 2026 and 500 CHF", 500, "CHF", False),
        ("Book", None, "", True),
    ]
    page = owner.get(URL, headers=ENGLISH).text.replace("\N{NO-BREAK SPACE}", " ")
    assert re.findall(r'name="amount"\s+value="([^"]*)"', page) == ["1,000 CHF", "500 CHF", ""]
    assert page.count("please check") == 1 and "Confirm the amounts and save" in page
    lines = {"line": ["1'000 CHF", "Trophy 2026 and 500 CHF", "Book"], "amount": ["1,000 CHF", "750", "20 CHF"]}
    save_lines(owner, "1'000 CHF\nTrophy 2026 and 500 CHF\nFlowers\nBook", **lines)
    assert stored(event) == [
        ("1'000 CHF", 1000, "CHF", True),
        ("Trophy 2026 and 500 CHF", 750, "CHF", True),
        ("Flowers", None, "", True),
        ("Book", 20, "CHF", True),
    ]
    assert "please check" not in owner.get(URL, headers=ENGLISH).text


def test_only_changed_amounts_are_logged(owner, event):
    save_lines(owner, "U18: 50 €")
    save_lines(owner, "U18: 50 €", line="U18: 50 €", amount="60 €")
    save_lines(owner, "U18: 50 €", line="U18: 50 €", amount="60 €")
    save_lines(owner, "U18: 50 €")
    logged = list(event.log.filter(action="prizes").order_by("pk").values_list("before", "after"))
    assert logged == [
        ({"key": "", "prizes": []}, {"key": "", "prizes": ["U18: 50 €"]}),
        ({"key": "", "amounts": ["50.00 €"]}, {"key": "", "amounts": ["60.00 €"]}),
    ]


def test_a_text_that_is_not_an_amount_is_refused_and_stays(owner, event):
    save_lines(owner, "100 €")
    answer = save_lines(owner, "100 €\n50 €", line="100 €", amount="a lot")
    assert answer.status_code == 422
    assert "“a lot” is not an amount" in answer.text and "100 €\n50 €</textarea>" in answer.text
    assert stored(event) == [("100 €", 100, "€", True)]


def test_amounts_that_rise_and_several_currencies_are_named(owner, event):
    save_lines(owner, "100 €\n300 €\n50 CHF")
    page = owner.get(URL, headers=ENGLISH).text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Place 2 brings 300 €, place 1 only 100 €." in page
    assert "different currencies: CHF · €." in page
    save_lines(owner, "100 €\n300 CHF")
    page = owner.get(URL, headers=ENGLISH).text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Place 2 brings 300 CHF, place 1 only 100 €." in page


def test_equal_lines_keep_their_own_amounts(owner, event):
    save_lines(owner, "Voucher\nVoucher")
    save_lines(owner, "Voucher\nVoucher", line=["Voucher", "Voucher"], amount=["50 €", "20 €"])
    save_lines(owner, "Voucher\nVoucher\nBook")
    assert [amount for _, amount, _, _ in stored(event)] == [50, 20, None]
