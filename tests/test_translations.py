"""Each language is complete: every sentence has its text, none is a guess, and each start compiles what has changed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation.template import templatize

from tests.servers import tools
from tournaments import apps
from tournaments.operation.compiled_messages import compile_messages

ROOT = Path(__file__).resolve().parents[1]
LOCALE = Path("tournaments", "locale")
LANGUAGES = sorted(code for code, _name in settings.LANGUAGES if code != "en")
SOURCES = ("config", "tournaments", "pairing", "tiebreaks", "templates")


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture(scope="module")
def catalogue(language):
    return polib.pofile(str(ROOT / file_of(language)))


def file_of(language):
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def texts(entries):
    return {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in entries if not entry.obsolete}


def test_no_text_is_missing_or_a_guess(catalogue):
    assert [entry.msgid for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries()] == []


def test_every_form_of_a_plural_is_there(catalogue):
    forms = set(range(int(re.search(r"nplurals=(\d)", catalogue.metadata["Plural-Forms"])[1])))
    plurals = [entry for entry in catalogue if entry.msgid_plural and not entry.obsolete]
    wrong = [e.msgid for e in plurals if set(e.msgstr_plural) != forms or not all(e.msgstr_plural.values())]
    assert wrong == []


def test_placeholders_survive_the_translation(catalogue):
    def names(text):
        return set(re.findall(r"%\(\w+\)|\{\w*\}", text))

    wrong = [e.msgid for e in catalogue if e.msgstr and names(e.msgid) != names(e.msgstr)]
    assert wrong == []


def test_apostrophes_are_typographic(catalogue):
    assert [entry.msgid for entry in catalogue if "'" in entry.msgid + entry.msgstr] == []


def test_what_is_compiled_is_current(language, catalogue):
    compiled = polib.mofile(str(ROOT / file_of(language).with_suffix(".mo")))
    current = {(e.msgctxt, e.msgid): e.msgstr_plural or e.msgstr for e in catalogue.translated_entries()}
    assert {(e.msgctxt, e.msgid): e.msgstr_plural or e.msgstr for e in compiled} == current


def test_no_compiled_file_is_in_the_repository():
    listed = subprocess.run(["git", "ls-files", "*.mo"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert listed.stdout == ""


@pytest.fixture
def locale(settings, tmp_path):
    """The catalogues of a fresh clone, where nothing is compiled."""
    for language in LANGUAGES:
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        shutil.copy(ROOT / file_of(language), folder)
    settings.LOCALE_PATHS = [tmp_path]
    return tmp_path


def compiled_texts(locale, language):
    return {entry.msgid: entry.msgstr for entry in polib.mofile(str(locale / language / "LC_MESSAGES" / "django.mo"))}


def test_a_start_compiles_what_a_fresh_clone_has(locale, language):
    apps.compile_languages()
    assert compiled_texts(locale, language)["Sign in"] == {"de": "Anmelden", "fr": "Se connecter"}[language]


def test_a_start_compiles_what_has_changed_and_nothing_else(locale):
    apps.compile_languages()
    source = locale / "de" / "LC_MESSAGES" / "django.po"
    catalogue = polib.pofile(str(source))
    catalogue.find("Sign in").msgstr = "Hinein"
    catalogue.save()
    assert compile_messages(locale) == [source.with_suffix(".mo")]
    assert compiled_texts(locale, "de")["Sign in"] == "Hinein"
    assert compile_messages(locale) == []
    assert {path.name for path in source.parent.iterdir()} == {"django.po", "django.mo"}


def test_no_start_speaks_english_where_a_language_is_missing(locale, language):
    """As in a wheel that was built without it."""
    shutil.rmtree(locale / language)
    with pytest.raises(ImproperlyConfigured, match="missing"):
        apps.compile_languages()


def test_no_start_speaks_as_before_where_nothing_can_be_written(locale, language):
    apps.compile_languages()
    folder = locale / language / "LC_MESSAGES"
    os.utime(folder / "django.mo", (0, 0))
    (folder / f"django.{os.getpid()}.tmp").mkdir()
    with pytest.raises(ImproperlyConfigured, match="make setup"):
        apps.compile_languages()


@pytest.mark.parametrize("template", sorted((ROOT / "templates").rglob("*.jinja")), ids=lambda path: path.name)
def test_every_sentence_of_a_row_is_where_messages_are_collected(template):
    """Django looks for them at the beginning of `{{ }}`, or anywhere in `{% %}`."""
    text = template.read_text(encoding="utf-8")
    written, found = (re.findall(r"""_\((".*?"|'.*?')\)""", each) for each in (text, templatize(text)))
    assert written == found


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """A folder with the catalogues that `make messages` would write."""
    if reason := tools.missing("xgettext"):
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("collected")
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", folder)
    (folder / "static").mkdir()
    command = [sys.executable, "manage.py", "makemessages", "--no-obsolete", "--verbosity", "0"]
    command += ["--extension", "html,jinja,txt,py", *(f"--locale={each}" for each in LANGUAGES)]
    subprocess.run(command, cwd=folder, check=True)
    return folder


def test_every_sentence_of_the_sources_is_in_the_catalogue(language, catalogue, collected):
    assert texts(polib.pofile(str(collected / file_of(language)))) == texts(catalogue), "run `make messages`"
