"""What tests with the database share: a clean memory, and a way to test what is really committed."""

import shutil
from itertools import count

import pytest
from django.db import connection
from django.template import Template, engines
from django.test import Client, override_settings
from django.utils import translation

from tests.site.signing_in import sign_in
from tests.sizes import FULL
from tournaments.models import LogEntry
from tournaments.operation import append_only
from tournaments.operation.bounded_cache import clear_caches
from tournaments.paper import pdf


@pytest.fixture(autouse=True)
def clean_memory():
    """Forget what the process remembers, since a rollback gives the next test the same ids and versions."""
    clear_caches()
    translation.deactivate()


@pytest.fixture
def committed(transactional_db):
    """Let a test commit. The log refuses to be emptied, so its triggers are lifted for that."""
    yield
    append_only.drop_triggers(connection)
    LogEntry.objects.all().delete()
    append_only.install_triggers(connection)


@pytest.fixture(autouse=True, scope="session")
def contexts_of_pages(django_test_environment):
    """Keep for `answer.context` what the page itself was given, and not a copy for each part that it includes."""
    keep = Template._render

    def render(template, context):
        return keep(template, context) if context.template is template else template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(autouse=True, scope="session")
def cheap_sign_in():
    """Let `force_login` store a session without all that a sign-in does; `login` and the page still do it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "force_login", sign_in)
        yield


@pytest.fixture(scope="session")
def folders_of_copies(tmp_path_factory):
    """Return one path after the other; the folders are made when something is written there."""
    folder = tmp_path_factory.mktemp("copies")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_copies(settings, folders_of_copies):
    """Keep copies of events in a folder of the test's own."""
    settings.BACKUPS = next(folders_of_copies)


@pytest.fixture(autouse=True, scope="session")
def folder_of_rating_lists(tmp_path_factory):
    """Keep rating lists in a folder of the tests' own, which is made when there is one."""
    folder = tmp_path_factory.mktemp("ratings") / "lists"
    with override_settings(RATING_LISTS=folder):
        yield folder


@pytest.fixture(autouse=True)
def own_rating_lists(folder_of_rating_lists):
    """Look people up in no list but the test's own."""
    yield
    if folder_of_rating_lists.exists():
        shutil.rmtree(folder_of_rating_lists)


@pytest.fixture
def plain_refusals(monkeypatch):
    """Empty the pages that refuse: whoever asks for every address meets them hundreds of times; others read them."""
    (loader,) = engines["django"].engine.template_loaders
    for name in () if FULL else ("404.html", "tournaments/shared/denied.html"):
        monkeypatch.setitem(loader.get_template_cache, name, Template("", name=name))


@pytest.fixture(scope="session")
def pdf_engine():
    """Skip where no PDF can be made; that takes a process to find out, so only the tests that make one ask."""
    if not pdf.is_possible():
        pytest.skip("WeasyPrint or its Pango is not on this machine")
