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
}
READ = ("*.py", "*.html", "*.jinja", "*.js", "*.md", "Makefile")
LEFT_OUT = ("static/vendor/", "docs/manual/de/", "docs/manual/fr/", "tests/test_words.py")


@cache
def texts() -> list[tuple[str, str]]:
    """Return the name and the text of every file that people read."""
    listed = subprocess.run(["git", "ls-files", *READ], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split() if not name.startswith(LEFT_OUT)]
    return [(name, (ROOT / name).read_text(encoding="utf-8")) for name in names]


@pytest.mark.parametrize("word", OLD_WORDS)
def test_no_old_word_is_left(word):
    pattern = re.compile(word, re.IGNORECASE)
    old_words = [
        f"{name}:{text.count('\n', 0, found.start()) + 1}: {text[found.start() :][:100].splitlines()[0]}"
        for name, text in texts()
        for found in pattern.finditer(text)
    ]
    assert old_words == [], f"write instead: {OLD_WORDS[word]}"
