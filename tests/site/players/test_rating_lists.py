"""The page of the rating lists: uploaded, read behind the pages, replaced when all is in, refused early, deleted."""

import os
import threading
import zipfile
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.site.factories import make_event, person
from tests.site.players.rating_samples import BOMB, COMBINED, NATIONAL, PEOPLE, XML, columns, import_ratings
from tests.site.reading import text
from tournaments import worker
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import JobState
from tournaments.models import Job
from tournaments.operation import jobs
from tournaments.rating_lists import importing, lookup, store

pytestmark = pytest.mark.django_db

URL = "/ratings/"
TEXT = columns(COMBINED, *PEOPLE).encode("latin-1")


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def zipped(name, data):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


def upload(client, file, data, **more):
    return client.post(URL, {"file": SimpleUploadedFile(file, data), **more}, follow=True)


def work():
    """Carry out what waits, and return the last job."""
    worker.carry_out_all()
    return importing.find_newest_job()


def kept():
    return sorted(path.suffix for path in store.read_lists()[0].path.parent.iterdir()) if store.read_lists() else []


@pytest.mark.parametrize(
    ("name", "data"),
    [("list.xml", XML.encode()), ("list.txt", TEXT), ("list.zip", zipped("players_list_foa.txt", TEXT))],
)
def test_a_list_of_fide_is_read_behind_the_pages(admin, name, data):
    page = upload(admin, name, data)
    assert "Importing the list FIDE" in text(page)
    assert not store.read_lists(), "nothing is read while the page is answered"
    job = work()
    assert (job.state, job.result) == (JobState.DONE, {"name": "FIDE", "count": 2})
    page = admin.get(URL)
    assert "People 2" in text(page) and "coming in" not in text(page)
    assert kept() == [".list"], "the uploaded file is forgotten"
    assert lookup.find_people("quellkamp jürgen")[0].person.rating == 2431


def test_of_a_csv_the_columns_are_shown_first(admin):
    page = upload(admin, "club.csv", b"Wer;Zahl;Elo\nQuellkamp, J;1;2000\n", name="My club")
    assert [(title, field) for _at, title, field, _samples in page.context["columns"]] == [
        ("Wer", ""),
        ("Zahl", ""),
        ("Elo", "rating"),
    ]
    assert page.context["columns"][0][3] == ["Quellkamp, J"]
    address = page.redirect_chain[0][0]
    refused = admin.post(address, {"column": ["", "", "rating"], "name": "My club"})
    assert refused.status_code == 422 and "No column has the name yet" in text(refused)
    assert admin.post(address, {"column": ["name", "number", "national"], "name": "My club"}).status_code == 302
    assert work().state == JobState.DONE
    (person,) = lookup.find_people("quellkamp")
    assert (person.list.name, person.person.number, person.person.national, person.person.rating) == (
        "My club",
        "1",
        2000,
        None,
    )
    assert admin.get(address).status_code == 404, "the file is gone once it is read"


def test_an_uploaded_csv_can_be_given_up(admin):
    page = upload(admin, "spieler.csv", NATIONAL.encode())
    address = page.redirect_chain[0][0]
    assert page.context["name"] == "DSB"
    assert admin.post(f"{address.partition('?')[0]}discard/")["Location"] == URL
    assert admin.get(address).status_code == 404
    assert not Job.objects.exists()


REFUSED = [
    ("photo.jpg", b"\xff\xd8\xff\0\0\0", "photo.jpg: This is not a rating list that can be read"),
    ("list.txt", b"", "empty"),
    ("two.zip", zipped("a/", b"") + b"x", "must hold one file"),
    ("bomb.zip", zipped("list.txt", COMBINED.encode() + b" " * 50_000_000), "Unpacked, this file is far too large"),
    ("broken.zip", zipped("list.txt", TEXT)[:-30], "not a rating list"),
    ("list.xlsx", zipped("xl/workbook.xml", b"<x/>"), "not a rating list"),
]


@pytest.mark.parametrize(("name", "data", "sentence"), REFUSED, ids=[name for name, *_ in REFUSED])
def test_other_files_than_lists_are_refused_at_once(admin, settings, name, data, sentence):
    page = upload(admin, name, data)
    assert page.status_code == 422
    assert sentence in text(page)
    assert not Job.objects.exists()
    assert not settings.RATING_LISTS.exists() or not list(settings.RATING_LISTS.iterdir())


def test_a_list_that_is_too_large_is_refused(admin, monkeypatch):
    monkeypatch.setattr(importing, "LARGEST_UPLOAD", 2**20)
    page = upload(admin, "list.txt", TEXT + b" " * 2**20)
    assert page.status_code == 422
    assert "A list may have at most 1 MB. Upload it as a ZIP." in text(page)


def test_what_breaks_later_says_where_and_leaves_the_old_list(admin):
    import_ratings("FIDE", "Old, Olga")
    upload(admin, "list.xml", (XML.replace("</playerslist>", "") + "<player><name>A").encode())
    assert work().state == JobState.FAILED
    assert "Line 8: The list " in text(admin.get(URL))
    assert lookup.find_people("old olga") and not lookup.find_people("quellkamp")
    assert kept() == [".list"]


def test_no_document_type_is_ever_expanded(admin):
    upload(admin, "list.xml", BOMB.encode())
    assert work().state == JobState.FAILED
    assert not store.read_lists()


def test_the_reading_can_be_stopped(admin):
    import_ratings("FIDE", "Old, Olga")
    upload(admin, "list.txt", TEXT)
    task = jobs.Task(jobs.claim())
    assert admin.post(f"{URL}stop/").status_code == 302
    with pytest.raises(jobs.Ended):
        task.report(50)
    assert "coming in" not in text(admin.get(URL))
    assert lookup.find_people("old") and kept() == [".list"]


def test_a_reading_that_a_dead_process_began_is_done_by_another(admin):
    upload(admin, "list.txt", TEXT)
    dead = jobs.Task(jobs.claim())
    store.settings.RATING_LISTS.joinpath("0.part").write_bytes(b"half")
    Job.objects.update(leased_until=dead.job.created_at)
    assert (work().state, work().attempts) == (JobState.DONE, 2)
    assert store.read_lists()[0].count == 2


def test_a_process_without_the_file_leaves_it_to_the_one_that_has_it(admin):
    upload(admin, "list.txt", TEXT)
    (file,) = store.settings.RATING_LISTS.glob("*.upload")
    file.rename(file.with_suffix(".elsewhere"))
    assert work().state == JobState.WAITING
    asked = importing.find_newest_job().created_at
    Job.objects.update(created_at=asked - importing.FILE_WAIT, due_at=asked)
    assert work().state == JobState.FAILED
    assert "no longer available" in text(admin.get(URL))


def test_asked_twice_it_is_read_once(admin):
    key = importing.store_upload(BytesIO(TEXT), "list.txt", len(TEXT))
    assert importing.request_import(key, "list.txt", "").pk == importing.request_import(key, "list.txt", "").pk


def test_a_list_is_deleted(admin):
    import_ratings("FIDE", "Old, Olga")
    import_ratings("DSB", "Old, Otto")
    key = next(each.key for each in store.read_lists() if each.name == "FIDE")
    assert "The list FIDE is deleted." in text(admin.post(f"{URL}delete/", {"list": key}, follow=True))
    assert [each.person.name for each in lookup.find_people("old")] == ["Old, Otto"]
    assert admin.post(f"{URL}delete/", {"list": "../../x"}).status_code == 302


def test_the_page_says_what_a_list_lacks(admin):
    upload(admin, "x.txt", b"ID Number  Name            Extra\n9900001    Quellkamp, J    x\n")
    work()
    page = text(admin.get(URL))
    assert "Not stated Federation, Sex, Title, Date of birth, Rating (standard)" in page
    assert "Columns left out Extra" in page


def test_while_it_reads_the_page_asks_how_far_it_is(admin):
    upload(admin, "list.txt", TEXT)
    part = admin.get("/ratings/state/", headers={"HX-Request": "true"})
    assert part.status_code == 200 and 'hx-get="/ratings/state/"' in part.content.decode()
    work()
    done = admin.get("/ratings/state/", headers={"HX-Request": "true"})
    assert (done.status_code, done["HX-Refresh"]) == (200, "true")


def test_an_owner_looks_people_up_and_brings_no_list_in(client):
    client.force_login(person("carl", make_event(), Role.OWNER))
    assert client.get(URL).status_code == 403


def test_a_reading_tells_how_far_it_is_and_lets_others_go_first(admin, monkeypatch):
    monkeypatch.setattr(store, "BATCH_SIZE", 1)
    monkeypatch.setattr(importing.time, "monotonic", iter(range(2, 1000, 2)).__next__)
    reports = []
    monkeypatch.setattr(jobs.Task, "report", lambda task, percent, step: reports.append((percent, str(step))))
    upload(admin, "list.txt", TEXT)
    work()
    assert [said for _percent, said in reports] == ["1 people imported so far.", "2 people imported so far."]
    assert all(0 <= percent < 100 for percent, _said in reports)


@pytest.mark.django_db(transaction=True)
def test_the_desk_writes_while_a_list_is_read(client, committed, monkeypatch):
    """The lists lie outside of the database: no write waits for their lines."""
    event, middle, go_on = make_event(), threading.Event(), threading.Event()

    def in_the_middle(seconds):
        middle.set()
        go_on.wait(30)

    monkeypatch.setattr(importing.time, "sleep", in_the_middle)
    key = importing.store_upload(BytesIO(TEXT), "list.txt", len(TEXT))
    importing.request_import(key, "list.txt", "")
    reading = threading.Thread(target=worker.with_connection, args=(worker.carry_out_all,))
    reading.start()
    assert middle.wait(30)
    event.name = "Written meanwhile"
    event.save()
    go_on.set()
    reading.join(30)
    assert store.read_lists()[0].count == 2
    assert os.stat(store.read_lists()[0].path).st_mode & 0o077 == 0, "others on this machine read nothing"
