"""Prose is plain English: none of the project's old private words comes back."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# The word, and what to write instead.
OLD_WORDS = {
    r"\breckon(s|ed|ing)?\b": "compute",
    r"\banew\b": "again",
    r"\btold (of|from|by|how)\b": "notified of, computed from, sent by",
    r"\b(bring|brings|brought|bringing) in\b": "import",
    r"\b(take|takes|taken|took|taking) away\b": "remove, export",
    r"\bthrown away\b": "discarded",
    r"\b(one|two|three|four|five|a fixed number of) questions?\b": "query, queries",
    r"\bsuch as [\w-]+;": "for example",
    r"\bgoes on at\b": "has moved to",
    r"\bspelt\b": "spelled",
    r"\bbrought_up\b": "name what it holds",
    r"(?<!get)_news\b|\bnews_(?!display)": "happening, notification, message",
    r"\bhis or her\b|\bhe or she\b": "their, they",
    r"\bwho (does|do) not meet\b": "forbidden pairings",
    r"\bwho takes over\b": "substitute",
    r"\blots? decides?\b": "drawn by lot",
    r"\bin what an? \w+ differs\b": "how it differs",
    r"\bof who (has|have|had|is|are|plays|gets|receives)\b": "of the player who",
    r"\bwho loses (is|has|plays|the first)\b": "the loser, losers",
    r"\bhangs? on (this|the|that)\b": "depends on",
    r"\b(has|have) parted\b": "separated",
    r"\bwhat is no\b": "what is not a",
    r"\bof which the first\b": "whose first",
    r"\bwho is (still )?equal\b": "players who are tied",
    r"\beverybody meets everybody\b": "all play all, a round robin",
    r"\bthe own\b": "their own, the player's",
}
READ = ("*.py", "*.html", "*.jinja", "*.js", "*.md", "Makefile")
LEFT_OUT = ("static/vendor/", "docs/manual/de/", "docs/manual/fr/", "tournaments/migrations/", "tests/test_words.py")


@cache
def texts() -> list[tuple[str, str]]:
    """Return the name and the text of every file that people read."""
    listed = subprocess.run(["git", "ls-files", *READ], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split() if not name.startswith(LEFT_OUT)]
    return [(name, (ROOT / name).read_text(encoding="utf-8")) for name in names]


@cache
def names_in_code() -> list[tuple[str, str, str]]:
    """Return the file, the name and its words for every name in code."""
    code = [(file, text) for file, text in texts() if file.endswith((".py", ".html", ".jinja", ".js"))]
    return [(file, name, words) for file, text in code for name, words in split_names(text).items()]


def split_names(text: str) -> dict[str, str]:
    """Return the names in a text that have several words, each with its words: `bring_in`, `BringIn`."""
    words = {
        name: re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", " ", name).strip() for name in re.findall(r"[A-Za-z_]\w*", text)
    }
    return {name: split for name, split in words.items() if " " in split}


@pytest.mark.parametrize("word", OLD_WORDS)
def test_no_old_word_is_left(word):
    pattern = re.compile(word, re.IGNORECASE)
    old_words = [
        f"{name}:{text.count('\n', 0, found.start()) + 1}: {text[found.start() :][:100].splitlines()[0]}"
        for name, text in texts()
        for found in pattern.finditer(text)
    ]
    assert old_words == [], f"write instead: {OLD_WORDS[word]}"


@pytest.mark.parametrize("word", OLD_WORDS)
def test_no_name_in_code_has_an_old_word(word):
    pattern = re.compile(word, re.IGNORECASE)
    old_names = [f"{file}: {name}" for file, name, words in names_in_code() if pattern.search(words)]
    assert old_names == [], f"name instead: {OLD_WORDS[word]}"


def test_names_are_read_word_by_word():
    assert split_names("bring_in(BringIn, plain, _told_by)") == {
        "bring_in": "bring in",
        "BringIn": "Bring In",
        "_told_by": "told by",
    }
