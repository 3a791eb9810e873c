"""What the pages and the manual promise, with the tests that hold it.

Sentences of pages stand in promises.toml, sections of the manual in manual.toml. A promise that is reworded must be
found there again; a section that is added to the manual must name its test.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import polib
import pytest

from tournaments.pages.site.manual import list_headings, list_names

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "tournaments/locale/de/LC_MESSAGES/django.po"

PROMISES = tomllib.loads((ROOT / "tests/promises.toml").read_text("utf-8"))
OF_THE_MANUAL = tomllib.loads((ROOT / "tests/manual.toml").read_text("utf-8"))

MODULES_THAT_CALL = {"http.client", "urllib.request", "urllib.error", "socket", "ssl", "smtplib", "ftplib"}
CALLERS = {  # the modules that may open a connection, and those that only ask this machine or bound what it keeps
    "config/http/protocol.py",
    "tournaments/webhooks/outbound.py",
    "tournaments/webhooks/sending.py",
    "tournaments/push/sending.py",
    "tournaments/webhooks/mirror_client.py",
    "tournaments/rating_lists/fetching.py",
    "tournaments/management/commands/serve.py",
    "tournaments/operation/server_addresses.py",
    "config/packaging/start/start.py",
}


@cache
def catalogue():
    return {entry.msgid for entry in polib.pofile(str(CATALOGUE))}


@cache
def find_tests():
    files = (ROOT / "tests").rglob("test_*.py")
    return {name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M)}


@pytest.mark.parametrize("sentence", PROMISES)
def test_a_promise_is_made_and_held(sentence):
    assert sentence in catalogue(), "no page says this any more"
    assert PROMISES[sentence], "no test holds this"
    assert [test for test in PROMISES[sentence] if test not in find_tests()] == [], "these tests are not there"


def test_every_section_of_the_manual_is_held():
    sections = [f"{name}#{each.slug}" for name in list_names() for each in list_headings("en", name)[1:]]
    assert list(OF_THE_MANUAL) == sections
    held = [(section, test) for section, tests in OF_THE_MANUAL.items() for test in tests]
    assert {section for section, _test in held} == set(sections)
    assert [each for each in held if each[1] not in find_tests()] == [], "these tests are not there"


def test_only_webhooks_notifications_and_whoever_fetches_a_list_call_another_server():
    """No other module of the program can open a connection."""
    callers = set()
    for package in ("config", "tournaments", "pairing", "tiebreaks"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if MODULES_THAT_CALL & set(names):
                    callers.add(path.relative_to(ROOT).as_posix())
    assert callers <= CALLERS
