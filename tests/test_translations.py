"""Each language is complete: every sentence has its text, none is a guess, and the compiled form is current."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation.template import templatize

from tests.servers import tools

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
    assert {(e.msgctxt, e.msgid): e.msgstr_plural or e.msgstr for e in compiled} == current, "run `make messages`"


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
