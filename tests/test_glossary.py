"""One word, one meaning: the terms of docs/glossary.md, and the words that belong to one place."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS, WORDS = TEXT.split("## Words with one place")
MANY = {"publish": "publishing", "duel": "duels", "mirror": "mirrors", "swap": "swaps", "happening": "happenings"}
MANY |= {"notification": "notifications", "wake": "waking"}


def rows(text):
    """Return the cells of the rows of all tables in a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| term", "| word"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@cache
def named():
    """Return (word, file) for each word in the name of a module, a template, a script or a class."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found = set()
    for name in listed:
        path = Path(name)
        ours = path.parts[0] in {"config", "pairing", "static", "templates", "tiebreaks", "tournaments"}
        if not ours or {"locale", "migrations", "vendor"} & set(path.parts) or not (ROOT / path).is_file():
            continue
        found |= {(word, name) for word in path.stem.lower().split("_")}
        if path.suffix == ".py":
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            classes = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
            found |= {(word.lower(), name) for each in classes for word in re.findall(r"[A-Z][a-z]+", each)}
    return found


MIRRORED = {"Bracket", "Game", "Player", "Round", "Settings", "Stage", "Team"}  # of a core, and stored or paired


def test_no_two_classes_share_a_name():
    """But rows and what the cores know of them, and the two systems of pairing that follow the same articles."""
    homes = {}
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    for name in listed:
        if name.split("/")[0] in ("config", "pairing", "tiebreaks", "tournaments") and "/management/" not in name:
            tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and node.name != "Migration":
                    homes.setdefault(node.name, []).append(name)
    shared = {name: found for name, found in homes.items() if len(found) > 1 and name not in MIRRORED}
    assert shared == {}, "a newcomer who searches for a class finds one"


@cache
def translations(language):
    entries = polib.pofile(str(ROOT / f"tournaments/locale/{language}/LC_MESSAGES/django.po"))
    return " ".join(text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())).lower()


@pytest.mark.parametrize("row", rows(TERMS), ids=lambda row: row[0])
def test_each_term_has_a_meaning_a_place_and_words_that_the_program_says(row):
    term, meaning, german, french, where = row
    assert meaning
    assert (ROOT / where.strip("`")).exists(), f"{term} is said to be in {where}"
    for language, word in (("de", german), ("fr", french)):
        assert word == "–" or word.lower() in translations(language), f"no text in {language} says {word}"


def test_each_term_stands_once():
    terms = [row[0].lower() for row in rows(TERMS)]
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize("row", rows(WORDS), ids=lambda row: row[0].strip("`"))
def test_a_word_with_one_place_names_nothing_elsewhere(row):
    word, places, _meaning = row
    word, allowed = word.strip("`"), re.findall(r"`([^`]+)`", places)
    bearing = {name for found, name in named() if found in {word, MANY.get(word)}}
    assert bearing, f"nothing is named by {word}"
    assert sorted(name for name in bearing if not any(place in name for place in allowed)) == []
    assert [place for place in allowed if not any(place in name for name in bearing)] == []
