"""The manual: its languages say the same, its links lead somewhere, and it names what the program shows."""

import re
from functools import cache

import polib
import pytest
from django.conf import settings
from django.urls import get_resolver
from django.utils.text import capfirst
from django.utils.translation import override

from tests.promises.plan import ROOT
from tests.site.factories import make_event
from tests.site.reading import text
from tournaments.domain.choices import Slide
from tournaments.forms.event_settings import GROUPS
from tournaments.forms.plan_fields import FIELDS
from tournaments.models.events import COLUMNS
from tournaments.pages import navigation
from tournaments.pages.site import manual
from tournaments.paper.kinds import KINDS
from tournaments.wording.pairings import SYSTEMS

CHAPTERS = [(language, name) for language in manual.WRITTEN for name in manual.list_names()]
TRANSLATED = [(language, name) for language, name in CHAPTERS if language != "en"]
PICTURES = ROOT / "docs" / "screenshots"


def inline(language, name):
    """Yield the inline tokens of a chapter, each with the number of headings before it."""
    section = 0
    for token in manual.read_tokens(language, name):
        section += token.type == "heading_open"
        yield from ((section, each) for each in token.children or ())


def attributes(language, name, kind, attribute):
    return [str(token.attrGet(attribute)) for _section, token in inline(language, name) if token.type == kind]


def names_shown(language, name):
    """Return the names of the program in a chapter, which are emphasised, as {section: {name}}; "A → B" are two."""
    found, parts = {}, None
    for section, token in inline(language, name):
        if token.type == "em_open":
            parts = []
        elif token.type == "em_close":
            found.setdefault(section, set()).update(map(capfirst, "".join(parts).split(" → ")))
            parts = None
        elif parts is not None:
            parts.append(token.content or " ")
    return found


@cache
def words(language):
    """Return the program's words as {in the language: {English}}, each variable part as "…"."""
    found = {}
    for entry in polib.pofile(str(ROOT / f"tournaments/locale/{language}/LC_MESSAGES/django.po")):
        english = [entry.msgid, entry.msgid_plural or entry.msgid]
        translated = list(entry.msgstr_plural.values()) or [entry.msgstr]
        for one, other in zip(translated, english, strict=False):
            found.setdefault(general(one), set()).add(general(other))
    return found


def general(sentence):
    """Return a sentence with "…" for what varies, and with a capital letter, as labels of fields have it."""
    return capfirst(re.sub(r"%\(\w+\)[sd]|\{\w*\}", "…", sentence))


def test_all_languages_have_the_same_chapters():
    files = [[path.name for path in sorted((manual.FOLDER / each).iterdir())] for each in manual.WRITTEN]
    assert set(manual.WRITTEN) == {code for code, _name in settings.LANGUAGES}
    assert all(each == files[0] for each in files)
    assert [name[:2] for name in files[0]] == [f"{number:02}" for number in range(1, len(files[0]) + 1)]


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_all_languages_have_the_same_parts(language, name):
    def parts(language):
        tokens = manual.read_tokens(language, name)
        counted = ("heading_open", "paragraph_open", "list_item_open", "tr_open", "fence")
        return [token.tag for token in tokens if token.type in counted]

    assert parts("en") == parts(language)
    places = [manual.write_link("en", name, each) for each in attributes("en", name, "link_open", "href")]
    assert places == [
        manual.write_link(language, name, each) for each in attributes(language, name, "link_open", "href")
    ]


@pytest.mark.parametrize(("language", "name"), CHAPTERS)
def test_its_links_and_pictures_lead_somewhere(language, name):
    slugs = [heading.slug for heading in manual.list_headings(language, name)]
    assert len(slugs) == len(set(slugs))
    for target in attributes(language, name, "link_open", "href"):
        place = re.fullmatch(r"/manual/([\w-]+)/(#.+)?", manual.write_link(language, name, target))
        assert place and place[1] in manual.list_names(), target
    for source in attributes(language, name, "image", "src"):
        assert (PICTURES / source.removeprefix("../../screenshots/")).is_file(), source


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_it_names_what_the_program_shows(language, name):
    english = names_shown("en", name)
    shown = set().union(*words("de").values())
    assert [each for own in english.values() for each in own if each not in shown] == []
    translated = names_shown(language, name)
    assert [each for own in translated.values() for each in own if each not in words(language)] == []
    for section in english.keys() | translated.keys():
        ours, theirs = english.get(section, set()), translated.get(section, set())
        assert [each for each in theirs if not words(language)[each] & ours] == []
        assert [each for each in ours if not any(each in words(language)[other] for other in theirs)] == []


def test_it_names_every_page_setting_paper_and_slide():
    with override("en"):
        fields = (COLUMNS[name].verbose_name for group in GROUPS for name in group.fields)
        pages, papers = (page.title for page in navigation.STAFF), (kind.title for kind in KINDS.values())
        plan, groups = (make().label for make in FIELDS.values()), (group.title for group in GROUPS)
        every = {
            capfirst(str(each)) for each in (*pages, *papers, *groups, *fields, *plan, *SYSTEMS.values(), *Slide.labels)
        }
    named = set().union(*(own for name in manual.list_names() for own in names_shown("en", name).values()))
    assert sorted(every - named) == []


def test_help_leads_to_places_that_exist():
    for page, place in navigation.MANUAL.items():
        assert any(name == page for name in get_resolver().reverse_dict if isinstance(name, str)), page
        assert manual.find_place(place).title, page


def test_every_page_of_the_staff_has_its_place():
    pages = {page.name for page in navigation.STAFF} | navigation.WITHIN.keys()
    assert sorted(page for page in pages if not navigation.find_in_manual(page)) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "says", "written"),
    [("en", "Create an event", "en"), ("de", "Ein Turnier anlegen", "de"), ("fr", "Créer un tournoi", "fr")],
)
def test_everybody_reads_it_in_their_language(client, language, says, written):
    page = client.get("/manual/", headers={"accept-language": language}, follow=True)
    assert page.redirect_chain == [("/manual/begin/", 302)]
    html = page.content.decode()
    assert f'<article class="prose" lang="{written}">' in html
    assert f'<h2 id="create-an-event">{says}</h2>' in html
    assert f'<a href="#create-an-event">{says}</a>' in html
    assert ("pas encore été traduit" in text(page)) == (language not in manual.WRITTEN)


@pytest.mark.django_db
def test_help_opens_the_chapter_of_the_page(admin_client):
    event = make_event()
    page = admin_client.get(f"/e/{event.slug}/people/", headers={"accept-language": "de"}).content.decode()
    assert '<a href="/manual/begin/#helpers-and-their-rights">Helfer und ihre Rechte</a>' in page
    assert admin_client.get("/manual/nothing/").status_code == 404


@pytest.mark.parametrize("place", sorted(set(navigation.MANUAL.values())))
def test_help_shows_the_section_alone(client, place):
    """Nothing in it has an id: the page around it may have the same."""
    chapter, anchor = place.split("#")
    section = client.get(f"/manual/{chapter}/{anchor}/", headers={"accept-language": "de"}).content.decode()
    whole = client.get(f"/manual/{chapter}/", headers={"accept-language": "de"}).content.decode()
    shown = re.search(r'<div class="prose" lang="de">(.+)</div>', section, re.DOTALL)[1].strip()
    assert shown in whole
    assert " id=" not in section
    assert "<h2" not in section
    assert f'<a href="/manual/{chapter}/#{anchor}">' in section


def test_an_unknown_section_is_not_found(client):
    assert client.get("/manual/begin/nothing/").status_code == 404
    assert client.get("/manual/nothing/sign-in/").status_code == 404


def test_it_has_a_link_on_every_page():
    assert "{% url 'manual' %}" in (settings.BASE / "templates/tournaments/shared/base.html").read_text("utf-8")
