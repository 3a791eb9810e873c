"""What an event says about itself: the form of the staff, the public page, the logo."""

import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.actions.event.event_details import change_details, set_logo
from tournaments.actions.event.setup import copy_event
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event import logos
from tournaments.forms.event_details import GROUPS, OF_FIDE, EventDetailsForm, detail_names
from tournaments.models import Event, EventDetails, LogEntry, Logo

pytestmark = pytest.mark.django_db
URL = "/e/open/facts/"
WHOLE = {
    "organiser": "Schachfreunde Ahorntal",
    "federation": "ger",
    "venue": "Bürgerhaus, Lindenplatz 3",
    "chief_arbiter": "IA  Ada Berg 4600000",
    "deputy_arbiters": "FA Ben Dorn (4600001)\r\n\r\nNA Cleo Esch",
    "rate_of_play": "90 min + 30 s",
    "rated_by": "both",
    "announcement": "Welcome to **all**.\r\n\r\n# Entry\r\n\r\n- 60 €",
    "links": "https://example.org/ahorntal  Website\r\nhttps://www.example.net/",
}
SHOWN = (
    *("4 – 6 June 2027", "Bürgerhaus, Lindenplatz 3", "by FIDE and nationally", "Schachfreunde Ahorntal"),
    *("IA Ada Berg", "FIDE ID 4600001", "NA Cleo Esch", "Welcome to all", "60 €", "Website", "example.net"),
)


@pytest.fixture
def event():
    return make_event(place="Ahorntal", starts_on=date(2027, 6, 4), ends_on=date(2027, 6, 6))


@pytest.fixture
def owner(client, event):
    client.force_login(person("olga", event, Role.OWNER))
    return client


def post(client, event, **changes):
    form = EventDetailsForm(event=Event.objects.get(pk=event.pk))
    return client.post(URL, {"seen": form.initial["seen"], **WHOLE, **changes})


def picture(kind="PNG", size=(1200, 300), mode="RGB"):
    packed = io.BytesIO()
    Image.new(mode, size, "#0a6b52" if mode == "RGB" else 0).save(packed, kind)
    return packed.getvalue()


def test_every_fact_is_a_field_and_stands_once():
    names = [name for group in GROUPS for name in group.fields]
    assert len(names) == len(set(names))
    assert set(names) <= {field.name for field in EventDetails._meta.fields}
    assert set(OF_FIDE) <= set(names)


def test_facts_are_stored_as_they_are_shown_and_logged(owner, event):
    answer = post(owner, event)
    assert (answer.status_code, answer["Location"]) == (302, URL)
    event.refresh_from_db()
    assert (event.details.federation, event.details.chief_arbiter) == ("GER", "IA Ada Berg (4600000)")
    assert event.details.deputy_arbiters == "FA Ben Dorn (4600001)\nNA Cleo Esch"
    assert event.details.links == "https://example.org/ahorntal Website\nhttps://www.example.net/"
    entry = LogEntry.objects.get()
    assert (entry.action, entry.before["federation"], entry.after["federation"]) == ("facts", "", "GER")
    assert "Berg" not in str(entry.after) + str(entry.before), "the log holds no names"
    assert post(owner, event).status_code == 302
    assert LogEntry.objects.count() == 1, "the same again writes nothing"


REFUSED = [
    ({"federation": "DE"}, "“DE” is not the code of a federation"),
    ({"map_link": "javascript:alert(1)"}, "Enter a valid URL"),
    ({"map_link": "ftp://example.org/"}, "is not the address of a web page"),
    ({"links": "example.org Website"}, "“example.org” is not the address of a web page"),
    ({"links": "https://example.org/\njavascript:alert(1) here"}, "“javascript:alert(1)” is not the address"),
    ({"links": "\n".join(f"https://example.org/{n}" for n in range(21))}, "At most 20 links"),
    ({"time_control": "90+30 min"}, "“90+30min” is not such a code"),
    ({"rated_by": "everybody"}, "Select a valid choice"),
    ({"announcement": "a" * 10_001}, "at most 10000 characters"),
    ({"seen": "0123456789abcdef"}, "Somebody else has changed the settings"),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED)
def test_what_is_wrong_is_stated_and_nothing_is_saved(owner, event, changes, sentence):
    answer = post(owner, event, **changes)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert EventDetails.objects.get().organiser == ""
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("role", Role.values)
def test_only_owners_write_them(client, event, role):
    client.force_login(person("somebody", event, role))
    answer = post(client, event)
    assert answer.status_code == (302 if role == Role.OWNER else 403)


def test_a_game_without_fide_has_no_facts_for_it():
    event = make_event("scrabble", discipline="scrabble")
    assert not set(OF_FIDE) & set(detail_names(event))
    assert not set(OF_FIDE) & set(EventDetailsForm(event=event).fields)


def test_everybody_reads_them_on_a_page_of_its_own(owner, event, client):
    assert '"/e/open/about/"' not in client.get("/e/open/").content.decode()
    post(owner, event)
    client.logout()
    assert '<a href="/e/open/about/"' in " ".join(client.get("/e/open/").content.decode().split())
    page = client.get("/e/open/about/")
    shown = text(page)
    for part in SHOWN:
        assert part in shown, part
    html = page.content.decode()
    assert "https://www.openstreetmap.org/search?query=B%C3%BCrgerhaus%2C%20Lindenplatz%203%2C%20Ahorntal" in html
    assert "https://ratings.fide.com/profile/4600000" in html
    assert "<h3>Entry</h3>" in html, "its headings stand below those of the page"


def test_the_top_of_the_event_has_its_logo_and_its_rate_of_play(owner, event):
    post(owner, event)
    upload = SimpleUploadedFile("logo.jpg", picture("JPEG"), "image/jpeg")
    assert owner.post(URL + "logo/", {"logo": upload}).status_code == 302
    event.refresh_from_db()
    page = owner.get("/e/open/crosstable/").content.decode()
    assert f'src="/e/open/logo.png?v={event.logo}"' in page
    assert "90 min + 30 s" in page
    answer = owner.get(f"/e/open/logo.png?v={event.logo}")
    with Image.open(io.BytesIO(answer.content)) as small:
        assert (small.format, small.size) == ("PNG", (480, 120))
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "public, max-age=3600")
    assert owner.post(URL + "no-logo/").status_code == 302
    assert owner.get("/e/open/logo.png").status_code == 404
    assert not Logo.objects.exists()


BAD_PICTURES = [
    (b"", "This is not a picture"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is not a picture"),
    (picture()[:-40], "This is not a picture"),
    (picture("TIFF", (20, 20)), "This is not a picture"),
    (b"\x89PNG" + b"x" * logos.LARGEST_UPLOAD, "The picture is too large"),
    (picture(size=(2001, 2000), mode="1"), "The picture is too large: at most 5 MB and 4 million pixels are allowed."),
    (picture("JPEG", size=(900, 5000), mode="L"), "The picture is too large"),
]


@pytest.mark.parametrize(("data", "sentence"), BAD_PICTURES)
def test_other_files_than_small_pictures_are_refused(owner, event, data, sentence):
    answer = owner.post(URL + "logo/", {"logo": SimpleUploadedFile("logo.png", data)})
    assert (answer.status_code, Logo.objects.count()) == (422, 0)
    assert sentence in text(answer)


def test_a_photo_of_a_phone_is_taken_at_a_part_of_its_size(monkeypatch):
    unpacked = []
    load = Image.Image.convert
    monkeypatch.setattr(Image.Image, "convert", lambda self, mode: unpacked.append(self.size) or load(self, mode))
    logo = logos.make_logo(picture("JPEG", size=(4000, 3000), mode="L"))
    assert unpacked[0] == (1000, 750)
    assert Image.open(io.BytesIO(logo)).height == logos.HEIGHT


def test_a_logo_is_small_whatever_its_colours(event):
    noise = Image.effect_noise((1000, 1000), 120).convert("RGB")
    packed = io.BytesIO()
    noise.save(packed, "PNG")
    assert len(logos.make_logo(packed.getvalue())) < logos.LARGEST
    logos.check_logo(logos.make_logo(packed.getvalue()))


def test_a_hidden_event_shows_neither(event, client):
    change_details(event, {"organiser": "Schachfreunde"}, COMMAND)
    set_logo(event, picture(), COMMAND)
    Event.objects.update(is_public=False)
    assert client.get("/e/open/about/").status_code == 404
    assert client.get("/e/open/logo.png").status_code == 404


def test_a_copy_of_the_event_takes_them_over(event):
    user = person("olga", event, Role.OWNER)
    user.is_superuser = True
    user.save()
    change_details(event, {"organiser": "Schachfreunde", "announcement": "Welcome"}, COMMAND)
    set_logo(event, picture(), COMMAND)
    event.refresh_from_db()
    copy = copy_event(event, Actor(user, Role.OWNER), name="Next year")
    assert (copy.details.organiser, copy.details.announcement, copy.logo) == ("Schachfreunde", "Welcome", event.logo)
    assert bytes(copy.picture.data) == bytes(event.picture.data)
