"""People of a rating list, found by identity, name and sound."""

import pytest
from django.core.management import call_command

from tests.site.factories import make_event, person
from tests.site.players.rating_samples import XML, Lines, import_ratings
from tests.site.reading import text
from tournaments.domain.accounts.roles import Role
from tournaments.formats.rating_fields import RatedPerson
from tournaments.rating_lists import lookup, store


def test_a_new_list_takes_the_place_of_the_old_one(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Lines, "dated", "")  # both are of the present month
    import_ratings("FIDE", "Old, Olga")
    import_ratings("DSB", "Other, Otto")
    (tmp_path / "standard_rating_list.xml").write_text(XML)
    call_command("import_ratings", tmp_path / "standard_rating_list.xml")
    assert capsys.readouterr().out == "FIDE: 2 people.\nNot stated: blitz.\n"
    assert [(each.name, each.count) for each in store.read_lists()] == [("FIDE", 2), ("DSB", 1)]
    assert not lookup.find_people("old olga") and lookup.find_people("other")


def test_until_the_last_line_is_in_the_old_list_answers():
    import_ratings("FIDE", "Old, Olga")

    def lines():
        yield RatedPerson("New, Nora")
        assert [each.person.name for each in lookup.find_people("old")] == ["Old, Olga"]
        assert not lookup.find_people("new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.import_list("FIDE", Lines("FIDE", lines()))
    assert lookup.find_people("old") and not lookup.find_people("new")


@pytest.fixture
def fide():
    people = [
        ("Müller, Anna", "1", 2100),
        ("Müller, Anne", "2", 1900),
        ("Mueller, Bernd", "3", 2300),
        ("Meier, Paul", "4", 1500),
        ("Weiß, Carl", "5", None),
        ("Garcia Lopez, Juan Maria", "6", 2000),
        ("O'Brien-Smith, Eve", "7", 1800),
        ("Sørensen, Bo", "8", 1700),
        ("Wei Yi", "9", 2700),
        ("Schmidt, Aleksandr", "10", 1600),
        ("Иванов, Пётр", "11", 1400),
    ]
    import_ratings("FIDE", *(RatedPerson(name, f"99000{n:0>2}", rating=rating) for name, n, rating in people))


FINDS = [
    ("9900004", ["Meier, Paul"]),
    ("mueller anna", ["Müller, Anna"]),
    ("Anna Müller", ["Müller, Anna"]),
    ("Muller Anna", ["Müller, Anna"]),
    ("MÜLLER, ANNA", ["Müller, Anna"]),
    ("müll", ["Mueller, Bernd", "Müller, Anna", "Müller, Anne"]),
    ("mü an", ["Müller, Anna", "Müller, Anne"]),
    ("weiss", ["Weiß, Carl"]),
    ("Weis Karl", ["Weiß, Carl"]),
    ("Meyer, Paul", ["Meier, Paul"]),
    ("Maier Paul", ["Meier, Paul"]),
    ("Muler Ana", ["Müller, Anna"]),
    ("Nüller Anna", ["Müller, Anna"]),
    ("Müller Anan", ["Müller, Anna", "Müller, Anne"]),
    ("Mueler Brend", ["Mueller, Bernd"]),
    ("juan garcia", ["Garcia Lopez, Juan Maria"]),
    ("lopez juan", ["Garcia Lopez, Juan Maria"]),
    ("maria garcia lopez", ["Garcia Lopez, Juan Maria"]),
    ("obrien eve", ["O'Brien-Smith, Eve"]),
    ("o'brien", ["O'Brien-Smith, Eve"]),
    ("sorensen bo", ["Sørensen, Bo"]),
    ("Sörensen", ["Sørensen, Bo"]),
    ("yi wei", ["Wei Yi"]),
    ("Schmitt Alexander", ["Schmidt, Aleksandr"]),
    ("иванов", ["Иванов, Пётр"]),
    ("zzz", []),
    ("m", []),
    ("", []),
    ("%_", []),
    ("' OR 1=1 --", []),
    ("x" * 60, []),
    ("9" * 60, []),
]


@pytest.mark.parametrize(("text", "names"), FINDS)
def test_people_are_found_as_they_are_typed(fide, text, names):
    assert sorted(each.person.name for each in lookup.find_people(text)) == sorted(names)


def test_the_likeliest_comes_first_then_the_strongest(fide):
    assert next(each.person.name for each in lookup.find_people("müller")) == "Mueller, Bernd"
    assert [each.person.name for each in lookup.find_people("anne müller")] == ["Müller, Anne"]
    assert [each.person.name for each in lookup.find_people("müller ann")] == ["Müller, Anna", "Müller, Anne"]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "rating"), [("standard", 2100), ("rapid", 2050), ("blitz", 2100)])
def test_who_is_taken_over_fills_the_form_and_nothing_is_stored_before_it_is_sent(client, kind, rating):
    import_ratings("FIDE", RatedPerson("Mueller, Bernd", "9900003", "", "FM", "m", "GER", "", 1990, 2100, 2050))
    import_ratings(
        "DSB", RatedPerson("Müller,Bernd", "9900003", "77", "", "m", "", "SK Ahornfels", 1990, 2090, None, None, 1990)
    )
    event = make_event(rounds=0, rating_kind=kind)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = client.get("/e/open/players/add/", {"look": "mueller bernd"})
    assert f"FM Mueller, Bernd {rating} · GER · 1990 · FIDE DEC26" in text(page)
    key = page.context["found"][0][0].key
    page = client.get("/e/open/players/add/", {"take": key})
    assert page.status_code == 200
    assert {name: value for name, value in page.context["form"].data.items() if value} == {
        "name": "Mueller, Bernd",
        "rating": rating,
        "national_rating": 1990,
        "title": "FM",
        "club": "SK Ahornfels",
        "federation": "GER",
        "sex": "m",
        "birth_date": "1990",
        "fide_id": "9900003",
        "national_id": "77",
    }
    assert event.players.count() == 8
    client.post(f"/e/open/players/add/?take={key}", {"name": "Mueller, Bernd", "rating": rating})
    assert event.players.get(name="Mueller, Bernd").rating_source == "FIDE DEC26"


@pytest.mark.django_db
def test_suggestions_are_a_part_of_the_page(client, fide):
    client.force_login(person("chief", make_event(rounds=0), Role.CHIEF_ARBITER))
    part = client.get("/e/open/players/look-up/", {"look": "meier"}, headers={"HX-Request": "true"})
    assert part.content.decode().startswith('<div id="found">') and "Meier, Paul 1500" in text(part)
    assert "No player of this name" in text(client.get("/e/open/players/look-up/", {"look": "zzz"}))


@pytest.mark.django_db
def test_somebody_of_a_list_that_is_gone_is_looked_up_again(client, fide):
    client.force_login(person("chief", make_event(rounds=0), Role.CHIEF_ARBITER))
    key = lookup.find_people("meier")[0].key
    import_ratings("FIDE", "Somebody, Else")
    for take in (key, "x-1", "", "1", f"{store.read_lists()[0].key}-99", f"{store.read_lists()[0].key}-{'9' * 40}"):
        page = client.get("/e/open/players/add/", {"take": take})
        assert page.status_code == 200
        assert ("look the player up again" in text(page)) == bool(take)


@pytest.mark.django_db
def test_without_a_list_there_is_nothing_to_look_up(client):
    event = make_event(rounds=0)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "Look up" not in text(client.get("/e/open/players/add/", {"look": "anna"}))
