"""What the pages and the manual promise, with the tests that hold it.

Sentences of pages stand in promises/pages.toml, sections of the manual in promises/manual.toml. A promise that is
reworded must be found there again; a section that is added to the manual must name its test. `make promises` breaks
each clause and runs its tests.
"""

import ast
from functools import cache

import polib
import pytest

from tests.promises.plan import ROOT, find_tests, list_breakable, read_promises
from tournaments.pages.site.manual import list_headings, list_names

CATALOGUE = ROOT / "tournaments/locale/de/LC_MESSAGES/django.po"

PROMISES = read_promises("pages")
OF_THE_MANUAL = read_promises("manual")

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


def list_unknown(clauses):
    return [test for clause in clauses for test in clause.tests if test not in find_tests()]


@pytest.mark.parametrize("sentence", PROMISES)
def test_a_promise_is_made_and_held(sentence):
    assert sentence in catalogue(), "no page says this any more"
    assert all(clause.clause in sentence and clause.tests for clause in PROMISES[sentence]), "no test holds this"
    assert list_unknown(PROMISES[sentence]) == [], "these tests are not there"


def test_every_section_of_the_manual_is_held():
    sections = [f"{name}#{each.slug}" for name in list_names() for each in list_headings("en", name)[1:]]
    assert list(OF_THE_MANUAL) == sections
    clauses = [each for held in OF_THE_MANUAL.values() for each in held]
    assert all(clause.tests for clause in clauses)
    assert list_unknown(clauses) == [], "these tests are not there"


@pytest.mark.parametrize("clause", list_breakable(), ids=lambda clause: clause.name)
def test_what_breaks_a_promise_stands_once_in_its_file(clause):
    text = (ROOT / clause.file).read_text("utf-8")
    assert text.count(clause.line) == 1
    assert clause.broken != clause.line


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
